import ArgumentParser
import EventLoop
import MemorizeBus
import MemoryGame
import PlainText
import Screens

struct PaceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long a bot waits before each card, and twice that after a mismatch (default 1).",
      valueName: "seconds"),
    transform: Duration.init(secondsOrNone:))
  var pace: Duration?
}

/// A bot to play against.
struct AgainstOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play against a bot that remembers this many cards, such as 7, or perfect for all.",
      valueName: "span"),
    completion: .list(["7", "perfect"]), transform: MemorySpan.init(argument:))
  var against: MemorySpan?

  @OptionGroup var pace: PaceOption

  func validate() throws {
    guard pace.pace == nil || against != nil else {
      throw ValidationError(english("--pace needs --against."))
    }
  }

  /// The game of `players` against the bot; nil without a bot.
  ///
  /// Without `players` there is one, whose name comes from the profile, else from `USER`.
  func duel(
    of players: [String], over connection: ServiceConnection
  ) throws(ProgramError) -> Duel? {
    guard let against else { return nil }
    let people = players.isEmpty ? [try connection.playerName()] : players
    return Duel(people: people, style: OpponentStyle(against: against, pace))
  }

  /// All defaults, set by hand: ArgumentParser's wrappers trap if they were never parsed.
  static var unset: AgainstOptions {
    var options = AgainstOptions()
    (options.against, options.pace) = (nil, PaceOption())
    options.pace.pace = nil
    return options
  }
}

extension OpponentStyle {
  init(against span: MemorySpan?, _ pace: PaceOption) {
    self.init()
    self.span = span ?? self.span
    self.pace = pace.pace ?? self.pace
  }
}

extension MemorySpan {
  /// From the command line.
  init(argument: String) throws {
    guard let span = MemorySpan(argument) else {
      throw ValidationError(english("Give a number of cards from 0, such as 7, or perfect."))
    }
    self = span
  }
}

extension ServiceConnection {
  /// The name of the person at this machine.
  fileprivate func playerName() throws(ProgramError) -> String {
    let profile = try profile()
    return profile.isRegistered ? profile.name : environment("USER") ?? "Player"
  }
}
