import EventLoop
import Glibc
package import MemorizeBus
import MemoryGame
import PlainText
import UserService

/// A game of people against a bot.
package struct Duel {
  let people: [String]
  package let style: OpponentStyle

  package init(people: [String], style: OpponentStyle) {
    (self.people, self.style) = (people, style)
  }

  var bot: String { style.span == .perfect ? "Perfect bot" : "Bot \(style.span.text)" }

  /// The duel of a game that is resumed, whose bot is known by its name; nil without one.
  package init?(_ game: GameState) {
    for name in game.players.map(\.name) where game.phase == .playing {
      var style = OpponentStyle()
      let span = name.hasPrefix("Bot ") ? MemorySpan(String(name.dropFirst(4))) : .perfect
      style.span = span ?? .perfect
      self.init(people: [], style: style)
      if bot == name { return }
    }
    return nil
  }

  /// The people go first.
  package var players: [String] { people + [bot] }

  /// Whether the game is one of these players that is not over.
  package func isInProgress(in game: GameState) -> Bool {
    game.phase == .playing && Set(game.players.map(\.name)) == Set(players)
  }

  /// Starts the bot as a program of its own, which ends with the game.
  ///
  /// Waits until it follows the game, so that it sees the first card.
  package func startBot(over connection: ServiceConnection) throws(ProgramError) {
    let host = connection.options.host.map { ["--host=\($0.name)"] } ?? []
    let command = ShellCommand(
      program: "memorize",
      [
        "bot", "--player=\(bot)", "--memory=\(style.span.text)",
        "--pace=\(style.pace / .seconds(1))", "--quiet", "--detached",
      ] + host)
    let output = try Result { () throws(SystemError) in try Pipe() }
      .mapError { Self.notStarted($0.reason) }.get()
    defer { close(output.reader) }
    let process = try Result { () throws(SystemError) in
      defer { close(output.writer) }
      return try command.start(token: nil, output: output.writer)
    }.mapError { Self.notStarted($0.reason) }.get()
    var entry = pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&entry, 1, Int32(min(connection.remaining / .milliseconds(1), 60_000))) > 0,
      read(output.reader, &byte, 1) == 1
    else {
      kill(process, SIGTERM)
      throw Self.notStarted(english("it does not follow the game"))
    }
  }

  private static func notStarted(_ reason: String) -> ProgramError {
    ProgramError(
      .unexpected, name: "NoBot",
      english(
        "The game has begun, but the bot could not be started: \(reason). Start it with “memorize "
          + "bot”."))
  }
}

extension GameState {
  /// Why nobody else turns a card up in the turn of a bot; nil at other times.
  package func refusal(inTurnOf bot: String?) -> ProgramError? {
    guard let bot, playerName == bot else { return nil }
    return ProgramError(.refused, name: "NotYourTurn", english("It is \(bot)'s turn."))
  }
}
