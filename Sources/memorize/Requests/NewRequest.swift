import DBus
import MemorizeBus

/// Starts a game.
struct NewRequest: Request {
  /// The theme's name, where one is wanted.
  var theme: String?
  /// How many pairs, where that is wanted.
  var pairs: PairsChoice?
  /// What the cards are dealt by, where that is wanted.
  var seed: UInt64?
  /// How points are counted, where that is wanted.
  var scoring: ScoringChoice?
  /// Whether it is today's deal.
  var daily = false
  /// Who plays by turns; nobody's name for one who plays alone.
  var players: [String] = []

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if options.isQuiet {
      _ = try connection.wait { start($0, $1) }
      return
    }
    let (answer, properties) = connection.change { start($0, $1) }
    _ = try connection.take(answer)
    let game = try connection.fitting(try connection.take(properties))
    switch options.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(game.startedLine + "\n")
    case .text: try Output.results.write(BoardText(options).text(game))
    }
  }

  private func start(
    _ service: Proxy, _ completion: @escaping (Result<(UInt64, UInt64), BusError>) -> Void
  ) {
    service.call(
      GameContract.newGame, of: GameContract.interface, gameOptions, completion: completion)
  }

  private var gameOptions: [String: Value] {
    var gameOptions = pairs?.options ?? [:]
    gameOptions["theme"] = theme.map { Value($0) }
    gameOptions["seed"] = seed.map { Value($0) }
    gameOptions["scoring"] = scoring.map { Value($0.rawValue) }
    if !players.isEmpty { gameOptions["players"] = Value(players) }
    if daily { gameOptions["daily"] = Value(true) }
    return gameOptions
  }
}
