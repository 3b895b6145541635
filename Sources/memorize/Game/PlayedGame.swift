import ArgumentParser
import EventLoop
import MemorizeBus
import MemorizeText
import MemoryGame
import Screens

/// The game that `play` starts, if an option asks for one.
struct PlayedGame: ParsableArguments {
  @Option(help: "Start a game with this theme.")
  var theme: String?

  @Flag(help: "Play or resume today's daily game.")
  var daily = false

  @Flag(help: "Start a game with a random theme.")
  var new = false

  @OptionGroup var opponent: AgainstOptions
  @OptionGroup var confirmed: YesOption

  func validate() throws {
    guard !daily || opponent.against == nil else {
      throw ValidationError("--daily cannot be combined with --against.")
    }
    guard theme == nil || !daily else {
      throw ValidationError("--daily cannot be combined with --theme.")
    }
    guard !new || !daily else { throw ValidationError("--daily cannot be combined with --new.") }
  }

  /// Starts the game, and asks first if one in progress would be abandoned; a game against the same
  /// opponent is resumed.
  func begin(over connection: ServiceConnection) throws -> Duel? {
    let game = try connection.game()
    let duel = try opponent.duel(of: [], over: connection)
    let isResumed = theme == nil && !new && duel?.isInProgress(in: game) == true
    guard new || theme != nil || daily || duel != nil, !isResumed else { return duel }
    if !confirmed.isGiven, game.isLostByAnother, !(daily && game.isScoredDaily) {
      try game.abandonment.ask(over: connection)
    }
    var options = NewGameOptions()
    options.theme = theme
    if daily { options.isDaily = true }
    options.players = duel?.players
    _ = try connection.suggestingTheme(for: theme) {
      try connection.ask(GameContract.newGame, options.values)
    }
    return duel
  }
}

extension GameState {
  /// The question before another game is started.
  var abandonment: Confirmation {
    let today = DailyDate(epoch: WallClock.microseconds).text
    let loss =
      !isScoredDaily
      ? "A game of \(theme) is in progress (\(progressText))."
      : daily == today
        ? "Today's daily game is in progress (\(progressText)). “memorize new --daily” resumes it until "
          + "midnight UTC."
        : "The daily game of \(daily) is in progress (\(progressText)), and cannot be resumed later."
    return Confirmation(loss: loss, question: "Start another game?")
  }
}

extension PairRule {
  /// From the command line.
  init(argument: String) throws {
    do {
      guard let rule = try PairRule(argument) else {
        throw ValidationError(
          "Give a number of pairs of at least \(Theme.minimumPairs), a range such as 4-9, random "
            + "or all.")
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
