import DBus
import MemorizeBus

/// Practises in a dialogue of lines: commands, and whatever happens in the session.
final class PlainPractice {
  private let connection: ServiceConnection
  private let start: PracticeStart
  private var dialogue: LineDialogue?
  private var live: LivePractice?
  private var progress = PracticeProgress()

  init(_ connection: ServiceConnection, start: PracticeStart) {
    self.connection = connection
    self.start = start
  }

  /// Goes on until the input ends or somebody leaves.
  func run() -> Result<Void, any Error> {
    let dialogue = LineDialogue(connection.bus.loop) { [unowned self] line in
      perform(PlainPracticeCommand(line, isTyped: progress.isTyped))
    }
    self.dialogue = dialogue
    connection.bus.onDisconnect = { _ in
      dialogue.finish(.failure(ProgramError.practiceIsGone))
    }
    return dialogue.run { live = LivePractice(connection) { [unowned self] in take($0) } }
  }

  private func take(_ news: LivePractice.News) {
    let knewAnswer = progress.revealedAnswer != nil
    let isNew = progress.take(news)
    let lines = PracticeLines(progress)
    switch news {
    case .preferences, .due: return
    case .offline: dialogue?.say(["offline"])
    case .fault(let error): dialogue?.say([LineDialogue.line(error)])
    case .state: dialogue?.say(lines.summary + lines.question)
    case .revealed(let answer, let question):
      // In the mode recall it may be told again, which is nothing new.
      if !knewAnswer { dialogue?.say(lines.revealed(answer, question)) }
    case .change(let transition, let facts):
      dialogue?.say(lines.outcome(of: transition))
      if facts.state == "finished" || facts.state == "idle" {
        dialogue?.say(lines.summary)
      } else if isNew || (transition.response == nil && facts.state != "revealed") {
        dialogue?.say(lines.question)
      }
    }
    dialogue?.beginToRead()
  }

  /// Does what was typed; the next line is read when that is done, so answers keep their order.
  private func perform(_ command: PlainPracticeCommand) {
    let finish: (ProgramError?) -> Void = { [weak self] in self?.dialogue?.answer($0) }
    let question = progress.facts?.questionNumber ?? 0
    let lines = PracticeLines(progress)
    switch command {
    case .number(let number): choose(number, then: finish)
    case .text(let text): live?.answer(question, text: text, then: finish)
    case .reveal: live?.reveal(question, then: finish)
    case .grade(let grade): live?.grade(question, grade, then: finish)
    case .undo: live?.undo(then: finish)
    case .restart: live?.restart(then: finish)
    case .new: live?.start(start.options(after: progress.facts), then: finish)
    case .choices:
      progress.askForChoices()
      dialogue?.answer(lines.choices)
    case .question: dialogue?.answer(lines.question)
    case .score: dialogue?.answer(lines.score)
    case .help: dialogue?.answer(PlainPracticeCommand.helpLines)
    case .quit: dialogue?.finish(.success(()))
    case .nothing: dialogue?.readNext()
    case .unknown(let line): dialogue?.answer(["unknown: “\(line.harmless)”; try “help”"])
    }
  }

  /// Choices are counted from 1 for people, and from 0 on the bus.
  private func choose(_ number: UInt32, then finish: @escaping (ProgramError?) -> Void) {
    let question = progress.facts?.questionNumber ?? 0
    if progress.facts?.state == "revealed" {
      live?.grade(question, number, then: finish)
    } else if let facts = progress.facts, facts.state == "asking", facts.mode == "choices",
      !progress.showsChoices
    {
      dialogue?.answer(["choices are hidden: “choices” tells them"])
    } else if let facts = progress.facts, facts.state == "asking",
      number < 1 || number > UInt32(facts.choices.count)
    {
      dialogue?.answer(
        facts.choices.isEmpty
          ? ["there are no choices: “reveal” tells the answer"]
          : ["there is no choice \(number): they are 1 to \(facts.choices.count)"])
    } else {
      live?.answer(question, choice: number &- 1, then: finish)
    }
  }
}
