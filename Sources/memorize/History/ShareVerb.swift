import ArgumentParser
import DBus
import MemorizeBus
import MemoryGame
import PlainText
import Screens

struct ShareVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Print the result of today's daily game, ready to paste.",
    discussion: """
      The result shows no faces. Print a square for each move: 🟩 a match; 🟥 a miss that \
      perfect memory would have avoided; ⬜ any other miss, with new cards or through bad luck. \
      With --ascii they are M, A and U. With --plain, print day, theme, score, moves, par, regret, \
      grade, streak, the letters and the code, separated by tabs. Only the first daily game of a day \
      counts, and only if it is won, and no bot turned a card up.

      The last line is a code of at most 60 characters with the moves: on any machine, without a \
      service, “verify” computes the result from it and “replay” shows the game. A game of very many \
      moves, or with timed scoring, has none.
      """)
  static let examples = ["memorize share", "memorize share --ascii"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.recordedGame(try connection.dailyGame())
    let share = try DailyShare(game, streak: try connection.gameStatistics().dailyStreak)
    try options.print(
      json: ["share": share.json], plain: share.plainLine + "\n",
      text: share.text(isASCII: options.isASCII))
  }
}

extension ServiceConnection {
  /// More games than anybody plays in a day.
  private static let maximumGamesOfADay = 10_000

  /// The number of today's daily game that counts; throws if it is not won.
  fileprivate func dailyGame() throws(ProgramError) -> UInt64 {
    let history: Properties<HistoryContract.Service> = try read {
      $0.properties(of: HistoryContract.interface, completion: $1)
    }
    guard let text = history[HistoryContract.daily], let date = DailyDate(text) else {
      throw explain(BusError.incompleteReply)
    }
    let games = try pastGames(Self.maximumGamesOfADay) {
      ($0.last?.startedAt ?? 0) < date.epoch
    }
    if let found = games.scoredDaily(of: text) {
      guard found.phase == .won else {
        throw ProgramError(
          .refused, name: "GameAbandoned",
          english(
            "The daily game of \(text) was abandoned: resume it with “memorize new --daily”."))
      }
      guard found.result?.isBotPlayed != true else {
        throw ProgramError(
          .refused, name: "PlayedByBot",
          english(
            "A bot played the daily game of \(text), so it does not count: play tomorrow's "
              + "yourself."))
      }
      return found.id
    }
    let game = try game()
    guard game.phase != .playing || game.daily != text else {
      throw ProgramError(
        .refused, name: "GameInProgress",
        english(
          "The daily game of \(text) is still in progress: win it first, for example with "
            + "“memorize play”."))
    }
    throw ProgramError(
      .noSuchThing, name: "NoSuchGame",
      english(
        "The daily game of \(text) has not been played: start it with “memorize new --daily”."))
  }
}
