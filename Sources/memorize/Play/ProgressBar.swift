/// How much is done, as a bar of 20 cells.
struct ProgressBar {
  private let filled: Int
  private static let width = 20

  /// Takes a part of a whole; the numbers come from the bus, and another service may tell any.
  init(done: Int, of whole: Int) {
    filled = min(max(done * Self.width / max(whole, 1), 0), Self.width)
  }

  /// The bar.
  func text(isASCII: Bool) -> String {
    let (full, empty) = isASCII ? ("#", ".") : ("█", "░")
    return String(repeating: full, count: filled)
      + String(repeating: empty, count: Self.width - filled)
  }
}
