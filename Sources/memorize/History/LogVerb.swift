import ArgumentParser
import MemoryGame

/// The verb `log`.
struct LogVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Prints the transitions of a game that is over.",
    discussion: """
      A line a transition: its number from 1, the seconds since the game began, flip or conceal, \
      the card, the points, and the seconds since the first card of the move; with --plain \
      separated by tabs, and without headings. Of a conceal the card is empty.

      With --json it is one line with all that the game follows from, which belongs into a bug \
      report; “replay --from” takes it.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The number of the game, as “history” tells it.", valueName: "id"))
  var id: UInt64

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let game = try ServiceConnection(options).recordedGame(id)
    switch options.form {
    case .json: try Output.results.write(game.json.text + "\n")
    case .plain:
      try Output.results.write(
        Self.rows(game).map { $0.joined(separator: "\t") + "\n" }.joined())
    case .text: try Output.results.write(Self.text(game))
    }
  }

  private static func text(_ game: RecordedGame) -> String {
    guard !game.transitions.isEmpty else {
      return "Nothing was turned up in game \(game.id).\n"
    }
    let table = TextTable(
      columns: [
        .init(heading: "number", isRight: true), .init(heading: "time", isRight: true),
        .init(heading: "what"), .init(heading: "card", isRight: true),
        .init(heading: "points", isRight: true), .init(heading: "seconds", isRight: true),
      ], rows: rows(game))
    return table.text(width: nil, isASCII: true)
  }

  private static func rows(_ game: RecordedGame) -> [[String]] {
    game.transitions.enumerated().map { index, transition in
      let start = game.beginning.startedAt
      let offset = transition.at > start ? transition.at - start : 0
      return [
        String(index + 1), Self.milliseconds(offset), transition.kind.rawValue,
        transition.kind == .flip ? String(transition.card) : "", String(transition.points),
        Self.milliseconds(transition.elapsed),
      ]
    }
  }

  /// Seconds to three places.
  private static func milliseconds(_ microseconds: UInt64) -> String {
    let fraction = String(microseconds / 1000 % 1000 + 1000).dropFirst()
    return "\(microseconds / 1_000_000).\(fraction)"
  }
}
