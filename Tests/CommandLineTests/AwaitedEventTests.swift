import BoardLayout
import MemorizeBus
import MemoryGame
import Testing

@testable import memorize

/// What a state proves about the time after a revision.
@Suite struct AwaitedEventTests {
  private static let down: [(CardState, String)] = Array(repeating: (.down, ""), count: 4)
  private static let two: [(CardState, String)] = [(.up, "a"), (.up, "b")]

  private func known(_ game: GameState, since revision: UInt64) -> Set<AwaitedEvent> {
    Set(AwaitedEvent.allCases.filter { $0.isKnown(from: game, since: revision) })
  }

  @Test func nothingIsKnownOfTheSameRevision() throws {
    let game = Fake.game(revision: 9, state: "won", matched: 1, flips: 2, moves: 1)
    #expect(known(game, since: 9).isEmpty)
  }

  @Test func aWonGameWasWonAfterAnyOtherRevision() throws {
    let game = Fake.game(revision: 9, state: "won", matched: 2, flips: 6, moves: 3)
    #expect(known(game, since: 8) == [.changed, .won, .matched])
  }

  @Test func aGameHasBegunAtMostSoLateAsItsStepsAllow() throws {
    // Six flips, two misses: it was dealt by revision 12 at the latest, and by 10 at the earliest.
    let game = Fake.game(
      revision: 18, cards: Self.down, pairs: 2, matched: 1, flips: 6, moves: 3)
    #expect(known(game, since: 9) == [.changed, .started, .matched, .mismatched])
    #expect(known(game, since: 10) == [.changed])
    #expect(known(game, since: 17) == [.changed])
  }

  @Test func aMismatchOnShowIsKnown() throws {
    let game = Fake.game(revision: 5, cards: Self.two, pairs: 2, flips: 2, moves: 1)
    #expect(known(game, since: 4) == [.changed, .mismatched])
    // It was not turned down, so the deal is known exactly: revision 3.
    #expect(known(game, since: 3) == [.changed, .mismatched])
    #expect(known(game, since: 2) == [.changed, .mismatched, .started])
  }

  @Test func aMatchIsKnownWhereNoMoveHasFailed() throws {
    let matched = Fake.game(
      revision: 5, cards: Self.down, pairs: 2, matched: 1, flips: 2, moves: 1)
    #expect(known(matched, since: 4) == [.changed, .matched])
    // It may have been a Conceal.
    let unknown = Fake.game(
      revision: 9, cards: Self.down, pairs: 2, matched: 1, flips: 4, moves: 2)
    #expect(known(unknown, since: 8) == [.changed])
  }

  @Test func aSmallerRevisionIsOfAServiceThatBeganAnew() throws {
    let game = Fake.game(revision: 2, cards: Self.down, pairs: 2, flips: 1)
    #expect(known(game, since: 50) == [.changed, .started])
    let none = Fake.game(revision: 0, state: "no-game", pairs: 0)
    #expect(known(none, since: 50) == [.changed])
  }

  @Test func numbersThatDoNotFitAreNoEnd() throws {
    // A service of another version may publish anything.
    let game = Fake.game(
      revision: 1, cards: Self.two, pairs: .max, matched: .max, flips: .max, moves: 0)
    #expect(known(game, since: 0) == [.changed, .mismatched])
  }
}
