internal import MemoryGame

/// A row of the table of games, and how it becomes values.
struct GameRow {
  static let columns = """
    id, theme_name, pairs, state, started_at, score, flips, moves, par, regret, luck, grade,
    seconds, winners, seed, seeded, daily, practice
    """
  static let ofBeginning = """
    revision, theme, wanted, rules, scoring, players, started_boottime, started_boot
    """

  private let row: Row

  init(_ row: Row) {
    self.row = row
  }

  /// Names, a line each; none of them can hold the end of a line.
  static func lines(_ names: [String]) -> String { names.joined(separator: "\n") }
  private static func names(_ lines: String) -> [String] {
    lines.split(separator: "\n").map(String.init)
  }

  private var id: UInt64 { row.bits(0) }
  private var daily: DailyDate? { row.isNull(16) ? nil : DailyDate(day: row.integer(16)) }

  /// What the history tells.
  func record() throws(StoreError) -> GameRecord {
    guard let state = GameRecord.State(rawValue: row.text(3)) else { throw damaged }
    return GameRecord(
      id: id, theme: try name(1), pairs: row.integer(2), state: state, startedAt: row.bits(4),
      result: state == .playing ? nil : try result(state))
  }

  private func winners() throws(StoreError) -> [String] {
    let names = Self.names(row.text(13))
    guard names.allSatisfy(Row.isName) else { throw damaged }
    return names
  }

  private func result(_ state: GameRecord.State) throws(StoreError) -> GameResult {
    guard let grade = Grade(rawValue: row.text(11)) else { throw damaged }
    return GameResult(
      isWon: state == .won, score: row.integer(5), flips: row.integer(6), moves: row.integer(7),
      par: row.real(8), regret: row.real(9), luck: row.real(10), grade: grade,
      seconds: row.real(12), theme: try name(1), pairs: row.integer(2), seed: row.bits(14),
      isSeeded: row.boolean(15), daily: daily, isPractice: row.boolean(17),
      winners: try winners())
  }

  private var damaged: StoreError { .damagedGame(id) }

  private func name(_ column: Int32) throws(StoreError) -> String {
    guard let name = row.name(column) else { throw damaged }
    return name
  }

  /// The revision, which is counted on from: one that is near the end of its type is none of ours.
  func revision() throws(StoreError) -> UInt64 {
    let revision = row.bits(18)
    guard (1...Self.largestNumber).contains(revision), (1...Self.largestNumber).contains(id) else {
      throw damaged
    }
    return revision
  }

  private static let largestNumber: UInt64 = 1 << 62

  /// What a game's beginning is made of, but for its theme.
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

    /// The beginning.
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
      theme: row.integer(19), wanted: row.integer(20), rules: row.integer(21), seed: row.bits(14),
      scoring: row.text(22), players: Self.names(row.text(23)), isSeeded: row.boolean(15),
      daily: daily, isPractice: row.boolean(17),
      startedAt: Moment(epoch: row.bits(4), boottime: row.bits(24), boot: row.bits(25)))
  }
}
