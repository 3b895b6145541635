import ArgumentParser
import DBus
import EventLoop
import Glibc
import MemorizeBus
import MemoryGame
import UserService

struct PaceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long a bot waits before each card, and twice that after a mismatch (default 1).",
      valueName: "seconds"),
    transform: Duration.init(secondsOrNone:))
  var pace: Duration?
}

/// An opponent that a verb brings along.
struct AgainstOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play against a bot that remembers so many cards, such as 7, or perfect for all.",
      valueName: "span"),
    completion: .list(["7", "perfect"]), transform: MemorySpan.init(argument:))
  var against: MemorySpan?

  @OptionGroup var pace: PaceOption

  func validate() throws {
    guard pace.pace == nil || against != nil else {
      throw ValidationError("--pace needs --against.")
    }
  }

  /// The game of some players against the bot; nil without one.
  ///
  /// If none is named, the player is called as in the profile, or as on this machine.
  func duel(
    of players: [String], over connection: ServiceConnection
  ) throws(ProgramError) -> Duel? {
    guard let against else { return nil }
    let people = players.isEmpty ? [try connection.playerName()] : players
    return Duel(people: people, style: OpponentStyle(against: against, pace))
  }
}

extension AgainstOptions {
  /// All defaults, set by hand: ArgumentParser's wrappers trap if they were never parsed.
  static var unset: AgainstOptions {
    var options = AgainstOptions()
    (options.against, options.pace) = (nil, PaceOption())
    options.pace.pace = nil
    return options
  }
}

/// A game of people against a bot.
struct Duel {
  let people: [String]
  let style: OpponentStyle

  var bot: String {
    switch style.span {
    case .cards(let count): "Bot \(count)"
    case .perfect: "Perfect bot"
    }
  }

  /// Those who challenge begin.
  var players: [String] { people + [bot] }

  /// Whether the game is one of these players that is not over.
  func isOn(in game: GameState) -> Bool {
    game.state == "playing" && Set(game.players.map(\.name)) == Set(players)
  }

  /// Starts the bot as a program of its own, which ends with the game.
  ///
  /// Waits until it follows the game, so that it sees the first card.
  func startBot(over connection: ServiceConnection) throws(ProgramError) {
    let host = connection.options.host.map { ["--host=\($0.name)"] } ?? []
    let command = ShellCommand(
      memorize: [
        "bot", "--player=\(bot)", "--memory=\(style.span.text)",
        "--pace=\(style.pace / .seconds(1))",
        "--quiet", "--detached",
      ] + host)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Self.notStarted(String(cString: strerror(errno)))
    }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: Int32
    do throws(SystemError) {
      defer { close(ends[1]) }
      process = try command.start(token: nil, output: ends[1])
    } catch {
      throw Self.notStarted(error.description)
    }
    var entry = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&entry, 1, Int32(min(connection.remaining / .milliseconds(1), 60_000))) > 0,
      read(ends[0], &byte, 1) == 1
    else {
      kill(process, SIGTERM)
      throw Self.notStarted("it does not follow the game")
    }
  }

  private static func notStarted(_ reason: String) -> ProgramError {
    ProgramError(
      .unexpected, name: "NoBot",
      "The game has begun, but the bot could not be started: \(reason). Start it with “memorize bot”."
    )
  }
}

extension GameState {
  /// Why nobody else turns a card up in the turn of a bot; nil at other times.
  func refusal(inTurnOf bot: String?) -> ProgramError? {
    guard let bot, playerName == bot else { return nil }
    return ProgramError(.refused, name: "NotYourTurn", "It is the turn of \(bot).")
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
      throw ValidationError("Give a number of cards from 0, such as 7, or perfect.")
    }
    self = span
  }
}

extension ServiceConnection {
  /// Of the person at this machine.
  fileprivate func playerName() throws(ProgramError) -> String {
    let profile = try profile()
    return profile.isRegistered ? profile.name : environment("USER") ?? "Player"
  }
}
