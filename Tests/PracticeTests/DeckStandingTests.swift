import MemoryGame
import TestSupport
import Testing

@testable import Practice

/// Which decks offer new cards, in which order, and what suspended decks leave out.
@Suite struct DeckStandingTests {
  private let settings = PracticeSettings()
  private let all = SessionOptions(deck: nil, questions: 0, direction: nil, isDue: true)

  /// Decks of four cards each.
  private func trainer(own: [String], others: [String] = []) throws -> Trainer {
    var trainer = Trainer()
    for name in own + others {
      let cards = (0..<4).map { WordCard("\(name) \($0)", "a\($0)") }
      trainer.reviews.setDeck(try makeDeck(cards, name: name), isOwn: own.contains(name))
    }
    return trainer
  }

  /// The decks of the questions of a session over all decks, each once.
  private func asked(_ trainer: inout Trainer) throws -> [String] {
    var generator = SeededGenerator(fixed: 1)
    do throws(PracticeError) {
      _ = try trainer.start(all, settings, at: at(newYear), using: &generator)
    } catch {
      guard case .nothingDue = error else { throw error }
      return []
    }
    var decks: [String] = []
    for question in trainer.session?.questions ?? [] where decks.last != question.deck {
      decks.append(question.deck)
    }
    return decks
  }

  private func answer(_ card: String, of deck: String, in trainer: inout Trainer) {
    trainer.reviews.setSchedule(
      Schedule(first: .good, at: newYear - 50 * Schedule.day),
      of: .side(deck: deck.lowercased(), first: card), .backward)
  }

  /// After an import of Japanese words the first day's ten new cards were capitals.
  @Test func onlyOwnAndStartedDecksOfferNewCards() throws {
    var trainer = try trainer(own: ["Words"], others: ["Capitals", "Basics"])
    _ = trainer.reviews.dateDecks { _ in 1 }
    #expect(try asked(&trainer) == ["Words"])
    #expect(trainer.reviews.newCount(settings, at: at(newYear)) == 4)
    let counts = try #require(
      trainer.reviews.counts(ofDeck: "capitals", settings, at: at(newYear)))
    #expect(counts.new == 0 && counts.unseen == 4 && !counts.offersNew)
    // By its name its new cards are asked, and from then on always.
    var generator = SeededGenerator(fixed: 1)
    let options = SessionOptions(deck: "CAPITALS", questions: 0, direction: nil, isDue: true)
    var step = try trainer.start(options, settings, at: at(newYear), using: &generator)
    #expect(trainer.session?.questions.count == 4)
    #expect(try asked(&trainer) == ["Words"])
    trainer.noteStart(in: &step, at: newYear)
    #expect(
      step.standings?.after == ["capitals": DeckStanding(addedAt: newYear, isStarted: true)])
    #expect(try asked(&trainer) == ["Words", "Capitals"])
    // What could not be stored has not happened.
    trainer.revert(step, to: .idle)
    #expect(try asked(&trainer) == ["Words"])
    // An answer to one of its cards starts a deck too; the card that is due comes first.
    answer("Basics 2", of: "Basics", in: &trainer)
    #expect(try asked(&trainer) == ["Basics", "Words", "Basics"])
    #expect(trainer.session?.questions.first?.direction == .backward)
    trainer.forgetReviews()
    #expect(try asked(&trainer) == ["Words"])
  }

  @Test func theOrderIsTheUsersThenByTimeThenByName() throws {
    var trainer = try trainer(own: ["A", "B", "C", "D"], others: ["Aa"])
    _ = trainer.reviews.dateDecks { ["A": 3, "B": 1, "C": 3, "D": 2][$0] ?? 0 }
    func order() -> [String] { trainer.reviews.reviewedDecksInOrder.map(\.deck.name) }
    func setOrder(_ keys: [String]) -> Set<String> {
      let step = trainer.setStandings(trainer.reviews.standings(inOrder: keys), at: newYear)
      return Set(step.standings?.after.keys ?? [:].keys)
    }
    #expect(order() == ["B", "D", "A", "C", "Aa"])
    #expect(trainer.reviews.dateDecks { _ in 9 } == nil)
    #expect(setOrder(["c", "aa"]) == ["c", "aa"])
    #expect(order() == ["C", "Aa", "B", "D", "A"])
    #expect(try asked(&trainer) == ["C", "B", "D"])
    // The second order replaces the first one, also for a deck that is gone meanwhile.
    trainer.reviews.removeDeck(named: "C")
    #expect(setOrder(["a"]) == ["a", "c", "aa"])
    trainer.reviews.setDeck(try makeDeck(plainCards(2), name: "C"))
    #expect(order() == ["A", "B", "D", "C", "Aa"])
    #expect(setOrder(["a"]).isEmpty)
    #expect(setOrder([]) == ["a"] && order() == ["B", "D", "A", "C", "Aa"])
  }

  @Test func aSuspendedDeckIsNeitherDueNorNewNorAsked() throws {
    var trainer = try trainer(own: ["A", "B"])
    answer("A 1", of: "A", in: &trainer)
    answer("B 1", of: "B", in: &trainer)
    #expect(trainer.reviews.survey(on: newYear.day).due == 2)
    #expect(try asked(&trainer) == ["A", "B", "A", "B"])
    let before = try #require(trainer.question)
    let suspended = ["a": DeckStanding(isSuspended: true)]
    let step = trainer.setStandings(suspended, at: newYear)
    // The running session goes on without its questions.
    #expect(step.session == .asked && step.standings?.after == suspended)
    #expect(before.deck == "A" && trainer.question?.deck == "B")
    #expect(trainer.setStandings(suspended, at: newYear).isEmpty)
    #expect(trainer.reviews.survey(on: newYear.day).due == 1)
    #expect(trainer.reviews.survey(on: 0).next != nil)
    #expect(trainer.reviews.newCount(settings, at: at(newYear)) == 3)
    #expect(trainer.reviews.reviewsAhead(from: newYear.day, days: 1) == [1])
    let counts = try #require(trainer.reviews.counts(ofDeck: "A", settings, at: at(newYear)))
    #expect(counts.due == 0 && counts.new == 0 && counts.unseen == 3)
    #expect(try asked(&trainer) == ["B"])
    var generator = SeededGenerator(fixed: 1)
    for isDue in [true, false] {
      #expect(throws: PracticeError.deckSuspended("A")) {
        let options = SessionOptions(deck: "a", questions: 3, isDue: isDue)
        _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
      }
    }
    _ = trainer.setStandings(["a": DeckStanding()], at: newYear)
    #expect(try asked(&trainer) == ["A", "B", "A", "B"])
  }

  /// A session of one deck ends with it; a restart says why it cannot begin.
  @Test func theSessionOfASuspendedDeckIsOver() throws {
    var trainer = try trainer(own: ["A", "B"])
    var generator = SeededGenerator(fixed: 1)
    _ = try trainer.start(
      SessionOptions(deck: "A", questions: 3), settings, at: at(newYear), using: &generator)
    let question = try #require(trainer.question)
    _ = try trainer.answer(1, choice: question.rightIndex, settings, at: newYear)
    let step = trainer.setStandings(["a": DeckStanding(isSuspended: true)], at: newYear)
    #expect(trainer.state.isFinished && step.finished != nil)
    #expect(throws: PracticeError.deckSuspended("A")) {
      try trainer.restart(settings, at: at(newYear), using: &generator)
    }
  }

  /// A session of which nothing was answered counted as practice of its day.
  @Test func aSessionThatWasNotBegunIsNotDone() throws {
    var trainer = try trainer(own: ["A", "B"])
    var generator = SeededGenerator(fixed: 1)
    _ = try trainer.start(
      SessionOptions(deck: "A", questions: 3), settings, at: at(newYear), using: &generator)
    let step = trainer.setStandings(["a": DeckStanding(isSuspended: true)], at: newYear)
    #expect(trainer.state.isFinished && !trainer.state.isDone && step.finished != nil)
  }

  /// The cards of a deck of one answer were new for ever, and never asked.
  @Test func aDeckOfOneAnswerOffersNothing() throws {
    var trainer = try trainer(own: ["A"])
    let same = [WordCard("one", "same"), WordCard("two", " same")]
    trainer.reviews.setDeck(try makeDeck(same, name: "Same"))
    #expect(trainer.reviews.newCount(settings, at: at(newYear)) == 4)
    #expect(trainer.reviews.counts(ofDeck: "same", settings, at: at(newYear))?.new == 0)
    #expect(try asked(&trainer) == ["A"])
  }

  /// One guid in two decks is one card; each deck that has it may be suspended.
  @Test func aCardOfTwoDecksIsAskedInTheActiveOne() throws {
    var generator = SeededGenerator(for: "aCardOfTwoDecksIsAskedInTheActiveOne")
    let names = ["a", "b", "c"]
    for _ in 0..<rounds(300, ofAll: 5_000) {
      var trainer = Trainer()
      var members: [String: Set<Int>] = [:]
      var suspended: Set<String> = []
      for _ in 0..<20 {
        let name = names.randomElement(using: &generator) ?? "a"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          trainer.reviews.removeDeck(named: name)
          members[name] = nil
        case 1:
          let isSuspended = Bool.random(using: &generator)
          _ = trainer.setStandings([name: DeckStanding(isSuspended: isSuspended)], at: 0)
          if isSuspended { suspended.insert(name) } else { suspended.remove(name) }
        default:
          let numbers = (0..<6).filter { _ in Bool.random(using: &generator) }
          let cards = numbers.map { WordCard("q\($0)", "a\($0)", guid: "\($0)") }
          trainer.reviews.setDeck(try makeDeck(cards + cards, name: name))
          members[name] = Set(numbers)
        }
        let activeDecks = members.filter { !suspended.contains($0.key) }.values
        let active = activeDecks.reduce(Set<Int>()) { $0.union($1) }
        // A deck of one answer offers nothing.
        let offered = activeDecks.filter { $0.count > 1 }.reduce(Set<Int>()) { $0.union($1) }
        check(
          trainer.reviews.newCount(settings, at: at(newYear)) == offered.count, "new cards")
        let present = members.values.reduce(Set<Int>()) { $0.union($1) }
        check(
          (0..<6).allSatisfy { number in
            trainer.reviews.isLeftOut(.guid("\(number)"))
              == (present.contains(number) && !active.contains(number))
          }, "cards that are left out")
        var asked: Set<String> = []
        trainer.reviews.forEachNew(ofDeck: nil, nil, at: at(newYear)) { card in
          check(!suspended.contains(card.deck.name), "decks that are asked")
          asked.insert(card.deck.cards[card.index].first)
          return true
        }
        check(asked.count == offered.count, "cards that are asked")
      }
    }
  }
}
