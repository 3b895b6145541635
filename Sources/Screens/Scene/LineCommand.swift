import PlainText

/// A command of a dialogue of lines, as a row of its table.
struct LineCommand<Action: Sendable>: Sendable {
  /// As it is typed: `row 2`.
  private let example: String
  private let help: String
  private let action: @Sendable ([String]) -> Action?

  /// A command of one word.
  init(_ word: String, _ help: String, _ action: Action) {
    self.init(word, help) { $0.isEmpty ? action : nil }
  }

  /// `action` gets the words after the first, and is nil if they do not fit; without it, the row is
  /// only help.
  init(
    _ example: String, _ help: String,
    action: @escaping @Sendable ([String]) -> Action? = { _ in nil }
  ) {
    (self.example, self.help, self.action) = (example, help, action)
  }

  var line: String { "\(example): \(help)" }

  /// Nil if the words are not this command.
  func action(of words: [String]) -> Action? {
    guard let word = words.first, word.lowercased() == example.prefix(while: { $0 != " " }) else {
      return nil
    }
    return action(Array(words.dropFirst()))
  }
}

extension [String] {
  /// The only word, if it is a number.
  func number<Number: FixedWidthInteger>() -> Number? {
    count == 1 ? Number(digits: self[0]) : nil
  }
}
