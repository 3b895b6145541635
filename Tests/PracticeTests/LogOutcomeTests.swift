import MemoryGame
import TestSupport
import Testing

@testable import Practice

@Suite struct LogOutcomeTests {
  private let laptop = Machine.numbered(1)
  private let desktop = Machine.numbered(2)
  private let card = CardIdentity.side(deck: "d", first: "dog")

  private func answer(_ card: CardIdentity, at: UInt64, _ rating: Rating = .good)
    -> LogEvent.Content
  {
    .review(ReviewEvent(card, .forward, .answer(rating, .choices), at: at, on: 1))
  }

  private func imported(
    _ card: CardIdentity, at: UInt64, _ direction: Direction = .forward
  ) -> LogEvent.Content {
    .review(ReviewEvent(card, direction, .imported(.easy), at: at, on: 1))
  }

  /// The outcome of events, which is the same in both orders.
  private func outcome(
    _ events: [(machine: Machine, sequence: UInt64, stamp: UInt64, content: LogEvent.Content)]
  ) -> LogOutcome {
    let events = events.map { LogEvent(EventID($0.machine, $0.sequence), at: $0.stamp, $0.content) }
    func union(_ events: some Sequence<LogEvent>) -> LogOutcome {
      var union = LogUnion()
      for event in events { union.insert(event) }
      return LogOutcome(union)
    }
    #expect(union(events) == union(events.reversed()))
    return union(events)
  }

  private func times(_ outcome: LogOutcome, _ direction: Direction = .forward) -> [UInt64]? {
    outcome.histories[LogOutcome.Key(card: card, direction: direction)]?.rows.map(\.at)
  }

  @Test func theNewestSettingCounts() {
    let retention = Fact(.setting, named: "retention")
    let outcome = outcome([
      (laptop, 1, 10, .fact(retention, "0.8")), (desktop, 1, 11, .fact(retention, "0.9")),
      (laptop, 2, 12, .fact(Fact(.setting, named: "breaks"), "2026-12-24..2027-01-02")),
      (desktop, 2, 13, .fact(Fact(.setting, named: "breaks"), nil)),
      (desktop, 3, 20, .fact(Fact(.setting, named: "spread"), "true")),
      (laptop, 3, 20, .fact(Fact(.setting, named: "spread"), "false")),
    ])
    // Of equal stamps the machine decides, by its name.
    let last = laptop.name > desktop.name ? "false" : "true"
    #expect(outcome.settings == ["retention": "0.9", "spread": last])
  }

  @Test func reviewsOfTwoMachinesAreTwo() {
    #expect(
      times(
        outcome([(laptop, 1, 20, answer(card, at: 20)), (desktop, 1, 10, answer(card, at: 10))]))
        == [10, 20])
  }

  /// A clock that was set back must not change which answer came first.
  @Test func answersKeepTheOrderInWhichTheyWereGiven() {
    #expect(
      times(outcome([(laptop, 1, 20, answer(card, at: 20)), (laptop, 2, 21, answer(card, at: 5))]))
        == [20, 5])
  }

  @Test func aReviewThatWasTakenBackIsNone() {
    #expect(
      times(
        outcome([
          (laptop, 1, 1, answer(card, at: 1)), (laptop, 2, 2, answer(card, at: 2)),
          (laptop, 3, 3, .unreview(EventID(laptop, 2))),
          // Of a review that has not arrived.
          (laptop, 4, 4, .unreview(EventID(desktop, 7))),
        ])) == [1])
  }

  @Test func theSameImportIsOneReview() {
    #expect(
      times(
        outcome([
          (laptop, 1, 9_000_001, imported(card, at: 5_000_000)),
          (desktop, 1, 9_000_002, imported(card, at: 5_000_400)),
          (laptop, 2, 9_000_003, answer(card, at: 9_000_003)),
          (laptop, 3, 9_000_004, imported(card, at: 9_000_000)),
        ])) == [5_000_400, 9_000_003])
    let turned = outcome([
      (laptop, 1, 1, imported(card, at: 5000)),
      (desktop, 1, 2, imported(card, at: 5000, .backward)),
    ])
    #expect(times(turned) == nil && times(turned, .backward) == [5000])
  }

  /// A disk that was cloned has the reviews of the other one, under its own name later.
  @Test func anAnswerOfAMachineAndItsCloneIsOne() {
    #expect(
      times(
        outcome([(laptop, 1, 20, answer(card, at: 20)), (desktop, 4, 25, answer(card, at: 20))]))
        == [20])
  }

  @Test func aScheduleThatWasTakenOverIncludesWhatWasBefore() {
    let state = ReviewEvent(
      card, .forward, .state(MemoryState(clamping: 3, difficulty: 5), introducedAt: 1), at: 10,
      on: 1
    )
    #expect(
      times(
        outcome([
          (laptop, 1, 30, .review(state)), (laptop, 2, 31, imported(card, at: 5)),
          (laptop, 3, 32, answer(card, at: 32)),
        ])) == [10, 32])
  }

  @Test func aCardTakesItsPastAlong() {
    let (cat, guid) = (CardIdentity.side(deck: "d", first: "cat"), CardIdentity.guid("g"))
    let events: [(Machine, UInt64, UInt64, LogEvent.Content)] = [
      (laptop, 1, 1, answer(cat, at: 1)), (laptop, 2, 2, answer(card, at: 2)),
      (laptop, 3, 3, .fact(Fact(.suspended, of: cat), "yes")),
      (laptop, 4, 4, .rename(cat, to: card)), (laptop, 5, 5, answer(cat, at: 5)),
    ]
    // It trades with the card that had its name.
    let renamed = outcome(events)
    #expect(times(renamed) == [1] && renamed.suspended == [card])
    #expect(
      renamed.histories[LogOutcome.Key(card: cat, direction: .forward)]?.rows.map(\.at) == [2, 5])
    // A machine that does not know the guid yet means it all the same.
    let named = outcome(
      events + [(laptop, 6, 6, .rename(card, to: guid)), (desktop, 1, 9, answer(card, at: 9))])
    #expect(
      named.histories[LogOutcome.Key(card: guid, direction: .forward)]?.rows.map(\.at) == [1, 9])
    #expect(named.suspended == [guid])
  }

  @Test func aCardThatIsGoneComesBackByAReviewOnly() {
    let gone = Fact(.gone, of: card)
    #expect(
      outcome([(laptop, 1, 1, answer(card, at: 1)), (laptop, 2, 2, .fact(gone, "yes"))]).gone
        == [card])
    #expect(
      outcome([(laptop, 1, 2, .fact(gone, "yes")), (desktop, 1, 3, answer(card, at: 1))]).gone == []
    )
    #expect(
      outcome([(laptop, 1, 2, .fact(gone, "yes")), (desktop, 1, 3, .fact(gone, nil))]).gone == [])
  }

  @Test func aMovedDayIsThatOfItsReview() {
    let outcome = outcome([
      (laptop, 1, 1, answer(card, at: 1)),
      (desktop, 1, 2, .fact(Fact(dayAfter: EventID(laptop, 1)), "25")),
    ])
    #expect(
      outcome.histories[LogOutcome.Key(card: card, direction: .forward)]?.rows.map(\.chosenDay)
        == [25])
  }

  @Test func whatIsForgottenDoesNotComeBack() {
    let outcome = outcome([
      (laptop, 1, 1, answer(card, at: 1)), (laptop, 2, 2, .fact(Fact(.suspended, of: card), "yes")),
      (desktop, 1, 3, answer(card, at: 3)), (desktop, 2, 4, answer(card, at: 4)),
      (laptop, 3, 5, .fact(Fact(.started, named: "d"), "yes")),
      (laptop, 4, 6, .fact(Fact(.setting, named: "retention"), "0.8")),
      (laptop, 5, 7, .forget([laptop: 4, desktop: 1])), (laptop, 6, 8, .forget([laptop: 2])),
    ])
    #expect(times(outcome) == [4])
    #expect(outcome.suspended == [card] && outcome.settings == ["retention": "0.8"])
    #expect(outcome.standings.isEmpty)
  }

  @Test func decksStandAsTheyDidLast() {
    let outcome = outcome([
      (laptop, 1, 1, .fact(Fact(.place, named: "d"), "2")),
      (laptop, 2, 2, .fact(Fact(.added, named: "d"), "17")),
      (desktop, 1, 3, .fact(Fact(.started, named: "d"), "yes")),
      (desktop, 2, 4, .fact(Fact(.deckSuspended, named: "e"), "yes")),
      (desktop, 3, 5, .fact(Fact(.machine, named: desktop.name), "desktop")),
    ])
    #expect(
      outcome.standings == [
        "d": DeckStanding(place: 2, addedAt: 17, isStarted: true),
        "e": DeckStanding(isSuspended: true),
      ])
    #expect(outcome.machineNames == [desktop.name: "desktop"])
  }
}
