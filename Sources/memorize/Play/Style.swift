/// Attributes of text; they are no colours, so they are used with `NO_COLOR` too.
enum Style {
  case bold, faint, reverse

  /// The text in this style.
  func of(_ text: String) -> String {
    let number =
      switch self {
      case .bold: 1
      case .faint: 2
      case .reverse: 7
      }
    return text.isEmpty ? "" : "\u{1B}[\(number)m\(text)\u{1B}[0m"
  }
}
