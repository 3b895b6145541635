import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// Questions that nobody asked for, whatever happens in whatever order.
@Suite(.timeLimit(.minutes(30))) struct RandomQuestionTests {
  private enum Event: CaseIterable {
    case due, dueAgain, remind, click, type, close, hold, letGo, answer, reveal, begin, stop
    case terminal
  }

  /// A question once stayed on after the notifier had left, and while it did, no other was asked.
  @Test func atMostOneQuestionIsOpen() throws {
    var generator = SeededGenerator(for: "atMostOneQuestionIsOpen")
    let stage = try ControllerStage()
    for round in 0..<rounds(50, ofAll: 1_000) {
      if round > 0 { try stage.enter() }
      var log: [String] = []
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let event = Event.allCases.randomElement(using: &generator) ?? .due
        log.append("\(event)")
        try apply(event, stage, using: &generator)
        // All effects, or a few turns, so that calls and signals overtake each other.
        if Bool.random(using: &generator) {
          try stage.settle()
        } else {
          for _ in 0..<Int.random(in: 0...9, using: &generator) { stage.turn() }
        }
        #expect(stage.server.openQuestions <= 1, "round \(round): \(log)")
      }
      let isInOrder = Bool.random(using: &generator)
      log.append(isInOrder ? "SIGTERM" : "bus lost")
      try stage.leave(inOrder: isInOrder)
      let isInTime = stage.loop.waits { !stage.practice.isQuestionOpen }
      try #require(isInTime, "round \(round): \(log)\n\(stage.practice.calls)")
      try stage.server.inhibit(false)
      if stage.practice.session.exists { try stage.practice.end() }
      stage.server.forget()
    }
  }

  private func apply(
    _ event: Event, _ stage: ControllerStage, using generator: inout SeededGenerator
  ) throws {
    let (practice, server) = (stage.practice, stage.server)
    let last = server.requests.last
    switch event {
    case .due, .dueAgain: try practice.askQuestion(due: 2)
    case .remind: try practice.remind(due: 2, new: 0)
    case .click:
      guard let last, let button = last.buttons.indices.randomElement(using: &generator) else {
        return
      }
      try server.click(last.buttons[button], on: last)
    case .type: if let last { try server.reply("yes", to: last.id) }
    case .close: if let last { try server.expire(last.id) }
    case .hold: try server.inhibit(true)
    case .letGo: try server.inhibit(false)
    case .answer where practice.session.state == "asking":
      _ = try practice.answer(practice.session.questionNumber, text: "yes")
    case .reveal where practice.session.state == "asking":
      _ = try practice.reveal(practice.session.questionNumber)
    case .answer, .reveal: break
    case .begin: try practice.begin([0, 1])
    case .stop: if practice.session.exists { try practice.end() }
    case .terminal: if let last { try server.invoke(last.id, "default") }
    }
  }
}
