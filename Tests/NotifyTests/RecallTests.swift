import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// Questions that are recalled before they are answered.
@Suite struct RecallTests {
  @Test func choicesAreShownOnDemand() throws {
    let desk = try PracticeStage { $0.settings.showChoices = false }
    let question = try desk.practise()
    #expect(question.body.isEmpty && question.buttons == ["Show choices", "Reveal", "Stop"])
    try desk.server.click("Show choices", on: question)
    let shown = try desk.bubble(3)
    #expect(shown.buttons.starts(with: ["yes", "no", "thanks"]) && shown.replaced == question.id)
    #expect(desk.practice.calls == ["Start"])
    try desk.server.click("no", on: shown)
    let again = try desk.bubble(4)
    #expect(
      again.buttons.starts(with: ["yes", "no", "thanks"]), "Once shown they stay for that question."
    )
    try desk.server.click("yes", on: again)
    let next = try desk.bubble(5)
    #expect(next.summary == "✓ はい = yes" && next.body == "2/3: いいえ")
    #expect(next.buttons.first == "Show choices")
    // The setting takes effect at once.
    try desk.practice.change { $0.settings.showChoices = true }
    #expect(try desk.bubble(6).buttons.first == "yes")
  }

  /// In a terminal, say; to ask for the answer once more changes nothing.
  @Test(arguments: [true, false]) func anAnswerRevealedByOthersIsLearned(isKnown: Bool) throws {
    let (desk, _) = try PracticeStage.asking(mode: "recall")
    _ = try desk.practice.reveal(1)
    // Without the answer it shows at least the grades.
    if !isKnown { desk.practice.refusals["Reveal"] = BusError(.storageFailed, "The disk is full.") }
    let shown = try desk.bubble(2)
    #expect(shown.body.hasPrefix("Answer: yes") == isKnown && shown.buttons.count == 5)
    #expect(desk.practice.calls == ["Reveal 1", "Reveal 1"])
  }

  @Test func typedAnswersAreGivenInATerminal() throws {
    let desk = try PracticeStage(mode: "typed", terminal: "echo practised >&2; exit 7")
    let question = try desk.practise()
    #expect(question.buttons == ["Practise in the terminal", "Reveal", "Stop"])
    try desk.server.click("Reveal", on: question)
    let next = try desk.bubble(3)
    #expect(next.summary == "✗ はい = yes" && next.body == "1/3: いいえ")
    try desk.server.click("Practise in the terminal", on: next)
    try desk.stage.waits { (try? desk.server.closed.last) == next.id }
    #expect(desk.stage.notifier.errors.waits(for: "practised"))
    #expect(desk.stage.notifier.errors.waits(for: "exited with status 7"))
    _ = try desk.practice.answer(2, text: "no")
    try desk.settle()
    #expect(try desk.server.requests.count == 3)
    #expect(
      try PracticeStage(mode: "typed", terminal: "").practise().labels == ["Reveal", "Stop"])
  }
}
