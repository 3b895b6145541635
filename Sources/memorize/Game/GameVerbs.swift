import ArgumentParser
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens
import TerminalKit

struct NewVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a game and print the board.",
    discussion: """
      A game in progress is abandoned. If it is a daily game that counts, new asks first; without \
      a terminal it needs --yes. Only the first daily game of a day counts; --daily resumes it \
      until it is won, and later ones do not count.
      """)
  static let examples = ["memorize new Sea --pairs 6", "memorize new --against 7"]

  @Argument(help: ArgumentHelp("The theme; by default a random one.", valueName: "theme"))
  var name: String?

  @Option(help: "The theme; the same as the argument.")
  var theme: String?

  @Option(
    help: "How many pairs: a number, a range such as 4-9, random or all.",
    completion: .list(["random", "all"]), transform: PairRule.init(argument:))
  var pairs: PairRule?

  @Option(help: "Deal the same cards for the same seed; such a game never counts as a best score.")
  var seed: UInt64?

  @Option(help: "How to count points: classic or timed.")
  var scoring: Scoring?

  @Flag(help: "Play or resume today's daily game, which is the same for everybody.")
  var daily = false

  @Option(
    name: .customLong("player"),
    help: "The name of a player; repeat for each player. Players take turns.")
  var players: [String] = []

  @OptionGroup var opponent: AgainstOptions
  @OptionGroup var confirmed: YesOption
  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard name == nil || theme == nil else {
      throw ValidationError("Name one theme: as the argument, or with --theme.")
    }
    guard daily else { return }
    if name != nil || theme != nil || pairs != nil || seed != nil || !players.isEmpty
      || opponent.against != nil
    {
      throw ValidationError(
        "--daily cannot be combined with a theme, --pairs, --seed, --player or --against.")
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if !daily, !confirmed.isGiven {
      let game = try connection.game()
      if game.isScoredDaily { try game.abandonment.ask(over: connection) }
    }
    let duel = try opponent.duel(of: players, over: connection)
    let game = try connection.suggestingTheme(for: name ?? theme) {
      try connection.state(
        of: GameContract.self, after: GameContract.newGame, gameOptions(duel).values)
    }
    try duel?.startBot(over: connection)
    guard let game else { return }
    if let least = pairs?.minimumRequested, least > game.pairs {
      Output.messages.print(
        "memorize: \(game.theme) has only \(game.pairs) pairs, so the game has \(game.pairs)."
          .harmless)
    }
    let beginning = game.isResumed ? [game.resumption] : []
    try options.print(
      json: ["game": game.json], plain: game.plainStart + "\n",
      text: beginning.lines + BoardText(options.showing(board)).text(game, below: beginning.count))
  }

  private func gameOptions(_ duel: Duel?) -> NewGameOptions {
    var options = NewGameOptions()
    (options.theme, options.seed, options.scoring) = (name ?? theme, seed, scoring)
    let ends = pairs?.ends()
    (options.minPairs, options.maxPairs) = (ends?.lowerBound, ends?.upperBound)
    let players = duel?.players ?? players
    if !players.isEmpty { options.players = players }
    if daily { options.isDaily = true }
    return options
  }
}

extension Scoring: ExpressibleByArgument {}

struct ConcealVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "conceal", abstract: "Turn a mismatch face down and print the board.")
  static let examples = ["memorize conceal", "memorize conceal --quiet"]

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.state(of: GameContract.self, after: GameContract.conceal)
    guard let game else { return }
    let event = GameEvent.concealed
    try options.print(
      json: ["game": game.json], plain: event.plainLines(game).lines,
      text: event.lines(game).lines + BoardText(options.showing(board)).text(game, below: 1))
  }
}

struct BoardVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Print the board as large as the terminal allows.",
    discussion:
      "With --plain, print a line for each card: number, state, face and name, separated by tabs.")
  static let examples = ["memorize board", "memorize board --matched blank"]

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let game = try ServiceConnection(options).game()
    try options.print(
      json: ["game": game.json], plain: BoardText.plain(game),
      text: BoardText(options.showing(board)).text(game))
  }
}

struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print theme, pairs, score, flips and moves on one line.")
  static let examples = [
    "memorize status --format waybar", "memorize status --format '{icon} {matched}/{pairs}'",
  ]

  @Flag(
    name: .customLong("exit-code"),
    help: "Exit with 0 if a game is in progress, 10 if it is won, 11 if there is none.")
  var usesExitCode = false

  @OptionGroup var format: FormatOption<GamePlaceholder>
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.game()
    if let format = format.format {
      let due = format.asksForDue ? try connection.practice().due : 0
      try Output.results.write(format.line(game, due: due) + "\n")
    } else {
      try options.print(
        json: ["game": game.summary], plain: game.plainStatus + "\n",
        text: game.statusLine + "\n")
    }
    guard usesExitCode, game.phase != .playing else { return }
    throw game.exists ? ExitStatus.won : ExitStatus.noGame
  }
}
