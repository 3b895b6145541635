import ArgumentParser
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens
import TerminalKit
import Translation

/// What `new` and `play` take for the game that they start.
struct NewGameArguments: ParsableArguments {
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

  @Flag(help: "Deal the hard cards of all decks, or of the deck named as theme.")
  var hard = false

  @Option(
    name: .customLong("player"),
    help: "The name of a player; repeat for each player. Players take turns.")
  var player: [String] = []

  @Option(
    name: .customLong("players"),
    help: ArgumentHelp("The names of the players, such as Ada,Grace.", valueName: "names"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var list: [String]?

  @OptionGroup var opponent: AgainstOptions
  @OptionGroup var confirmed: YesOption

  func validate() throws {
    guard name == nil || theme == nil else {
      throw ValidationError(english("Name one theme: as the argument, or with --theme."))
    }
    guard list == nil || player.isEmpty else {
      throw ValidationError(english("Name the players with --players, or each with --player."))
    }
    guard !daily || !hard else {
      throw ValidationError(english("--daily cannot be combined with --hard."))
    }
    guard !daily || !(isParticular || !players.isEmpty || opponent.against != nil) else {
      throw ValidationError(
        english("--daily cannot be combined with a theme, --pairs, --seed, --player or --against."))
    }
  }

  var players: [String] { list ?? player }

  /// Whether the deal is asked for, and not only who plays.
  var isParticular: Bool { (name ?? theme) != nil || pairs != nil || seed != nil || hard }

  /// Starts the game, and prints if it has fewer pairs than asked for; nil with `--quiet`.
  func start(_ duel: Duel?, over connection: ServiceConnection) throws -> GameState? {
    let game = try connection.withTheme(name ?? theme) {
      try connection.state(
        of: GameContract.self, after: GameContract.newGame, options(duel, theme: $0).values)
    }
    if let game, let least = pairs?.minimumRequested, least > game.pairs {
      // Translators: {theme} is the name of a theme or deck.
      let text = tr(
        game.pairs, "{theme} has only 1 pair, so the game has 1.",
        "{theme} has only {n} pairs, so the game has {n}.",
        ["theme": shownThemeName(game.theme)])
      Output.messages.print("memorize: \(text)".harmless)
    }
    return game
  }

  private func options(_ duel: Duel?, theme: String?) -> NewGameOptions {
    var options = NewGameOptions()
    (options.theme, options.seed, options.scoring) = (theme, seed, scoring)
    let ends = pairs?.ends()
    (options.minPairs, options.maxPairs) = (ends?.lowerBound, ends?.upperBound)
    let players = duel?.players ?? players
    if !players.isEmpty { options.players = players }
    if daily { options.isDaily = true }
    if hard { options.isHard = true }
    return options
  }

  /// All defaults, set by hand: ArgumentParser's wrappers trap if they were never parsed.
  static var unset: NewGameArguments {
    var game = NewGameArguments()
    (game.name, game.theme, game.pairs, game.seed, game.scoring) = (nil, nil, nil, nil, nil)
    (game.daily, game.hard, game.player, game.list) = (false, false, [], nil)
    (game.opponent, game.confirmed) = (.unset, .unset)
    return game
  }
}

extension Scoring: ExpressibleByArgument {}

extension PairRule {
  /// From the command line.
  init(argument: String) throws {
    do {
      guard let rule = try PairRule(argument) else {
        throw ValidationError(
          english(
            "Give a number of pairs of at least \(Theme.minimumPairs), a range such as 4-9, random "
              + "or all."))
      }
      self = rule
    } catch let error as ThemeError {
      throw ValidationError(error.message)
    }
  }

  /// The bounds that `NewGame` and `Add` take, for a theme of `size` pairs.
  ///
  /// The service clamps numbers to the theme's size, so the largest number means all.
  func ends(of size: Int = Int(UInt32.max)) -> ClosedRange<UInt32> {
    let sizes = gameSizes(of: size)
    return UInt32(clamping: sizes.lowerBound)...UInt32(clamping: sizes.upperBound)
  }
}
