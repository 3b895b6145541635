import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A stage with a ``FakePractice`` in the daemon's place.
final class PracticeStage {
  let stage: Stage
  private(set) var practice: FakePractice
  var server: FakeServer { get throws { try stage.theServer } }

  init(
    _ options: String..., mode: String = "choices",
    server features: [String]? = ["body", "body-markup", "actions"],
    person: (FakePerson) -> Void = { _ in }
  ) throws {
    stage = try Stage(
      options: options + ["--practice-command", "true"], server: features, hasDaemon: false)
    practice = try FakePractice(on: stage.bus, loop: stage.loop, mode: mode)
    try practice.change(person)
    try settle()
  }

  /// Waits until all that was said has come to the notifier, and what came of that to both others.
  func settle() throws {
    for _ in 0..<3 {
      try stage.settle()
      let connection = practice.connection
      _ = try connection.wait { (done: @escaping (Result<String, BusError>) -> Void) in
        connection.bus("GetId", returning: String.self, completion: done)
      }
    }
  }

  /// The next bubble of all.
  func bubble(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FakeServer.Request {
    try stage.waits(for: count, sourceLocation: sourceLocation)
    try settle()
    let requests = try server.requests
    try #require(requests.count == count, "\(requests)", sourceLocation: sourceLocation)
    return requests[count - 1]
  }

  /// Reminds, and has the session begun from the bubble of that.
  func practise() throws -> FakeServer.Request {
    try practice.remind(due: 3, new: 0)
    let count = try server.requests.count
    try click("Practise", on: bubble(count + 1))
    return try bubble(count + 2)
  }

  /// Clicks the button of a bubble that says this.
  func click(
    _ label: String, on request: FakeServer.Request,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let labels = stride(from: 1, to: request.actions.count, by: 2).map { request.actions[$0] }
    let place = try #require(
      labels.firstIndex(of: label), "\(labels)", sourceLocation: sourceLocation)
    try server.invoke(request.id, request.actions[place * 2])
  }

  /// The daemon ends as if by a crash, and its bubbles go; then it comes again.
  ///
  /// - Parameter keepsSession: whether it has its session still, or one that somebody else began.
  /// - Throws: what the bus says.
  func restartPractice(keepsSession: Bool = true) throws {
    let bubbles = try server.closed.count
    let session = practice.facts.session
    practice.connection.close()
    try stage.waits { (try? server.closed.count) == bubbles + 1 }
    practice = try FakePractice(
      on: stage.bus, loop: stage.loop, after: keepsSession ? practice : nil)
    if !keepsSession {
      // The notifier may see only what is there once it has begun: numbers of sessions grow.
      practice.published.state.session = session
      try practice.begin([2])
    }
    try settle()
  }
}

extension FakeServer.Request {
  var labels: [String] { stride(from: 1, to: actions.count, by: 2).map { actions[$0] } }
}
