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
      // In the mode recall it may be revealed again, which is nothing new.
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

/// A line of `practice play --plain`.
enum PlainPracticeCommand: Equatable {
  /// A choice from 1, or the grade of an answer that was revealed.
  case number(UInt32)
  /// An answer as text.
  case text(String)
  case grade(UInt32)
  case reveal, undo, choices, question, score, restart, new, help, quit
  /// An empty line.
  case nothing
  case unknown(String)

  /// Reads a line, in which case matters for an answer only.
  ///
  /// If answers are typed, a line that is not a command is one.
  init(_ line: String, isTyped: Bool) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let first = words.first?.lowercased()
    switch (first, words.count) {
    case (nil, _): self = .nothing
    case ("text", 2...):
      self = .text(words.dropFirst().joined(separator: " "))
    case ("grade", 2) where Self.number(words[1]) != nil:
      self = .grade(Self.number(words[1]) ?? 0)
    case (let word?, 1) where Self.commands[word] != nil:
      self = Self.commands[word] ?? .unknown(line)
    case (let word?, 1) where !isTyped && Self.number(word) != nil:
      self = .number(Self.number(word) ?? 0)
    default: self = isTyped ? .text(words.joined(separator: " ")) : .unknown(line)
    }
  }

  private static let commands: [String: PlainPracticeCommand] = [
    "reveal": .reveal, "undo": .undo, "choices": .choices, "question": .question, "score": .score,
    "restart": .restart, "new": .new, "help": .help, "?": .help, "quit": .quit, "q": .quit,
  ]

  private static func number(_ word: String) -> UInt32? {
    word.allSatisfy { $0.isASCII && $0.isNumber } ? UInt32(word) : nil
  }

  /// The commands, a line each.
  static let helpLines = [
    "1: answer by choice 1, or grade an answer that was revealed",
    "text yes: answer by a text; where answers are typed, any line that is no command is one",
    "reveal: tell the answer", "grade 3: say how well it was remembered: \(GradeWords.line)",
    "choices: the choices, a line each", "question: the question once more",
    "undo: take the last response back", "score: how many were right so far",
    "restart: the same again", "new: another session", "quit: the end; the session stays",
  ]
}
