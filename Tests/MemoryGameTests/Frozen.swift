import Testing

@testable import MemoryGame

/// A theme as a frozen file holds it, so that the built-in ones may change.
struct FrozenTheme: Codable {
  let name: String
  /// One side or two.
  let pairs: [[String]]

  func theme() throws -> Theme {
    try Theme(
      name: name, pairs: pairs.map { try Pair($0[0], $0.count > 1 ? $0[1] : nil) })
  }
}

/// Seeds, and the cards that follow from them.
struct FrozenDeals: Codable {
  struct Entry: Codable {
    let theme: Int
    let pairs: Int
    let seed: String
    let faces: [String]
  }
  struct Daily: Codable {
    let date: String
    let theme: String
    let seed: String
    let faces: [String]
  }
  let themes: [FrozenTheme]
  let deals: [Entry]
  let daily: [Daily]
}

/// Logs, and the results that follow from them.
struct FrozenGames: Codable {
  struct Entry: Codable {
    let theme: Int
    let pairs: Int
    let seed: String
    let scoring: String
    let players: [String]
    /// Kind, card, points, the three clocks of the moment, microseconds of the move.
    let log: [String]
    let result: Result
  }
  struct Result: Codable {
    let isWon: Bool
    let score: Int
    let flips: Int
    let moves: Int
    let par: Double
    let regret: Double
    let luck: Double
    let grade: String
    let seconds: Double
    let winners: [String]
  }
  let themes: [FrozenTheme]
  let games: [Entry]
}

extension FrozenGames.Entry {
  func fresh(_ theme: Theme) throws -> Game {
    try Game(
      GameBeginning(
        deal: Deal(theme: theme, pairs: pairs, seed: try #require(UInt64(seed)), rulesVersion: 1),
        scoring: try #require(Scoring(rawValue: scoring)), players: players, startedAt: at(0)))
  }

  func entries() throws -> [LogEntry] {
    try log.map { line in
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 7)
      let numbers = try words.dropFirst().map { try #require(Int($0)) }
      return LogEntry(
        at: Moment(
          epoch: UInt64(numbers[2]), boottime: UInt64(numbers[3]), boot: UInt64(numbers[4])),
        kind: try #require(TransitionKind(rawValue: words[0])), card: numbers[0],
        points: numbers[1], elapsed: UInt64(numbers[5]))
    }
  }
}

extension FrozenGames.Result {
  func result(of game: Game, seed: UInt64) throws -> GameResult {
    GameResult(
      isWon: isWon, score: score, flips: flips, moves: moves, par: par, regret: regret, luck: luck,
      grade: try #require(Grade(rawValue: grade)), seconds: seconds, theme: game.themeName,
      pairs: game.pairs, seed: seed, isSeeded: false, daily: nil, isRepeatedDaily: false,
      winners: winners, bots: game.bots)
  }
}
