import ArgumentParser
import DBus
import MemorizeBus
import MemoryGame

/// The verb `share`.
struct ShareVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Prints today's daily result to be pasted, without faces.",
    discussion: """
      A square for each move: 🟩 a match; 🟥 a miss that perfect memory would have avoided, as \
      that of a card whose place was known; ⬜ a miss of cards that were new, or by bad luck. With \
      --ascii they are M, A and U. With --plain day, theme, score, moves, par, regret, grade, \
      streak and the letters, separated by tabs. The first daily game of a day counts, and has to \
      be won.
      """)

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.dailyGame()
    let record = try connection.recordedGame(game)
    let statistics = try connection.wait {
      $0.call(HistoryContract.statistics, of: HistoryContract.interface, completion: $1)
    }
    let share = try DailyShare(record, streak: statistics.dailyStreak)
    switch options.form {
    case .json: try Output.results.write(JSON.object([("share", share.json)]).text + "\n")
    case .plain: try Output.results.write(share.plainLine + "\n")
    case .text: try Output.results.write(share.text(isASCII: options.isASCII))
    }
  }
}

extension ServiceConnection {
  /// More games than are played on a day.
  private static let mostOfADay = 10_000

  /// Finds today's daily game that counts.
  ///
  /// - Returns: its number.
  /// - Throws: `ProgramError` where it is not won.
  fileprivate func dailyGame() throws(ProgramError) -> UInt64 {
    let history: Properties<HistoryContract.Service> = try wait {
      $0.properties(of: HistoryContract.interface, completion: $1)
    }
    guard let text = history[HistoryContract.daily], let date = DailyDate(text),
      let isBegun = history[HistoryContract.dailyPlayed]
    else { throw explain(BusError.unfitting) }
    guard isBegun else { throw .notPlayed(date) }
    let midnight = UInt64(date.day) * 86_400_000_000
    let games = try pastGames(Self.mostOfADay) { ($0.last?.startedAt ?? 0) < midnight }
    let found = games.first { game in
      game.result.map { $0.daily == text && !$0.isPractice } ?? false
    }
    if let found {
      guard found.state == "won" else { throw .abandoned(date) }
      return found.id
    }
    let game = try game()
    throw game.state == "playing" && game.daily == text ? .stillOn(date) : .notPlayed(date)
  }
}

extension ProgramError {
  fileprivate static func notPlayed(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .noSuchThing, name: "NoSuchGame",
      "The daily game of \(date.text) has not been played: start it with “memorize new --daily”.")
  }

  fileprivate static func stillOn(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .refused, name: "GameInProgress",
      "The daily game of \(date.text) is still on: win it first, as with “memorize play”.")
  }

  fileprivate static func abandoned(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .refused, name: "GameAbandoned",
      "The daily game of \(date.text) was abandoned, and only one that is won is shared. The next "
        + "one is there after midnight UTC.")
  }
}
