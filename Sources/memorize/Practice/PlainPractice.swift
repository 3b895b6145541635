import MemorizeBus

/// A dialogue of lines: commands, and everything that happens in the session.
final class PlainPractice {
  private let connection: ServiceConnection
  private let start: PracticeStart
  private let dialogue: LineDialogue
  private var live: LivePractice?
  private var progress = PracticeProgress()

  init(_ connection: ServiceConnection, start: PracticeStart) {
    self.connection = connection
    self.start = start
    dialogue = LineDialogue(connection, lost: .busIsLost("no practice"))
  }

  func run() throws {
    try dialogue.run { [unowned self] line in
      perform(PlainPracticeCommand(line, isTyped: progress.isTyped))
    } begin: {
      live = LivePractice(connection, start: start) { [unowned self] in take($0) }
    }
  }

  private func take(_ news: LivePractice.News) {
    let knewAnswer = progress.revealedAnswer != nil
    let isNew = progress.take(news)
    let lines = PracticeLines(progress: progress)
    switch news {
    case .preferences, .due: return
    case .offline: dialogue.say(["offline"])
    case .fault(let error): dialogue.say(refusal: error)
    case .state: dialogue.say(lines.summary + lines.question)
    case .revealed(let answer, let question):
      // In the mode recall it may be revealed again, which is not news.
      if !knewAnswer { dialogue.say(lines.revealed(answer, question)) }
    case .change(let transition, let facts):
      dialogue.say(lines.outcome(of: transition))
      if facts.state == "finished" || facts.state == "idle" {
        dialogue.say(lines.summary)
      } else if isNew || (transition.response == nil && facts.state != "revealed") {
        dialogue.say(lines.question)
      }
    }
    dialogue.beginToRead()
  }

  private func perform(_ command: PlainPracticeCommand) {
    let question = progress.facts?.questionNumber ?? 0
    let lines = PracticeLines(progress: progress)
    switch command {
    case .number(let number): choose(number, question)
    case .text(let text): ask(.answerText(question: question, text))
    case .reveal: ask(.reveal(question: question))
    case .grade(let grade): ask(.grade(question: question, grade))
    case .undo: ask(.undo)
    case .restart: ask(.restart)
    case .new: ask(.new)
    case .choices:
      progress.askForChoices()
      dialogue.answer(lines.choices)
    case .question: dialogue.answer(lines.question)
    case .score: dialogue.answer(lines.score)
    case .help: dialogue.answer(PlainPracticeCommand.helpLines)
    case .quit: dialogue.finish()
    case .nothing: dialogue.readNext()
    case .unknown(let line): dialogue.answer(["unknown: “\(line.harmless)”; try “help”"])
    }
  }

  private func ask(_ wish: PracticeWish) {
    live?.ask(wish) { [weak self] in self?.dialogue.answer($0) }
  }

  /// Counted from 1 for people, from 0 on the bus.
  private func choose(_ number: UInt32, _ question: UInt32) {
    let facts = progress.facts
    switch (facts?.state, facts?.choices.count ?? 0) {
    case ("revealed", _): ask(.grade(question: question, number))
    case ("asking", _) where facts?.mode == "choices" && !progress.showsChoices:
      dialogue.answer(["choices are hidden: “choices” tells them"])
    case ("asking", 0): dialogue.answer(["there are no choices: “reveal” tells the answer"])
    case ("asking", let count) where number < 1 || number > UInt32(count):
      dialogue.answer(["there is no choice \(number): they are 1 to \(count)"])
    default: ask(.answer(question: question, choice: number &- 1))
    }
  }
}

enum PlainPracticeCommand: Equatable {
  case number(UInt32)
  case text(String)
  case grade(UInt32)
  case reveal, undo, choices, question, score, restart, new, help, quit
  case nothing
  case unknown(String)

  /// Case matters only in an answer.
  ///
  /// If answers are typed, a line that is not a command is an answer.
  init(_ line: String, isTyped: Bool) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let first = words.first?.lowercased()
    switch (first, words.count) {
    case (nil, _): self = .nothing
    case ("text", 2...):
      self = .text(words.dropFirst().joined(separator: " "))
    case ("grade", 2) where UInt32(digits: words[1]) != nil:
      self = .grade(UInt32(digits: words[1]) ?? 0)
    case (let word?, 1) where Self.commands[word] != nil:
      self = Self.commands[word] ?? .unknown(line)
    case (let word?, 1) where !isTyped && UInt32(digits: word) != nil:
      self = .number(UInt32(digits: word) ?? 0)
    default: self = isTyped ? .text(words.joined(separator: " ")) : .unknown(line)
    }
  }

  private static let commands: [String: PlainPracticeCommand] = [
    "reveal": .reveal, "undo": .undo, "choices": .choices, "question": .question, "score": .score,
    "restart": .restart, "new": .new, "help": .help, "?": .help, "quit": .quit, "q": .quit,
  ]

  static let helpLines = [
    "1: answer by choice 1, or grade an answer that was revealed",
    "text yes: answer by a text; where answers are typed, any line that is no command is one",
    "reveal: tell the answer",
    "grade 3: say how well it was remembered: \(PracticeEvent.Grade.line)",
    "choices: the choices, a line each", "question: the question once more",
    "undo: take the last response back", "score: how many were right so far",
    "restart: the same again", "new: another session", "quit: the end; the session stays",
  ]
}

struct PracticeLines {
  let progress: PracticeProgress

  var summary: [String] {
    guard let facts = progress.facts else { return [] }
    switch facts.state {
    case "asking", "revealed": return ["\(facts.deck.harmless): \(facts.modeText)"]
    case "finished": return [facts.finishedLine(name: progress.preferences?.profile.name ?? "")]
    default: return ["no session: “new” starts one"]
    }
  }

  var question: [String] {
    guard let facts = progress.facts, facts.isOn else { return [] }
    let said = facts.pronunciation.isEmpty ? "" : " [\(facts.pronunciation.harmless)]"
    let line = "\(facts.place): \(facts.question.harmless)\(said)"
    if facts.state == "revealed" {
      let answer = progress.revealedAnswer.map { ["answer: \($0.harmless)"] } ?? []
      return [line] + answer + ["grade: \(PracticeEvent.Grade.line)"]
    }
    return [line] + (progress.showsChoices && !facts.choices.isEmpty ? choices : [])
  }

  var choices: [String] {
    guard let facts = progress.facts, facts.isOn else { return ["no session: “new” starts one"] }
    guard !facts.choices.isEmpty else { return ["there are no choices"] }
    return facts.choices.enumerated().map { "\($0 + 1) \($1.harmless)" }
  }

  var score: [String] {
    guard let facts = progress.facts, facts.state != "idle" else {
      return ["no session: “new” starts one"]
    }
    return [
      "\(facts.answered) of \(facts.questions) answered, \(facts.firstTry) at the first try, "
        + "\(facts.wrong) wrong, \(facts.dueText)"
    ]
  }

  func outcome(of transition: PracticeTransition) -> [String] {
    guard transition.response != nil, let outcome = progress.outcome else { return [] }
    return [outcome.text(isASCII: true)]
  }

  /// The revealed answer, with the grades if it waits for one.
  func revealed(_ answer: String, _ question: UInt32) -> [String] {
    guard let facts = progress.facts, facts.state == "revealed", facts.questionNumber == question
    else {
      // The next question may already be asked.
      let asked = progress.outcome.map { $0.number == question ? "\($0.question.harmless) = " : "" }
      return ["answer: \(asked ?? "")\(answer.bounded.harmless)"]
    }
    return ["answer: \(answer.bounded.harmless)", "grade: \(PracticeEvent.Grade.line)"]
  }
}
