import Foundation
import TestSupport
import Testing

// Sessions with known decks.
extension Desk {
  /// The deck “Letters”: each answer is its question in capitals.
  static let letters = ["a", "b", "c", "d", "e"]
  /// The answers of the deck “Numbers”, by question.
  static let numbers = [
    "eins": "one", "zwei": "two", "drei": "three", "vier": "four", "fünf": "five",
  ]

  /// A desk with the deck “Numbers”.
  static func withNumbers(activates: Bool = false) throws -> Desk {
    let desk = try Desk(activates: activates)
    try desk.addDeck("Numbers", numbers.map { ($0.key, $0.value, "said \($0.key)") })
    return desk
  }

  func addLetters() throws {
    try addDeck("Letters", Self.letters.map { ($0, $0.uppercased(), $0 + $0) })
  }

  /// Adds a deck of cards: first side, second side and pronunciation.
  func addDeck(_ name: String, _ cards: [(String, String, String)]) throws {
    let pairs = cards.map { "\($0.0) [\($0.2)] = \($0.1)" }
    try memorize("theme", "add", name, "", pairs.joined(separator: "; "), "--quiet")
  }

  /// The session from `practice show --choices`.
  func practice() throws -> [String: Any] {
    try memorize("practice", "show", "--choices", "--json").json.object("practice")
  }

  /// The question that is asked, and its answer.
  func question() throws -> (text: String, answer: String) {
    let question = try #require(try practice().text("question"))
    return (question, Self.numbers[question] ?? question.uppercased())
  }

  /// The number of the right choice, counted from 1.
  func rightChoice(of practice: [String: Any]) throws -> Int {
    let choices = try #require(practice["choices"] as? [String])
    let question = try #require(practice.text("question"))
    return try #require(
      choices.firstIndex(of: Self.numbers[question] ?? question.uppercased())) + 1
  }

  @discardableResult
  func answerRight(_ options: String...) throws -> Outcome {
    let choice = try rightChoice(of: practice())
    return try memorize(["practice", "answer", "\(choice)"] + options)
  }

  @discardableResult
  func answerWrong(_ options: String...) throws -> Outcome {
    let choice = try rightChoice(of: practice()) % 3 + 1
    return try memorize(["practice", "answer", "\(choice)"] + options)
  }

  /// Waits until the screen shows a session and contains that text.
  func practicing(
    columns: Int = 80, rows: Int = 24, options: String = "--deck Numbers",
    awaiting part: String? = nil
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(self, columns: columns, rows: rows)
    try screen.start("memorize practice play \(options)")
    let part = part ?? (rows < 10 ? "1/5" : "1 of 5")
    // A frame that is only half drawn has panels without an end.
    try screen.waitFor { text in
      let count = { (corner: Character) in text.count { $0 == corner } }
      return !text.contains("memorize") && text.contains(part) && count("╭") == count("╯")
    }
    return screen
  }
}

/// A question on a screen.
struct ShownQuestion {
  let question: String
  /// Each with the key before it.
  let right: (key: String, word: String)
  let wrong: [(key: String, word: String)]

  /// Finds it below the rows about the last one.
  init?(_ text: String) {
    let rows = text.replacing(/(?m)^ *Before: .*$/, with: "").replacing(/said \w+/, with: "")
    let choices = rows.matches(of: /([1-3]) +(one|two|three|four|five)\b/).map {
      (key: String($0.output.1), word: String($0.output.2))
    }
    guard let (question, answer) = Desk.numbers.first(where: { rows.contains($0.key) }),
      let right = choices.first(where: { $0.word == answer })
    else { return nil }
    (self.question, self.right) = (question, right)
    wrong = choices.filter { $0.word != answer }
  }
}

extension TmuxScreen {
  /// The question at a place, once its frame is whole: below the new place may be the last question.
  func question(_ place: String, after last: ShownQuestion? = nil) throws -> ShownQuestion {
    var shown: ShownQuestion?
    try waitFor { text in
      shown = text.contains(place) ? ShownQuestion(text) : nil
      return shown != nil && shown?.question != last?.question
    }
    return try #require(shown)
  }
}
