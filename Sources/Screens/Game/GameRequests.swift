import DBus
import Glibc
import MemorizeBus

/// What the panels of `play` show beside the game: asked for when one opens, never before.
extension ServiceConnection {
  func requestThemes(
    then: @escaping (Result<([ThemeSummary], GameStatistics), ProgramError>) -> Void
  ) {
    request(ThemesContract.list) { themes in
      self.request(HistoryContract.statistics) { statistics in
        then(Result { () throws(ProgramError) in try (themes.get(), statistics.get()) })
      }
    }
  }

  /// The game that was just won, to look back at.
  func requestReplay(of id: UInt64, then: @escaping (Result<ReplayedGame, ProgramError>) -> Void) {
    request(HistoryContract.beginning, id) { beginning in
      self.request(HistoryContract.log, id) { log in
        then(
          Result { () throws(ProgramError) in try ReplayedGame(id, beginning.get(), log.get()) })
      }
    }
  }

  /// What is known of today's daily game.
  func requestDaily(then: @escaping (Result<DailyOffer, ProgramError>) -> Void) {
    var options = GamesOptions()
    options.limit = HistoryContract.maximumGames
    request {
      $0.properties(of: HistoryContract.interface, completion: $1)
    } then: { history in
      self.request(HistoryContract.games, options.values) { games in
        self.request(HistoryContract.statistics) { statistics in
          then(
            Result { () throws(ProgramError) in
              let history = try history.get()
              return try DailyOffer(
                date: history[HistoryContract.daily] ?? "",
                isPlayed: history[HistoryContract.dailyPlayed] ?? false, games.get(),
                streak: statistics.get().dailyStreak, now: UInt64(clamping: time(nil)))
            })
        }
      }
    }
  }
}
