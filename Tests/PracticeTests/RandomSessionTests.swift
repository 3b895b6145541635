import TestSupport
import Testing

@testable import Practice

/// What must hold in every session, over thousands of them on random decks, played to the end.
@Suite struct RandomSessionTests {
  @Test(arguments: PracticeMode.allCases)
  func sessionsPlayedToTheEnd(_ mode: PracticeMode) throws {
    var generator = SeededGenerator(for: "sessionsPlayedToTheEnd(\(mode))")
    var played = 0
    let sessions = rounds(300, ofAll: 1000)
    for _ in 0..<sessions {
      let cards = randomCards(1...14, using: &generator)
      let direction = Direction.allCases.randomElement(using: &generator) ?? .forward
      let plain = PlainDeck(cards: cards, direction: direction)
      var player = Player(trainer: try makeTrainer(cards), deck: plain)
      let options = SessionOptions(
        deck: "test", questions: .random(in: 3...20, using: &generator), direction: direction,
        mode: mode)
      let began = try begin(&player, options, using: &generator)
      if !began { continue }
      played += 1
      try player.playToTheEnd(using: &generator)
      try player.restart(using: &generator)
      try player.playToTheEnd(using: &generator)
    }
    #expect(played > sessions * 3 / 10)
  }

  /// Starts a session, and returns whether the deck is large enough for it.
  private func begin(
    _ player: inout Player, _ options: SessionOptions,
    using generator: inout some RandomNumberGenerator
  ) throws -> Bool {
    let questions =
      options.mode == .choices ? player.deck.askable : player.deck.questions
    do throws(PracticeError) {
      _ = try player.trainer.start(
        options, PracticeSettings(), at: at(newYear), using: &generator)
    } catch {
      check(error == .deckTooSmall("Test"), "only a deck too small is refused")
      check(
        player.deck.answers.count < 2 || questions.isEmpty,
        "a deck with two answers and a question for them is played")
      return false
    }
    check(player.deck.answers.count >= 2, "a deck with one answer is refused")
    let session = try #require(player.trainer.session)
    check(
      session.questions.count == min(options.questions, questions.count),
      "a session is as long as it was asked to be, or as the deck allows")
    return true
  }
}

/// Like `#expect`, but much faster if nothing is wrong.
func check(
  _ holds: Bool, _ rule: Comment, sourceLocation: SourceLocation = #_sourceLocation
) {
  if !holds { Issue.record(rule, sourceLocation: sourceLocation) }
}

/// Answers at random, and counts everything independently of the sources.
struct Player {
  var trainer: Trainer
  let deck: PlainDeck
  var settings = PracticeSettings()
  var time = newYear

  private var asked: Set<String> = []
  private var tried: Set<Int> = []
  private var right = 0
  private var wrong = 0
  private var firstTry = 0
  private var choices: [Int: [String]] = [:]
  /// The order in which the questions that are left come.
  private var queue: [Int] = []

  init(trainer: Trainer, deck: PlainDeck) {
    self.trainer = trainer
    self.deck = deck
  }

  mutating func restart(using generator: inout some RandomNumberGenerator) throws {
    let options = trainer.session?.options
    let step = try trainer.restart(settings, at: at(time), using: &generator)
    check(trainer.session?.options == options, "a restart keeps what was asked for")
    check(step.asked == trainer.question && step.asked?.number == 1, "a restart leads out")
    check(trainer.session?.responses.isEmpty == true, "a restart begins with empty logs")
  }

  mutating func playToTheEnd(using generator: inout some RandomNumberGenerator) throws {
    let session = try #require(trainer.session)
    (asked, tried, right, wrong, firstTry, choices) = ([], [], 0, 0, 0, [:])
    queue = Array(1...session.questions.count)
    while let question = trainer.question {
      check(question.number == queue.first, "questions come in the order of the rules")
      look(at: question, session.options)
      try refuseStale(question)
      let before = trainer
      let step = try respond(to: question, session.options.mode, using: &generator)
      compareCounters(step)
      if Int.random(in: 0..<4, using: &generator) == 0 {
        try takeBackAndForth(from: before, step)
      }
    }
    check(asked.count == session.questions.count, "each question was asked")
    guard case .finished(let finished) = trainer.state else {
      Issue.record("a session without a question is finished")
      return
    }
    check(finished.answered == session.questions.count, "all was answered")
    let (settings, time) = (settings, time)
    expect(.sessionFinished) { try $0.reveal(1, settings, at: time) }
  }

  private mutating func expect(
    _ refusal: PracticeError, _ body: (inout Trainer) throws -> PracticeStep
  ) {
    do {
      _ = try body(&trainer)
      Issue.record("\(refusal) was expected")
    } catch {
      check(error as? PracticeError == refusal, "\(error) is not \(refusal)")
    }
  }

  /// Checks what a question shows.
  private mutating func look(at question: Question, _ options: SessionOptions) {
    if let shown = choices[question.number] {
      check(shown == question.choices, "the choices and their order stay")
    } else {
      choices[question.number] = question.choices
      check(asked.insert(PlainDeck.trimmed(question.text)).inserted, "no question comes twice")
    }
    let expected = options.direction == .forward
    check(expected || question.pronunciation.isEmpty, "the answer's pronunciation is not shown")
    guard options.mode == .choices else {
      check(question.choices.isEmpty, "only the mode choices shows choices")
      return
    }
    let right = question.choices.filter { deck.isRight($0, to: question.text) }
    check(right.count == 1, "exactly one choice is right")
    let shown = Set(question.choices.map(PlainDeck.trimmed))
    check(shown.count == question.choices.count, "the choices differ")
    check(shown.isSubset(of: deck.answers), "the choices are answers of the deck")
    let wrong = deck.answers.filter { !deck.isRight($0, to: question.text) }.count
    check(question.choices.count == 1 + min(wrong, 2), "there are as many choices as there can be")
  }

  /// A stale click answers nothing.
  private mutating func refuseStale(_ question: Question) throws {
    let before = trainer.state
    let number = question.number
    let stale = number == 1 ? number + 1 : number - 1
    let (settings, time) = (settings, time)
    for choice in [0, 99] {
      expect(.questionChanged) { try $0.answer(stale, choice: choice, settings, at: time) }
    }
    expect(.questionChanged) { try $0.answer(stale, text: "a0", settings, at: time) }
    expect(.questionChanged) { try $0.reveal(stale, settings, at: time) }
    expect(.questionChanged) { try $0.grade(stale, .easy, settings, at: time) }
    let choice = question.choices.count
    expect(.noSuchChoice) { try $0.answer(number, choice: choice, settings, at: time) }
    check(trainer.state == before, "a refused call changes nothing")
  }

  private mutating func respond(
    to question: Question, _ mode: PracticeMode, using generator: inout some RandomNumberGenerator
  ) throws -> PracticeStep {
    time += .random(in: 1...Schedule.day, using: &generator)
    let number = question.number
    if mode == .recall {
      let first = try trainer.reveal(number, settings, at: time)
      check(deck.isRight(first.revealed ?? "", to: question.text), "the right answer is revealed")
      let again = try trainer.reveal(number, settings, at: time)
      check(
        again.session == nil && again.revealed == first.revealed, "revealing twice is no matter")
      let rating = Rating.allCases.randomElement(using: &generator) ?? .good
      note(number, rating != .again, movesToEnd: rating == .again)
      return try trainer.grade(number, rating, settings, at: time)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      note(number, false, movesToEnd: true)
      let step = try trainer.reveal(number, settings, at: time)
      check(deck.isRight(step.revealed ?? "", to: question.text), "the right answer is revealed")
      check(step.given?.answer == "", "who gives up has given no answer")
      return step
    }
    let answer: String
    let step: PracticeStep
    if mode == .choices {
      let choice = Int.random(in: question.choices.indices, using: &generator)
      answer = question.choices[choice]
      step = try trainer.answer(number, choice: choice, settings, at: time)
    } else {
      answer = deck.answers.sorted().randomElement(using: &generator) ?? ""
      step = try trainer.answer(number, text: answer, settings, at: time)
    }
    // Typed `a1; a2` is right only if it is a whole answer; each of its parts is right.
    let isRight = step.given?.isCorrect ?? false
    if mode == .choices || isRight || !answer.contains(";") && !answer.contains(" / ") {
      check(isRight == deck.isRight(answer, to: question.text), "right is what the deck says")
    }
    let given = step.given?.answer ?? ""
    // A right answer is reported as the card has it, a wrong one as it was given.
    check(
      isRight && mode == .typed
        ? deck.answers(to: question.text).contains(given)
        : PlainDeck.trimmed(given) == PlainDeck.trimmed(answer), "the answer is reported")
    note(number, isRight, movesToEnd: false)
    return step
  }

  private mutating func note(_ number: Int, _ isRight: Bool, movesToEnd: Bool) {
    let isFirst = tried.insert(number).inserted
    if isRight {
      right += 1
      queue.removeFirst()
      if isFirst { firstTry += 1 }
    } else {
      wrong += 1
      if movesToEnd { queue.append(queue.removeFirst()) }
    }
  }

  private func compareCounters(_ step: PracticeStep) {
    guard let session = trainer.session else { return }
    check(session.answered == right, "Answered is the right responses")
    check(session.wrong == wrong, "Wrong is the wrong responses")
    check(session.firstTry == firstTry, "FirstTry is what was right at first")
    check(
      (step.finished != nil) == queue.isEmpty, "the end is reported when it comes, and only then")
    if let finished = step.finished { check(finished == session, "the end reports the session") }
  }

  /// Undo restores schedule, logs and counters; the same response then leads to the same again.
  private mutating func takeBackAndForth(from before: Trainer, _ step: PracticeStep) throws {
    let after = trainer
    let undone = try trainer.undo(at: time)
    check(
      trainer.session?.responses == before.session?.responses
        && trainer.session?.questions == before.session?.questions, "undo restores the logs")
    check(trainer.question == before.question, "undo restores the question")
    check((undone.schedule == nil) == (step.schedule == nil), "undo reports the schedule")
    if let changed = step.schedule {
      let schedule = before.reviews.schedule(of: changed.card, changed.direction)
      check(
        trainer.reviews.schedule(of: changed.card, changed.direction) == schedule
          && undone.schedule?.schedule == schedule, "undo restores the schedule")
    }
    for day in 0..<4 {
      let now = at(time + UInt64(day) * Schedule.day)
      check(
        trainer.reviews.survey(on: now.day) == before.reviews.survey(on: now.day)
          && trainer.reviews.allowance(settings, at: now)
            == before.reviews.allowance(settings, at: now),
        "undo restores what is due and new")
    }
    trainer = after
  }
}
