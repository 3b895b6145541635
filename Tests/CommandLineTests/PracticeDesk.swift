import Foundation
import TestSupport
import Testing

extension Desk {
  /// Each answer is its question in capitals.
  static let letters = ["a", "b", "c", "d", "e"]

  func addLetters() throws {
    let pairs = Self.letters.map { "\($0) [\($0)\($0)] = \($0.uppercased())" }
    try memorize("theme", "add", "Letters", "", pairs.joined(separator: "; "), "--quiet")
  }

  /// The session from `practice show --choices`.
  func practice() throws -> [String: Any] {
    try memorize("practice", "show", "--choices", "--json").json.object("practice")
  }

  /// The number of the right choice, counted from 1.
  func rightChoice(of practice: [String: Any]) throws -> Int {
    let choices = try #require(practice["choices"] as? [String])
    let answer = try #require(practice.text("question")?.uppercased())
    return try #require(choices.firstIndex(of: answer)) + 1
  }

  /// Answers the question of “Letters” right.
  @discardableResult
  func answerRight(_ options: String...) throws -> Outcome {
    let choice = try rightChoice(of: practice())
    return try memorize(["practice", "answer", "\(choice)"] + options)
  }

  /// Answers the question of “Letters” wrong.
  @discardableResult
  func answerWrong(_ options: String...) throws -> Outcome {
    let choice = try rightChoice(of: practice()) % 3 + 1
    return try memorize(["practice", "answer", "\(choice)"] + options)
  }
}
