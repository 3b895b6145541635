import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

final class PracticeStage {
  let base: Stage
  let practice: FakePractice
  var server: FakeServer { get throws { try base.theServer } }

  init(
    _ options: String..., terminal command: String? = "true",
    server features: [String]? = FakeServer.features, environment: [String: String] = [:]
  ) throws {
    base = try Stage(
      options + (command.map { ["--practice-command", $0] } ?? []), server: features,
      hasDaemon: false, environment: environment)
    practice = try FakePractice(on: base.bus, loop: base.loop)
    try settle()
  }

  /// A session begun by another client, and the bubble of its first question.
  static func asking(
    _ cards: [Int] = [0, 1, 2]
  ) throws -> (PracticeStage, FakeServer.Request) {
    let stage = try PracticeStage("--questions")
    try stage.practice.begin(cards)
    return (stage, try stage.bubble(1))
  }

  /// A session begun from the reminder, and the bubble of its first question, the second bubble.
  static func practicing() throws -> (PracticeStage, FakeServer.Request) {
    let stage = try PracticeStage()
    return (stage, try stage.clickPractice())
  }

  /// Waits until the notifier has received everything, and both others its effects.
  func settle() throws {
    for _ in 0..<3 {
      try base.settle()
      try practice.connection.roundTrip()
    }
  }

  func bubble(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FakeServer.Request {
    try base.waits(for: count, sourceLocation: sourceLocation)
    try settle()
    let requests = try server.requests
    try #require(requests.count == count, "\(requests)", sourceLocation: sourceLocation)
    return requests[count - 1]
  }

  /// Sends a reminder, and begins the session from its bubble.
  func clickPractice() throws -> FakeServer.Request {
    try practice.remind(due: 3, new: 0)
    let count = try server.requests.count
    try server.click("Practice", on: bubble(count + 1))
    return try bubble(count + 2)
  }
}
