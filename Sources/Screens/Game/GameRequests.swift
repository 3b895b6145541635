import DBus
import MemorizeBus

/// What the panels of `play` show beside the game: asked for when one opens, never before.
extension ServiceConnection {
  func requestStatistics(then: @escaping (Result<GameStatistics, ProgramError>) -> Void) {
    request {
      $0.call(HistoryContract.statistics, completion: $1)
    } then: {
      then($0)
    }
  }

  func requestPairs(
    of theme: String, then: @escaping (Result<[ThemePair], ProgramError>) -> Void
  ) {
    request {
      $0.call(ThemesContract.pairs, theme, 0, ThemeShelf.shownPairs, completion: $1)
    } then: {
      then($0)
    }
  }

  func requestThemes(
    then: @escaping (Result<([ThemeSummary], GameStatistics), ProgramError>) -> Void
  ) {
    request {
      $0.call(ThemesContract.list, completion: $1)
    } then: { themes in
      self.requestStatistics { statistics in
        then(themes.flatMap { themes in statistics.map { (themes, $0) } })
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
      self.request {
        $0.call(HistoryContract.games, options.values, completion: $1)
      } then: { games in
        self.requestStatistics { statistics in
          then(
            history.flatMap { history in
              games.flatMap { games in
                statistics.map { DailyOffer(history, games, $0) }
              }
            })
        }
      }
    }
  }
}
