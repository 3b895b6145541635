import ArgumentParser
import DBus
import MemorizeBus

/// The verb `new`.
struct NewVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Starts a game, and prints the board.",
    discussion: "A game that is on is abandoned.")

  @Option(help: "The theme; one is drawn where none is given.")
  var theme: String?

  @Option(help: "How many pairs: a number, a range as 4-9, random, or all.")
  var pairs: PairsChoice?

  @Option(help: "Deals the same cards for the same seed; such a game is no best score.")
  var seed: UInt64?

  @Option(help: "How points are counted: classic or timed.")
  var scoring: ScoringChoice?

  @Flag(help: "Plays today's deal, which is the same for everybody.")
  var daily = false

  @Option(name: .customLong("player"), help: "A player; once for each, by turns.")
  var players: [String] = []

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  func validate() throws {
    guard daily else { return }
    if theme != nil || pairs != nil || seed != nil || !players.isEmpty {
      throw ValidationError("--daily excludes --theme, --pairs, --seed and --player.")
    }
  }

  func perform(_ settings: Settings) throws {
    let session = try Session(settings)
    if settings.isQuiet {
      _ = try session.wait { start($0, $1) }
      return
    }
    let (answer, properties) = session.change { start($0, $1) }
    _ = try session.take(answer)
    let game = try session.fitting(try session.take(properties))
    switch settings.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(game.startedLine + "\n")
    case .text: try Output.results.write(BoardText(settings).text(game))
    }
  }

  private func start(
    _ service: Proxy, _ completion: @escaping (Result<(UInt64, UInt64), BusError>) -> Void
  ) {
    service.call(
      GameContract.newGame, of: GameContract.interface, options, completion: completion)
  }

  private var options: [String: Value] {
    var options = pairs?.options ?? [:]
    options["theme"] = theme.map { Value($0) }
    options["seed"] = seed.map { Value($0) }
    options["scoring"] = scoring.map { Value($0.rawValue) }
    if !players.isEmpty { options["players"] = Value(players) }
    if daily { options["daily"] = Value(true) }
    return options
  }
}

/// How points are counted.
enum ScoringChoice: String, ExpressibleByArgument, CaseIterable {
  /// The same points at any time.
  case classic
  /// More points for a quick second card.
  case timed
}
