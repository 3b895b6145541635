import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A session of three questions of the real daemon, each shown by the notifier.
final class SessionStage {
  static let answers = ["いち": "one", "に": "two", "さん": "three", "よん": "four"]
  let base: Stage
  var server: FakeServer { get throws { try base.theServer } }

  /// Begins the session, and waits for its first question.
  init(
    _ mode: String, server features: [String] = FakeServer.features, person: String? = nil,
    terminal command: String = "true", showsChoices: Bool = true,
    environment: [String: String] = [:]
  ) throws {
    base = try Stage(
      ["--questions", "--practice-command", command], server: features, environment: environment)
    let pairs = Value(Self.answers.map { Struct($0.key, $0.value, "") })
    _ = try base.game.callAndWait(
      ThemesContract.add,
      ["name": .string("Numbers"), "pairs": pairs])
    if let person {
      _ = try base.game.callAndWait(
        ProfileContract.register, person, false)
    }
    if !showsChoices { try base.set("ShowChoices", .boolean(false)) }
    _ = try base.game.callAndWait(
      PracticeContract.start,
      ["deck": .string("Numbers"), "questions": .uint32(3), "mode": .string(mode)])
    try base.bubble(1)
  }

  var last: FakeServer.Request { get throws { try #require(server.requests.last) } }

  /// The question of the newest bubble.
  var question: String { get throws { try last.summary } }

  var answer: String { get throws { try #require(Self.answers[question]) } }

  /// The outcome of a right answer to the question, as a bubble tells it.
  var praise: String { get throws { "✓ \(try question) = \(try answer)" } }

  var state: PracticeState {
    get throws {
      try base.player.wait { base.game.state(of: PracticeContract.self, completion: $0) }
    }
  }

  private func next(after act: () throws -> Void) throws -> FakeServer.Request {
    let count = try server.requests.count
    try act()
    return try base.bubble(count + 1)
  }

  /// Clicks a button of the newest bubble, and returns the next bubble.
  @discardableResult
  func click(_ label: String) throws -> FakeServer.Request {
    try next { try server.click(label, on: last) }
  }

  /// Types into the newest bubble, and returns the next one.
  @discardableResult
  func reply(_ text: String) throws -> FakeServer.Request {
    try next { try server.reply(text, to: last.id) }
  }

  /// Another client types, and the notifier shows the next bubble.
  @discardableResult
  func typeElsewhere(_ text: String) throws -> FakeServer.Request {
    try next { try answerElsewhere(text) }
  }

  /// Another client reveals the answer, which the notifier asks for as well.
  func revealElsewhere() throws -> FakeServer.Request {
    try next {
      _ = try base.game.callAndWait(
        PracticeContract.reveal, state.questionNumber)
    }
  }

  func answerElsewhere(_ text: String) throws {
    _ = try base.game.callAndWait(
      PracticeContract.answerText, state.questionNumber, text)
  }
}

extension Stage {
  func set(_ setting: MemberName, _ value: Value) throws {
    try player.wait { done in
      game.set(setting, of: SettingsContract.interface, to: value, completion: done)
    }
  }
}
