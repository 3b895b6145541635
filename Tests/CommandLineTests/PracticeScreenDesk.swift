import Foundation
import TestSupport
import Testing

/// A session with a known deck, on a private bus.
final class PracticeScreenDesk {
  let desk: Desk
  /// The answers by question.
  static let words = [
    "eins": "one", "zwei": "two", "drei": "three", "vier": "four", "fünf": "five",
  ]

  /// Starts the daemon with a deck of cards: first side, second side and pronunciation.
  init(
    _ cards: [(String, String, String)]? = nil, deck: String = "Numbers", activates: Bool = false
  ) throws {
    desk = try Desk(runs: false, activates: activates)
    let directory = desk.bus.directory.path + "/data/memorize/decks"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let cards = cards ?? Self.words.map { ($0.key, $0.value, "said \($0.key)") }
    let lines = cards.map { "\($0.0)\t\($0.1)\t\($0.2)\n" }
    try lines.joined().write(
      toFile: "\(directory)/\(deck).tsv", atomically: true, encoding: .utf8)
    try desk.startDaemon()
  }

  /// By another client.
  func call(_ method: String, _ arguments: String...) throws {
    let outcome = try busctl(["call"], "Practice", [method] + arguments)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  func register(_ name: String) throws {
    let outcome = try busctl(["call"], "Profile", ["Register", "sb", name, "false"])
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  /// By another client.
  func set(_ setting: String, _ arguments: String...) throws {
    let outcome = try busctl(["set-property"], "Settings", [setting] + arguments)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }

  func property(_ name: String) throws -> String {
    let value = try #require(try value(of: name))
    return value as? String ?? (value as? Int).map(String.init) ?? ""
  }

  func choices() throws -> [String] {
    try value(of: "Choices") as? [String] ?? []
  }

  private func value(of name: String) throws -> Any? {
    try busctl(["--json=short", "get-property"], "Practice", [name]).json["data"]
  }

  /// By another client.
  func answer(isCorrect: Bool = true) throws {
    let answer = Self.words[try property("Question")]
    let choice = try choices().firstIndex { ($0 == answer) == isCorrect }
    try call("Answer", "uu", try property("QuestionNumber"), "\(try #require(choice))")
  }

  private func busctl(
    _ verb: [String], _ interface: String, _ arguments: [String]
  ) throws -> Outcome {
    let service = "org.memorized.Memorize1"
    return try Outcome(
      "busctl",
      ["--user"] + verb + [service, "/org/memorized/Memorize1", "\(service).\(interface)"]
        + arguments, environment: desk.environment)
  }

  /// Waits until the screen shows a session and contains that text.
  func playing(
    columns: Int = 80, rows: Int = 24, terminal: String = "tmux-256color",
    options: String = "--deck Numbers", awaiting part: String = "1/5"
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(desk, columns: columns, rows: rows, terminal: terminal)
    try screen.run("clear; stty -g >\"$XDG_RUNTIME_DIR/before\"; echo before")
    try screen.waitFor { $0.hasPrefix("before\n$") }
    try screen.run("memorize practice play \(options); echo \"ended $?\"")
    try screen.waitFor { !$0.contains("memorize") && $0.contains(part) }
    return screen
  }

  /// Whether the modes, and the screen unless it is too narrow for the typed line, are as before.
  func isAsBefore(_ screen: TmuxScreen, code: Int32, isNarrow: Bool = false) throws {
    let text = try screen.waitFor("ended \(code)\n$")
    #expect(try screen.state.hasPrefix("0 "))
    #expect(isNarrow || text.hasPrefix("before\n$ memorize practice play"))
    try screen.run("stty -g >\"$XDG_RUNTIME_DIR/after\"; echo done")
    try screen.waitFor("\ndone\n")
    let path = desk.bus.directory.path
    let before = try String(contentsOfFile: path + "/before", encoding: .utf8)
    #expect(try before == String(contentsOfFile: path + "/after", encoding: .utf8))
  }
}

/// A question on a screen.
struct ShownQuestion {
  let question: String
  /// Each with the key before it.
  let right: (key: String, word: String)
  let wrong: [(key: String, word: String)]

  /// Finds it below the rows about the last one.
  init(_ text: String) throws {
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("✓") && !$0.hasPrefix("✗ ") }
      .joined(separator: "\n").replacing(/said \w+/, with: "")
    question = try #require(PracticeScreenDesk.words.keys.first { rows.contains($0) }, "\(text)")
    let answer = PracticeScreenDesk.words[question] ?? ""
    let choices = rows.matches(of: /([1-3]) (one|two|three|four|five)\b/).map {
      (key: String($0.output.1), word: String($0.output.2))
    }
    right = try #require(choices.first { $0.word == answer }, "\(text)")
    wrong = choices.filter { $0.word != answer }
  }
}
