import SpanGames
import TestSupport
import Testing

@testable import MemoryGame

/// What an opponent remembers, and which cards it may turn up.
@Suite struct OpponentTests {
  @Test func nothingIsRememberedWithSpanZero() {
    var opponent = Opponent(span: .cards(0), pairs: 2, players: 1)
    #expect(opponent.choices == [0, 1, 2, 3])
    opponent.see([up(0, "a")])
    #expect(opponent.choices == [1, 2, 3])
    opponent.see([up(1, "b")])
    // Both are on show, and as good as any.
    #expect(opponent.choices == [0, 1, 2, 3])
  }

  @Test func rememberedPairIsTakenFirst() {
    var opponent = Opponent(span: .perfect, pairs: 3, players: 2)
    opponent.see([up(0, "a")])
    opponent.see([up(1, "b")])
    opponent.see([down(0), down(1), up(2, "a")])
    #expect(opponent.choices == [0])
    opponent.see([up(3, "c")])
    #expect(opponent.choices == [0])
    opponent.see([up(0, "a"), down(2), down(3)])
    #expect(opponent.choices == [2])
    opponent.see([matched(0, "a"), matched(2, "a")])
    #expect(opponent.choices == [4, 5])
  }

  @Test func lastCardsAreRemembered() {
    var opponent = Opponent(span: .cards(3), pairs: 4, players: 2)
    opponent.see([up(0, "a")])
    opponent.see([up(1, "b")])
    opponent.see([down(0), down(1), up(2, "c")])
    opponent.see([up(3, "d")])
    // 0 is forgotten, so 4 has no known mate; of four pairs with two known a known card is better.
    opponent.see([down(2), down(3), up(4, "a")])
    #expect(opponent.choices == [2, 3])
  }

  @Test func seenAgainIsRememberedLonger() {
    var opponent = Opponent(span: .cards(2), pairs: 4, players: 2)
    opponent.see([up(0, "a")])
    opponent.see([up(1, "b")])
    opponent.see([down(1), down(0), up(0, "a")])
    // Had 0 not been seen again, 1 would be remembered as the mate of 2.
    opponent.see([up(2, "b")])
    #expect(opponent.choices == [1, 3, 4, 5, 6, 7])
  }

  @Test func matchedCardsTakeNoRoom() {
    var opponent = Opponent(span: .cards(3), pairs: 4, players: 2)
    opponent.see([up(0, "a")])
    opponent.see([up(1, "b")])
    opponent.see([down(0), down(1), up(2, "b")])
    opponent.see([matched(1, "b"), matched(2, "b")])
    opponent.see([up(3, "c")])
    opponent.see([up(4, "a")])
    #expect(opponent.choices == [0])
  }

  @Test func sidesOfAPairMatch() {
    let mates = FaceMates([("7×8", "56"), ("hello", "hallo"), ("hello", "ciao"), ("bye", "ciao")])
    var opponent = Opponent(span: .perfect, pairs: 3, players: 2, mates: mates)
    opponent.see([up(0, "56")])
    opponent.see([up(1, "hello")])
    opponent.see([down(0), down(1), up(2, "7×8")])
    #expect(opponent.choices == [0])
    opponent.see([matched(0, "56"), matched(2, "7×8")])
    // “hello” and “ciao” could be a pair, until they are seen not to be one.
    opponent.see([up(3, "ciao")])
    #expect(opponent.choices == [1])
    opponent.see([up(1, "hello")])
    #expect(opponent.choices == [4, 5])
    opponent.see([down(1), down(3), up(4, "bye")])
    #expect(opponent.choices == [3])
  }

  @Test func cardsWithUnknownMatesAreTriedAtRandom() {
    var opponent = Opponent(span: .perfect, pairs: 2, players: 1)
    for (card, face) in [(0, "one"), (1, "uno"), (2, "two"), (3, "due")] {
      opponent.see([up(card, face)])
      opponent.see([down(card)])
    }
    #expect(opponent.choices == [0, 1, 2, 3])
    opponent.see([up(0, "one")])
    #expect(opponent.choices == [1, 2, 3])
  }

  @Test func perfectMemoryHasNoRegret() throws {
    var generator = testGenerator()
    for _ in 0..<rounds(300, ofAll: 3000) {
      let pairs = 2 + generator.below(15)
      var game = try makeGame(pairs: pairs, seed: generator.next())
      let opponent = Opponent(span: .perfect, pairs: pairs, players: 1)
      try game.play([opponent], at: at(0), using: &generator)
      #expect(game.isWon)
      #expect(game.regret < Grading.tolerance)
    }
  }

  /// A first card that is known is never better than a new one, so an opponent does not try it.
  @Test func newFirstCardIsBest() {
    let table = ExpectedMoves(pairs: 40)
    for known in 0...40 {
      for unseen in 0...(40 - known) where known + unseen > 0 {
        let choices = MoveChoices(
          table: table, counts: KnownCounts(pairs: 0, singles: known, unseen: unseen))
        #expect(choices.cost(ofFirst: .fresh) < choices.leastCostOfFirst() + Grading.tolerance)
      }
    }
  }

  /// Every first card, and every second card after it, is as likely as any other.
  @Test func spanZeroPlaysUniformly() throws {
    var generator = DealGenerator(seed: 1)
    let opponent = Opponent(span: .cards(0), pairs: 3, players: 1)
    let games = 6000
    var counts = [[Int]](repeating: Array(repeating: 0, count: 6), count: 6)
    for _ in 0..<games {
      var player = opponent
      let first = try #require(player.choice(using: &generator))
      player.see([up(first, "a")])
      counts[first][try #require(player.choice(using: &generator))] += 1
    }
    let expected = Double(games) / 30
    for first in 0..<6 {
      #expect(counts[first][first] == 0)
      for second in 0..<6 where second != first {
        #expect(abs(Double(counts[first][second]) - expected) < 5 * expected.squareRoot())
      }
    }
  }

  @Test func anyChoiceIsLegal() throws {
    var generator = testGenerator()
    for _ in 0..<rounds(300, ofAll: 3000) {
      let players = ["Ann", "Bob", "Cid"].prefix(generator.below(4))
      var game = try makeGame(
        pairs: 2 + generator.below(10), seed: generator.next(), players: Array(players))
      let opponents = (0..<max(game.players.count, 1)).map { _ in
        Opponent(
          span: generator.below(4) == 0 ? .perfect : .cards(generator.below(9)), pairs: game.pairs,
          players: game.players.count)
      }
      try game.play(opponents, at: at(0), using: &generator)
      #expect(game.isWon)
    }
  }
}

private func up(_ number: Int, _ face: String) -> BoardCard {
  BoardCard(number: number, state: .up, face: face)
}

private func down(_ number: Int) -> BoardCard { BoardCard(number: number, state: .down) }

private func matched(_ number: Int, _ face: String) -> BoardCard {
  BoardCard(number: number, state: .matched, face: face)
}
