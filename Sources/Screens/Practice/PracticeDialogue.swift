package import MemorizeBus
import Practice

/// A dialogue of lines: commands, and everything that happens in the session.
package final class PracticeDialogue {
  private let connection: ServiceConnection
  private let start: StartOptions
  private let dialogue: LineDialogue
  private var client: PracticeClient?
  private var progress = PracticeProgress()

  package init(_ connection: ServiceConnection, start: StartOptions) {
    self.connection = connection
    self.start = start
    dialogue = LineDialogue(
      connection, help: PracticeCommand.table.map(\.line),
      lost: connection.loss(of: .practice))
  }

  package func run() throws {
    try dialogue.run { [unowned self] words in
      guard let command = PracticeCommand(words, acceptsText: progress.acceptsText) else {
        return false
      }
      perform(command)
      return true
    } begin: {
      connection.restartClock()
      connection.showsQuestions(true)
      client = PracticeClient(connection.service) { [unowned self] in report($0) }
    }
  }

  private func report(_ news: PracticeClient.News) {
    let knewAnswer = progress.revealedAnswer != nil
    let isNew = progress.apply(news)
    let lines = PracticeLines(progress: progress)
    switch news {
    case .preferences, .revealed(nil, _): break
    case .revealed(let answer?, let question):
      // In recall mode it may be revealed again, which is not news.
      if !knewAnswer { dialogue.say(lines.revealed(answer, question)) }
    case .session(let news):
      dialogue.report(news) { _ in
        lines.summary + lines.question
      } transition: { transition, session in
        let outcome = lines.outcome(of: transition)
        guard session.isInProgress else { return outcome + lines.summary }
        let isAsked = isNew || (transition.response == nil && session.phase != .revealed)
        return outcome + (isAsked ? lines.question : [])
      }
    }
  }

  private func perform(_ command: PracticeCommand) {
    let question = progress.session?.questionNumber ?? 0
    let lines = PracticeLines(progress: progress)
    switch command {
    case .number(let number): choose(number, question)
    case .text(let text): ask(.answerText(question: question, text))
    case .reveal: ask(.reveal(question: question))
    case .grade(let grade): ask(.grade(question: question, grade))
    case .undo: ask(.undo)
    case .restart: ask(.restart)
    case .new: ask(.start(start.completed(from: progress.session)))
    case .choices:
      progress.askForChoices()
      dialogue.answer(lines.choices)
    case .question: dialogue.answer(lines.question)
    case .score: dialogue.answer(lines.score)
    }
  }

  private func ask(_ call: PracticeCall) {
    guard let client else { return }
    connection.make(call, by: client, isRunning: progress.isOnline) { [weak self] in
      self?.dialogue.answer($0)
    }
  }

  /// Counted from 1 for people, from 0 on the bus.
  private func choose(_ number: UInt32, _ question: UInt32) {
    let session = progress.session
    switch (session?.phase, session?.choices.count ?? 0) {
    case (.revealed, _): ask(.grade(question: question, number))
    case (.asking, _) where session?.mode.known == .choices && !progress.showsChoices:
      dialogue.answer(["choices are hidden: “choices” shows them"])
    case (.asking, 0): dialogue.answer(["there are no choices: “reveal” shows the answer"])
    case (.asking, let count) where number < 1 || number > UInt32(count):
      dialogue.answer(["there is no choice \(number): the choices are 1 to \(count)"])
    default: ask(.answer(question: question, choice: number &- 1))
    }
  }
}

enum PracticeCommand: Equatable {
  case number(UInt32)
  case text(String)
  case grade(UInt32)
  case reveal, undo, choices, question, score, restart, new

  static let table: [LineCommand<PracticeCommand>] = [
    .init("1", "answer with choice 1, or grade a revealed answer"),
    .init("text yes", "answer “yes”; in typed mode, any line that is not a command is an answer") {
      $0.isEmpty ? nil : .text($0.joined(separator: " "))
    },
    .init("reveal", "print the answer", .reveal),
    .init("grade 3", "say how well you remembered the answer: \(Rating.plainList)") {
      $0.number().map(PracticeCommand.grade)
    },
    .init("choices", "print the choices, one per line", .choices),
    .init("question", "print the question again", .question),
    .init("undo", "undo the last response", .undo),
    .init("score", "print the progress so far", .score),
    .init("restart", "start the same session again", .restart),
    .init("new", "start a new session", .new),
    .init("quit", "quit; the session is saved"),
  ]

  /// Nil for an unknown line; case matters only in an answer.
  ///
  /// If answers are typed, a line that is not a command is an answer.
  init?(_ words: [String], acceptsText: Bool) {
    if let command = Self.table.lazy.compactMap({ $0.action(of: words) }).first {
      self = command
    } else if acceptsText {
      self = .text(words.joined(separator: " "))
    } else if let number: UInt32 = words.number() {
      self = .number(number)
    } else {
      return nil
    }
  }
}

extension StartOptions {
  /// Deck and kind default to those of the last session.
  func completed(from last: PracticeState?) -> StartOptions {
    guard let last else { return self }
    var options = self
    options.deck = deck ?? (last.deck.isEmpty ? nil : last.deck)
    options.mode = mode ?? last.mode.known
    // A session over all decks is one of due cards, in both directions unless one is given.
    if last.exists, last.deck.isEmpty, deck == nil {
      options.isDue = true
    } else {
      options.direction = direction ?? last.direction.known
    }
    return options
  }
}
