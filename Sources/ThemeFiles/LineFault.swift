internal import MemoryGame

/// Why a line cannot be read, before it is known which line it is.
struct LineFault: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  /// Takes over a fault of a theme, and says which of its pairs has it.
  init(_ fault: ThemeFault, inPair number: Int? = nil) {
    message = number.map { "Pair \($0): \(fault.message)" } ?? fault.message
  }

  static let notUTF8 = LineFault("This is not UTF-8: save the file in that encoding.")
}
