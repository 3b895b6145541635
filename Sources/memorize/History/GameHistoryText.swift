import MemorizeBus
import MemorizeText
import MemoryGame
import Translation

/// The messages of the verbs about past games.
enum GameHistoryText {
  static var nothing: String {
    tr("No game has been played yet: start one with “memorize new”.")
  }

  static func state(_ state: Word<PastGame.Phase>) -> String {
    switch state.known {
    // Translators: the state of a game.
    case .playing: tr("playing", context: "state")
    // Translators: the state of a game.
    case .won: tr("won", context: "state")
    // Translators: the state of a game.
    case .abandoned: tr("abandoned", context: "state")
    case nil: state.text
    }
  }

  /// Of a game.
  static func grade(_ grade: Word<Grade>) -> String {
    guard let known = grade.known else { return grade.text }
    return switch known {
    // Translators: the grade of a game, better than gold.
    case .perfect: tr("perfect", context: "medal")
    // Translators: the grade of a game, as a medal.
    case .gold: tr("gold", context: "medal")
    // Translators: the grade of a game, as a medal.
    case .silver: tr("silver", context: "medal")
    // Translators: the grade of a game, as a medal.
    case .bronze: tr("bronze", context: "medal")
    // Translators: a game without a grade.
    case .none: tr("none", context: "medal")
    }
  }

  static func scoring(_ scoring: Word<Scoring>) -> String {
    switch scoring.known {
    // Translators: how points are counted: by matches and misses.
    case .classic: tr("classic", context: "scoring")
    // Translators: how points are counted: with a factor that falls with time.
    case .timed: tr("timed", context: "scoring")
    case nil: scoring.text
    }
  }

  static func event(_ kind: TransitionKind) -> String {
    switch kind {
    // Translators: a card was turned up.
    case .flip: tr("flip", context: "event")
    // Translators: two cards were turned face down.
    case .conceal: tr("conceal", context: "event")
    }
  }

  static func follows(_ id: UInt64) -> String {
    // Translators: {id} is the number of a game.
    tr("The result of game {id} matches its log.", ["id": id])
  }

  /// What the moves of a code are worth.
  static func worth(_ result: FinalResult) -> [String] {
    [
      // Translators: {date} is as 2026-12-24, {result} the line about the result of the daily game.
      tr(
        "Memorize {date} {theme}: {result}",
        ["date": result.daily, "theme": shownThemeName(result.theme), "result": result.line]),
      tr("The rules allow these moves. The code does not say who found them."),
    ]
  }
}

// Of the statistics.
extension GameHistoryText {
  /// A line each.
  static func sums(_ statistics: GameStatistics) -> [String] {
    var lines = [
      tr(
        statistics.games, "1 game, {won} won, {ranked} ranked",
        "{n} games, {won} won, {ranked} ranked",
        ["won": statistics.won, "ranked": statistics.ranked]),
      mean(statistics),
      // Translators: numbers of days with a daily game that was won.
      tr(
        "daily streak {days}, longest {longest}",
        ["days": statistics.dailyStreak, "longest": statistics.longestDailyStreak]),
    ]
    if statistics.duels > 0 {
      // Translators: numbers of games against a bot.
      let duels = tr(
        "against bots: {won} of {games} won",
        ["won": statistics.duelsWon, "games": statistics.duels])
      lines.append(duels)
    }
    return lines
  }

  private static func mean(_ statistics: GameStatistics) -> String {
    guard statistics.ranked > 0 else { return tr("no ranked game won yet") }
    // Translators: {moves} is a number such as 2.5.
    return tr(
      "{moves} moves lost to forgetting per ranked game on average",
      ["moves": statistics.meanRegret.tenthsText])
  }

  /// Above a chart.
  static func regret(games: Int, hasMedian: Bool) -> String {
    hasMedian
      // Translators: above a chart; {median} is of how many games each median is taken.
      ? tr(
        games, "moves lost to forgetting per pair, the last ranked game, and median of {median}",
        "moves lost to forgetting per pair, the last {n} ranked games, and median of {median}",
        ["median": GameCourse.medianGames])
      // Translators: above a chart.
      : tr(
        games, "moves lost to forgetting per pair, the last ranked game",
        "moves lost to forgetting per pair, the last {n} ranked games")
  }

  static var spans: String {
    // Translators: above a chart.
    tr("memory span in cards, and the ends of its 90% interval")
  }

  static var gamesADay: String {
    // Translators: above a chart.
    tr("games a day")
  }

  static var medals: String {
    // Translators: above the themes in which medals were won.
    tr("medals", context: "column")
  }
}
