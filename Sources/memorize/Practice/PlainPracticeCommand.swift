/// A line of `practice play --plain`.
enum PlainPracticeCommand: Equatable {
  /// A choice from 1, or the grade of an answer that was revealed.
  case number(UInt32)
  /// An answer as text.
  case text(String)
  case grade(UInt32)
  case reveal, undo, choices, question, score, restart, new, help, quit
  /// An empty line.
  case nothing
  case unknown(String)

  /// Reads a line, in which case matters for an answer only.
  ///
  /// If answers are typed, a line that is not a command is one.
  init(_ line: String, isTyped: Bool) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let first = words.first?.lowercased()
    switch (first, words.count) {
    case (nil, _): self = .nothing
    case ("text", 2...):
      self = .text(words.dropFirst().joined(separator: " "))
    case ("grade", 2) where Self.number(words[1]) != nil:
      self = .grade(Self.number(words[1]) ?? 0)
    case (let word?, 1) where Self.commands[word] != nil:
      self = Self.commands[word] ?? .unknown(line)
    case (let word?, 1) where !isTyped && Self.number(word) != nil:
      self = .number(Self.number(word) ?? 0)
    default: self = isTyped ? .text(words.joined(separator: " ")) : .unknown(line)
    }
  }

  private static let commands: [String: PlainPracticeCommand] = [
    "reveal": .reveal, "undo": .undo, "choices": .choices, "question": .question, "score": .score,
    "restart": .restart, "new": .new, "help": .help, "?": .help, "quit": .quit, "q": .quit,
  ]

  private static func number(_ word: String) -> UInt32? {
    word.allSatisfy { $0.isASCII && $0.isNumber } ? UInt32(word) : nil
  }

  /// The commands, a line each.
  static let helpLines = [
    "1: answer by choice 1, or grade an answer that was revealed",
    "text yes: answer by a text; where answers are typed, any line that is no command is one",
    "reveal: tell the answer", "grade 3: say how well it was remembered: \(GradeWords.line)",
    "choices: the choices, a line each", "question: the question once more",
    "undo: take the last response back", "score: how many were right so far",
    "restart: the same again", "new: another session", "quit: the end; the session stays",
  ]
}
