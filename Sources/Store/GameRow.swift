package import MemoryGame

package struct GameRecord: Equatable, Sendable {
  package enum State: String, Sendable {
    case playing
    case won
    /// Another game has replaced it.
    case abandoned
  }

  /// The game's number; numbers grow.
  package let id: UInt64
  package let theme: String
  package let pairs: Int
  package let state: State
  /// When it was dealt, in microseconds since 1970-01-01 UTC.
  package let startedAt: UInt64
  /// Nil while the game is running.
  package let result: GameResult?
}

/// A game with its whole log.
package struct StoredGame: Equatable, Sendable {
  /// The revision at its beginning.
  package let revision: UInt64
  package var beginning: GameBeginning
  package let log: [LogEntry]
  package let bots: Bots
  package let record: GameRecord

  /// The game after its log.
  package func played() throws(StoreError) -> Game {
    guard let begun = try? Game(beginning), let game = try? Replay.play(log, on: begun),
      record.state != .won || game.isWon
    else { throw .damagedGame(record.id) }
    var marked = game
    marked.bots = bots
    return marked
  }
}

/// A row of the table of games, and its conversion to values.
struct GameRow {
  private enum Column: Int32 {
    case id, revision, theme, wanted, seed, rules, scoring, seeded, daily, practice, players
    case startedAt, startedBoottime, startedBoot, state, themeName, pairs
    case score, flips, moves, par, regret, luck, grade, seconds, winners, bots
    /// Of the table of themes, only for ``beginning()``.
    case themeText
  }

  private let row: Row

  init(_ row: Row) {
    self.row = row
  }

  private func integer(_ column: Column) -> Int { row.integer(column.rawValue) }
  private func bits(_ column: Column) -> UInt64 { row.bits(column.rawValue) }
  private func real(_ column: Column) -> Double { row.real(column.rawValue) }
  private func boolean(_ column: Column) -> Bool { row.boolean(column.rawValue) }
  private func text(_ column: Column) -> String { row.text(column.rawValue) }

  private var id: UInt64 { bits(.id) }
  private var damaged: StoreError { .damagedGame(id) }
  private var daily: DailyDate? {
    row.isNull(Column.daily.rawValue) ? nil : DailyDate(day: integer(.daily))
  }

  var bots: Bots {
    Bots(indices: UInt8(clamping: integer(.bots)), of: row.lines(Column.players.rawValue))
  }

  func record() throws(StoreError) -> GameRecord {
    guard let state = GameRecord.State(rawValue: text(.state)),
      let theme = row.name(Column.themeName.rawValue)
    else { throw damaged }
    return GameRecord(
      id: id, theme: theme, pairs: integer(.pairs), state: state, startedAt: bits(.startedAt),
      result: state == .playing ? nil : try result(state, theme))
  }

  private func result(
    _ state: GameRecord.State, _ theme: String
  ) throws(StoreError) -> GameResult {
    let winners = row.lines(Column.winners.rawValue)
    guard let grade = Grade(rawValue: text(.grade)), winners.allSatisfy(Row.isName) else {
      throw damaged
    }
    return GameResult(
      isWon: state == .won, score: integer(.score), flips: integer(.flips),
      moves: integer(.moves), par: real(.par), regret: real(.regret), luck: real(.luck),
      grade: grade, seconds: real(.seconds), theme: theme, pairs: integer(.pairs),
      seed: bits(.seed), isSeeded: boolean(.seeded), daily: daily,
      isRepeatedDaily: boolean(.practice), winners: winners, bots: bots)
  }

  func revision() throws(StoreError) -> UInt64 {
    let possible = 1...Row.maximumNumber
    guard possible.contains(bits(.revision)), possible.contains(id) else { throw damaged }
    return bits(.revision)
  }

  /// Throws for a game that cannot be dealt again.
  func beginning() throws(StoreError) -> GameBeginning {
    let rules = integer(.rules)
    guard rules <= RulesVersion.current else { throw .laterRules(id, version: rules) }
    guard let theme = Theme(storedText: text(.themeText)),
      let scoring = Scoring(rawValue: text(.scoring)),
      let deal = try? Deal(
        theme: theme, pairs: integer(.wanted), seed: bits(.seed), rulesVersion: rules)
    else { throw damaged }
    return GameBeginning(
      deal: deal, scoring: scoring, players: row.lines(Column.players.rawValue),
      isSeeded: boolean(.seeded), daily: daily, isRepeatedDaily: boolean(.practice),
      startedAt: Moment(
        epoch: bits(.startedAt), boottime: bits(.startedBoottime), boot: bits(.startedBoot)))
  }
}
