import SpanGames
import TestSupport
import Testing

@testable import MemoryGame

/// Opponents against each other, in the same games in each run: what they show is only likely.
@Suite struct DuelTests {
  struct Values: Decodable {
    struct Row: Decodable {
      let pairs: Int
      let known: [Entry]
    }
    struct Entry: Decodable {
      let value: Double
      let move: Int
    }
    let rows: [Row]
  }

  @Test func vectors() throws {
    let rows = try (fixture("duel", of: .module) as Values).rows
    let values = DuelValues(pairs: try #require(rows.last).pairs)
    for row in rows {
      #expect(row.known.count == row.pairs + 1)
      for (known, entry) in row.known.enumerated() {
        let value = values.value(left: row.pairs, known: known)
        #expect(abs(value - entry.value) < 1e-9, "\(row.pairs) pairs, \(known) known")
        #expect(values.prefersKnown(left: row.pairs, known: known) == (entry.move == 1))
      }
    }
  }

  @Test(arguments: 2...12) func twoPerfectPlayersScoreAsTheTableSays(pairs: Int) throws {
    let games = rounds(300, ofAll: 10_000)
    let leads = try leads(of: [.perfect, .perfect], pairs: pairs, games: games)
    let mean = leads.mean
    let error = (leads.variance / Double(games)).squareRoot()
    let value = DuelValues(pairs: pairs).value(left: pairs, known: 0)
    #expect(abs(mean - value) < 4 * error, "\(mean) instead of \(value)")
  }

  @Test(arguments: [0, 2, 5, 7, 9]) func perfectMemoryBeats(span: Int) throws {
    // Each begins as often as the other.
    let games = rounds(100, ofAll: 1000)
    let first = try leads(of: [.perfect, .cards(span)], pairs: 12, games: games)
    let second = try leads(of: [.cards(span), .perfect], pairs: 12, games: games)
    let mean = (first.mean - second.mean) / 2
    #expect(mean > 0)
    let wins = first.count { $0 > 0 } + second.count { $0 < 0 }
    let losses = first.count { $0 < 0 } + second.count { $0 > 0 }
    #expect(wins > losses)
  }

  @Test(arguments: [(0, 2), (2, 3), (3, 5), (5, 7), (7, 12)])
  func theLargerSpanWinsMoreOften(small: Int, large: Int) throws {
    let games = rounds(100, ofAll: 1000)
    let first = try leads(of: [.cards(large), .cards(small)], pairs: 12, games: games)
    let second = try leads(of: [.cards(small), .cards(large)], pairs: 12, games: games)
    let wins = first.count { $0 > 0 } + second.count { $0 < 0 }
    let losses = first.count { $0 < 0 } + second.count { $0 > 0 }
    #expect(wins > losses)
  }

  /// The points of the first player minus those of the second.
  private func leads(of spans: [MemorySpan], pairs: Int, games: Int) throws -> [Double] {
    var generator = DealGenerator(seed: UInt64(pairs))
    let theme = try makeTheme(size: pairs)
    let players = spans.map { Opponent(span: $0, pairs: pairs, players: spans.count) }
    return try (0..<games).map { _ in
      let deal = try Deal(theme: theme, pairs: pairs, seed: generator.next())
      var game = try Game(
        GameBeginning(deal: deal, players: ["One", "Two"], startedAt: at(0)))
      try game.play(players, at: at(0), using: &generator)
      return Double(game.players[0].score - game.players[1].score)
    }
  }
}

extension [Double] {
  fileprivate var mean: Double { reduce(0, +) / Double(count) }

  fileprivate var variance: Double {
    let mean = mean
    return map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count - 1)
  }
}
