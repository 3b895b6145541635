package import MemoryGame

package struct GameRecord: Equatable, Sendable {
  package enum State: String, Sendable {
    case playing
    case won
    /// Another game replaced it.
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
  package let id: UInt64
  /// The revision at its beginning.
  package let revision: UInt64
  package let beginning: GameBeginning
  package let log: [LogEntry]
  package let record: GameRecord
}

/// A row of the table of games, and its conversion to values.
struct GameRow {
  private enum Column: Int32 {
    case id, revision, theme, wanted, seed, rules, scoring, seeded, daily, practice, players
    case startedAt, startedBoottime, startedBoot, state, themeName, pairs
    case score, flips, moves, par, regret, luck, grade, seconds, winners
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
      isPractice: boolean(.practice), winners: winners)
  }

  /// The revision, which must leave room to count on: one near the end of its type is not ours.
  func revision() throws(StoreError) -> UInt64 {
    let possible = 1...(UInt64(1) << 62)
    guard possible.contains(bits(.revision)), possible.contains(id) else { throw damaged }
    return bits(.revision)
  }

  /// A game's beginning without its theme.
  struct Beginning {
    let theme: Int
    let wanted: Int
    let rules: Int
    let seed: UInt64
    let scoring: String
    let players: [String]
    let isSeeded: Bool
    let daily: DailyDate?
    let isPractice: Bool
    let startedAt: Moment

    func beginning(_ theme: Theme, of id: UInt64) throws(StoreError) -> GameBeginning {
      guard rules <= RulesVersion.current else { throw .laterRules(id, version: rules) }
      guard let scoring = Scoring(rawValue: scoring),
        let deal = try? Deal(theme: theme, pairs: wanted, seed: seed, rulesVersion: rules)
      else { throw .damagedGame(id) }
      return GameBeginning(
        deal: deal, scoring: scoring, players: players, isSeeded: isSeeded, daily: daily,
        isPractice: isPractice, startedAt: startedAt)
    }
  }

  var beginning: Beginning {
    Beginning(
      theme: integer(.theme), wanted: integer(.wanted), rules: integer(.rules), seed: bits(.seed),
      scoring: text(.scoring), players: row.lines(Column.players.rawValue),
      isSeeded: boolean(.seeded), daily: daily, isPractice: boolean(.practice),
      startedAt: Moment(
        epoch: bits(.startedAt), boottime: bits(.startedBoottime), boot: bits(.startedBoot)))
  }
}
