import ArgumentParser
import CellDrawing
import MemorizeBus
import MemoryGame
import PlainText
import Screens
import Translation

struct LogVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the log of a finished game.",
    discussion: """
      Print a line for each transition: its number, starting at 1, the seconds since the game \
      began, flip or conceal, the card (empty for a conceal), the points, and the seconds since \
      the first card of the move; with --plain separated by tabs, without headings.

      With --json, print everything needed to reproduce the game on one line; include it in a bug \
      report, or play it back with “replay --from”.
      """,
    shouldDisplay: false)
  static let examples = ["memorize log 12", "memorize log 12 --json"]

  @Argument(help: ArgumentHelp("The number of the game, from “history”.", valueName: "id"))
  var id: UInt64

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let game = try ServiceConnection(options).recordedGame(id)
    let rows = Self.rows(game)
    try options.print(
      json: game.json, plain: rows.tabbed,
      text: rows.isEmpty ? Self.nothing(in: id) : Self.table(Self.texts(game)).text())
  }

  private static func nothing(in id: UInt64) -> String {
    // Translators: {id} is the number of a game.
    tr("No card was turned up in game {id}.", ["id": id]) + "\n"
  }

  private static func table(_ rows: [[String]]) -> TextTable {
    TextTable(
      columns: [
        .init(heading: tr("number", context: "column"), isRight: true),
        .init(heading: tr("time", context: "column"), isRight: true),
        .init(heading: tr("event", context: "column")),
        .init(heading: tr("card", context: "column"), isRight: true),
        .init(heading: tr("points", context: "column"), isRight: true),
        .init(heading: tr("seconds", context: "column"), isRight: true),
      ], rows: rows)
  }

  /// For people.
  private static func texts(_ game: RecordedGame) -> [[String]] {
    zip(rows(game), game.transitions).map { row, transition in
      [
        row[0], row[1].localDecimal, GameHistoryText.event(transition.kind), row[3], row[4],
        row[5].localDecimal,
      ]
    }
  }

  private static func rows(_ game: RecordedGame) -> [[String]] {
    game.transitions.enumerated().map { index, transition in
      let start = game.beginning.startedAt
      let offset = transition.at > start ? transition.at - start : 0
      return [
        String(index + 1), milliseconds(offset), transition.kind.rawValue,
        transition.kind == .flip ? String(transition.card) : "", String(transition.points),
        milliseconds(transition.elapsed),
      ]
    }
  }

  /// Seconds with three decimal places.
  private static func milliseconds(_ microseconds: UInt64) -> String {
    "\(microseconds / 1_000_000).\((microseconds / 1000 % 1000).zeroPadded(to: 3))"
  }
}
