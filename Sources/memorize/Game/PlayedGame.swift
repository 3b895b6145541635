import ArgumentParser
import MemorizeBus
import PlainText
import Screens

/// The game that `play` starts, if an option asks for one.
struct PlayedGame: ParsableArguments {
  @OptionGroup var game: NewGameArguments

  @Flag(help: "Start a game with a random theme, if no other is named.")
  var new = false

  func validate() throws {
    guard !new || !game.daily else {
      throw ValidationError(english("--daily cannot be combined with --new."))
    }
  }

  /// Starts the game, and asks first if one in progress would be abandoned; a game against the same
  /// opponent is resumed.
  func begin(over connection: ServiceConnection) throws -> Duel? {
    let before = try connection.game()
    let duel = try game.opponent.duel(of: game.players, over: connection)
    let isOther = new || game.isParticular || game.scoring != nil
    guard isOther || game.daily || !game.players.isEmpty || duel != nil,
      isOther || duel?.isInProgress(in: before) != true
    else { return duel }
    let goesOn = game.daily && before.isScoredDaily && before.isOfToday
    if !game.confirmed.isGiven, before.isLostByAnother, !goesOn {
      try before.abandonment().ask(over: connection)
    }
    _ = try game.start(duel, over: connection)
    return duel
  }
}
