import Foundation
import TestSupport
import Testing

@testable import MemoryGame

@Suite struct VectorTests {
  struct Deals: Decodable {
    struct Entry: Decodable {
      let seed: String
      let pairs: Int
      let cards: [String]
    }
    let faces: [String]
    let deals: [Entry]
  }

  @Test func deals() throws {
    let file = try fixture("deals", of: .module) as Deals
    #expect(!file.deals.isEmpty)
    let theme = try makeTheme(file.faces)
    for entry in file.deals {
      let seed = try #require(UInt64(entry.seed))
      let deal = try Deal(theme: theme, pairs: entry.pairs, seed: seed)
      #expect(deal.faces.map(\.text) == entry.cards)
    }
  }

  struct Scores: Decodable {
    struct Sequence: Decodable {
      let moves: [[String]]
      let running: [Int]
    }
    struct Timed: Decodable {
      let seconds: [Double]
      let running: [Int]
    }
    let sequences: [Sequence]
    let timed: Timed
  }

  @Test func scores() throws {
    let file = try fixture("scores", of: .module) as Scores
    for sequence in file.sequences {
      let seconds = sequence.moves.map { _ in 1.0 }
      #expect(try scores(of: sequence.moves, seconds, .classic) == sequence.running)
    }
    let moves = try #require(file.sequences.first).moves
    #expect(try scores(of: moves, file.timed.seconds, .timed) == file.timed.running)
  }

  /// Plays moves that name their cards as face and copy, and returns the score after each.
  private func scores(
    of moves: [[String]], _ seconds: [Double], _ scoring: Scoring
  ) throws -> [Int] {
    let faces = Set(moves.joined().map { String($0.dropLast()) }).sorted()
    let deal = try Deal(theme: makeTheme(faces), pairs: faces.count, seed: 1)
    var game = try Game(GameBeginning(deal: deal, scoring: scoring, startedAt: at(0)))
    func number(_ name: String) throws -> Int {
      let face = try Face(String(name.dropLast()))
      let places = deal.faces.indices.filter { deal.faces[$0] == face }
      return name.hasSuffix("a") ? places[0] : places[1]
    }
    var time = 0.0
    return try zip(moves, seconds).map { move, elapsed in
      time += 20
      if try game.card(number(move[0])).state == .up { _ = try game.conceal(at: at(time)) }
      _ = try game.flip(number(move[0]), at: at(time))
      _ = try game.flip(number(move[1]), at: at(time + elapsed))
      return game.score
    }
  }

  struct Par: Decodable {
    struct Entry: Decodable {
      let k: Int
      let u: Int
      let value: Double
    }
    let par: [String: Double]
    let entries: [Entry]

    enum CodingKeys: String, CodingKey {
      case par
      case entries = "E"
    }
  }

  @Test func par() throws {
    let file = try fixture("par", of: .module) as Par
    #expect(file.par.count == 30 && file.entries.count == 36)
    let large = ExpectedMoves(pairs: 40)
    for (pairs, value) in file.par {
      let pairs = try #require(Int(pairs))
      #expect(abs(large.value(single: 0, unseen: pairs) - value) < 1e-9)
      #expect(abs(ExpectedMoves(pairs: pairs).value(single: 0, unseen: pairs) - value) < 1e-9)
    }
    for entry in file.entries {
      #expect(abs(large.value(single: entry.k, unseen: entry.u) - entry.value) < 1e-9)
    }
  }

  @Test func parOfTheLargestGameIsThatOfVellemanAndWarrington() {
    let pairs = Theme.maximumPairs
    let par = ExpectedMoves(pairs: pairs).value(single: 0, unseen: pairs)
    let asymptote = (3 - 2 * log(2.0)) * Double(pairs) + 7.0 / 8 - 2 * log(2.0)
    #expect(abs(par - asymptote) < 0.01)
  }

  struct Grades: Decodable {
    struct Entry: Decodable {
      let board: [Int]
      let par: Double
      let moves: [[Int]]
      /// After each move.
      let regretLuck: [[Double]]
    }
    let games: [Entry]
  }

  /// The cards of a vector's board, which is laid over the deal pair by pair.
  static func numbers(of board: [Int], in game: Game) -> [Int] {
    var numbers = [Int](repeating: -1, count: board.count)
    for (pair, match) in game.matches.enumerated() {
      let places = board.indices.filter { board[$0] == pair }
      numbers[places[0]] = match.first
      numbers[places[1]] = match.second
    }
    return numbers
  }

  @Test func grades() throws {
    let file = try fixture("grades", of: .module) as Grades
    #expect(file.games.count == 25)
    for entry in file.games {
      var game = try makeGame(pairs: entry.board.count / 2, seed: 3)
      #expect(abs(game.par - entry.par) < 1e-9)
      let numbers = Self.numbers(of: entry.board, in: game)
      for (move, judgment) in zip(entry.moves, entry.regretLuck) {
        try game.play(numbers[move[0]], numbers[move[1]])
        #expect(abs(game.regret - judgment[0]) < 2e-9)
        #expect(abs(game.luck - judgment[1]) < 2e-9)
      }
      #expect(game.isWon)
      #expect(game.moves == entry.moves.count)
    }
  }
}
