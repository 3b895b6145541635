import DBus
import MemorizeBus

/// Practises by a dialogue of lines: what is typed, and what happened, whoever did it.
final class PlainQuiz {
  private let connection: ServiceConnection
  private let start: QuizStart
  private var dialogue: LineDialogue?
  private var table: QuizTable?
  private var state = QuizState()

  /// Makes a dialogue over stdin and stdout.
  ///
  /// - Parameters:
  ///   - connection: the connection, over which the service has answered.
  ///   - start: what another session is started with.
  init(_ connection: ServiceConnection, start: QuizStart) {
    self.connection = connection
    self.start = start
  }

  /// Goes on until the input ends or somebody leaves.
  ///
  /// - Returns: success then; else what ended it.
  func run() -> Result<Void, any Error> {
    let dialogue = LineDialogue(connection.bus.loop) { [unowned self] line in
      perform(PlainQuizCommand(line, isTyped: state.isTyped))
    }
    self.dialogue = dialogue
    connection.bus.onDisconnect = { _ in
      dialogue.finish(.failure(ProgramError.practiceIsGone))
    }
    return dialogue.run { table = QuizTable(connection) { [unowned self] in take($0) } }
  }

  private func take(_ news: QuizTable.News) {
    let knewAnswer = state.revealedAnswer != nil
    let isNew = state.take(news)
    let lines = QuizLines(state)
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
  private func perform(_ command: PlainQuizCommand) {
    let finish: (ProgramError?) -> Void = { [weak self] in self?.dialogue?.answer($0) }
    let question = state.facts?.questionNumber ?? 0
    let lines = QuizLines(state)
    switch command {
    case .number(let number): choose(number, then: finish)
    case .text(let text): table?.answer(question, text: text, then: finish)
    case .reveal: table?.reveal(question, then: finish)
    case .grade(let grade): table?.grade(question, grade, then: finish)
    case .undo: table?.undo(then: finish)
    case .restart: table?.restart(then: finish)
    case .new: table?.start(start.options(after: state.facts), then: finish)
    case .choices:
      state.askForChoices()
      dialogue?.answer(lines.choices)
    case .question: dialogue?.answer(lines.question)
    case .score: dialogue?.answer(lines.score)
    case .help: dialogue?.answer(PlainQuizCommand.helpLines)
    case .quit: dialogue?.finish(.success(()))
    case .nothing: dialogue?.readNext()
    case .unknown(let line): dialogue?.answer(["unknown: “\(line.harmless)”; try “help”"])
    }
  }

  /// Choices are counted from 1 for people, and from 0 on the bus.
  private func choose(_ number: UInt32, then finish: @escaping (ProgramError?) -> Void) {
    let question = state.facts?.questionNumber ?? 0
    if state.facts?.state == "revealed" {
      table?.grade(question, number, then: finish)
    } else if let facts = state.facts, facts.state == "asking", facts.mode == "choices",
      !state.showsChoices
    {
      dialogue?.answer(["choices are hidden: “choices” tells them"])
    } else if let facts = state.facts, facts.state == "asking",
      number < 1 || number > UInt32(facts.choices.count)
    {
      dialogue?.answer(
        facts.choices.isEmpty
          ? ["there are no choices: “reveal” tells the answer"]
          : ["there is no choice \(number): they are 1 to \(facts.choices.count)"])
    } else {
      table?.answer(question, choice: number &- 1, then: finish)
    }
  }
}
