import ArgumentParser
import MemorizeBus
import Screens

struct PracticeWaitVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait for something to happen in practice.",
    discussion: """
      EVENT is asked (a question was asked), answered (right or wrong, revealed or graded), \
      finished (the last question of the session was answered), due (more cards are due than \
      before) or changed (anything). practice wait prints the line that “practice watch” would \
      print. The service may stop and start in the meantime; without --start it is not started. If \
      --timeout passes first, practice wait exits with 4; if the bus goes away, with 3.

      With --since it returns at once and prints the state if the session has another revision \
      than that and its state shows the event: a question waits for an answer, a session has \
      answers, or a session is finished. The state does not show when: answers from before that \
      revision count too, for example after “practice undo”. due returns at once if any card is \
      due. “practice status --json” prints the revision.
      """)
  static let examples = [
    "memorize practice wait finished", "memorize practice wait due --timeout 3600",
  ]

  @Argument(help: ArgumentHelp("asked, answered, finished, due or changed.", valueName: "event"))
  var event: AwaitedPracticeEvent

  @OptionGroup var wait: WaitOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try wait.perform(event, printing: PracticeNewsLines(style: .form(options.form)), options)
  }
}

enum AwaitedPracticeEvent: String, Awaited {
  case asked, answered, finished, due
  case changed

  func isMet(
    by transition: PracticeTransition?, _ practice: PracticeState, after before: PracticeState?
  ) -> Bool {
    switch self {
    case .asked: transition?.isAsked == true
    case .answered: transition?.response != nil
    case .finished: transition?.result != nil
    case .due: hasGrown(practice, before)
    // The first properties that a service publishes may be those that were just read.
    case .changed: transition != nil || hasNewCounts(practice, before)
    }
  }

  func isShown(
    by practice: PracticeState, since revision: UInt64, after before: PracticeState?
  ) -> Bool {
    let steps = practice.revision &- revision
    return switch self {
    case .asked: steps != 0 && practice.phase == .asking
    case .answered:
      // The last step may have been to reveal the answer, which is not graded yet.
      practice.exists && practice.answered + practice.wrong > 0
        && steps > (practice.phase == .revealed ? 1 : 0)
    case .finished: steps != 0 && practice.isFinished
    case .due: before == nil ? practice.due > 0 : hasGrown(practice, before)
    case .changed: steps != 0 || hasNewCounts(practice, before)
    }
  }

  private func hasGrown(_ practice: PracticeState, _ before: PracticeState?) -> Bool {
    before.map { practice.due > $0.due } ?? false
  }

  private func hasNewCounts(_ practice: PracticeState, _ before: PracticeState?) -> Bool {
    before.map { (practice.due, practice.new) != ($0.due, $0.new) } ?? false
  }
}
