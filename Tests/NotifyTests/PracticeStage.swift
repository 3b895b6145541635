import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

final class PracticeStage {
  let stage: Stage
  let practice: FakePractice
  var server: FakeServer { get throws { try stage.theServer } }

  init(
    _ options: String..., mode: String = "choices", terminal command: String? = "true",
    server features: [String]? = FakeServer.features, environment: [String: String] = [:],
    person: (FakePerson) -> Void = { _ in }
  ) throws {
    stage = try Stage(
      options + (command.map { ["--practice-command", $0] } ?? []), server: features,
      hasDaemon: false, environment: environment)
    practice = try FakePractice(on: stage.bus, loop: stage.loop, mode: mode)
    try practice.change(person)
    try settle()
  }

  /// A session begun by another client, and the bubble of its first question.
  static func asking(
    _ cards: [Int] = [0, 1, 2], mode: String = "choices"
  ) throws -> (PracticeStage, FakeServer.Request) {
    let desk = try PracticeStage("--questions", mode: mode)
    try desk.practice.begin(cards)
    return (desk, try desk.bubble(1))
  }

  /// A session begun from the reminder, and the bubble of its first question, the second bubble.
  static func practising(mode: String = "choices") throws -> (PracticeStage, FakeServer.Request) {
    let desk = try PracticeStage(mode: mode)
    return (desk, try desk.practise())
  }

  /// Waits until the notifier has received everything, and both others its effects.
  func settle() throws {
    for _ in 0..<3 {
      try stage.settle()
      try practice.connection.roundTrip()
    }
  }

  func bubble(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FakeServer.Request {
    try stage.waits(for: count, sourceLocation: sourceLocation)
    try settle()
    let requests = try server.requests
    try #require(requests.count == count, "\(requests)", sourceLocation: sourceLocation)
    return requests[count - 1]
  }

  /// Sends a reminder, and begins the session from its bubble.
  func practise() throws -> FakeServer.Request {
    try practice.remind(due: 3, new: 0)
    let count = try server.requests.count
    try server.click("Practise", on: bubble(count + 1))
    return try bubble(count + 2)
  }
}
