import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Translation

/// Today's daily game as it can be started now.
struct DailyOffer {
  enum Status: Equatable {
    case notPlayed
    /// It was left after this many moves.
    case left(moves: UInt32)
    /// It is the current game.
    case current
    /// It was won; another one does not count.
    case won
  }

  let date: String
  let status: Status
  let streak: UInt32
  /// The last seven days, today last.
  private let days: [(name: String, result: FinalResult?)]
  /// Until the next daily game; nil if unknown.
  private let hours: Int?

  /// `games` must contain those of the day; `now` is in seconds since 1970-01-01 UTC.
  init(
    date: String, isPlayed: Bool, _ games: [PastGame], streak: UInt32, now: UInt64? = nil
  ) {
    (self.date, self.streak) = (date, streak)
    let day = DailyDate(date)
    days = day.map { Self.days(until: $0, games) } ?? []
    hours = day.flatMap { day in
      now.map { max(Int(day.epoch / 1_000_000) + 86_400 - Int(clamping: $0), 0) / 3600 }
    }
    switch (isPlayed, games.scoredDaily(of: date)) {
    case (false, _): status = .notPlayed
    case (true, let game?) where game.phase == .won: status = .won
    case (true, let game?): status = .left(moves: game.result?.moves ?? 0)
    case (true, nil): status = .current
    }
  }

  var text: String {
    switch status {
    case .notPlayed:
      tr("You have not played today's daily game yet. It is the same for everybody.")
    case .left(let moves):
      tr(
        moves, "You have begun today's daily game: 1 move so far.",
        "You have begun today's daily game: {n} moves so far.")
    case .current: Self.currentText
    case .won: tr("You have won today's daily game. Another one today does not count.")
    }
  }

  static var currentText: String { tr("This is today's daily game.") }

  /// The panel that offers it; `ending` describes the current game, if this would abandon it.
  func panel(ending: String?, _ symbols: Symbols) -> Panel {
    var blocks: [PanelBlock] = [.text(text, .strong)]
    if !days.isEmpty { blocks.append(.gap) }
    blocks += days.map { .row($0.name, $0.result?.dailyText(symbols) ?? "-") }
    let facts = [
      streak > 0 ? tr(streak, "Daily streak: 1 day.", "Daily streak: {n} days.") : nil,
      hours.map(Self.nextText),
    ].compactMap(\.self)
    if !facts.isEmpty { blocks += [.gap, .text(facts.sentencesText)] }
    let verb =
      if case .left = status { tr("resume", context: "key") } else { tr("play", context: "key") }
    var keys = [KeyHint(.enter, verb), KeyHint(.escape, tr("close", context: "key"))]
    if let ending {
      blocks += [.gap, .text(ending, .strong)]
      keys = [KeyHint("y", verb), KeyHint("n", tr("cancel", context: "key"))]
    }
    // Translators: the title of today's daily game.
    return Panel(tr("Daily {date}", ["date": date.harmless]), blocks, keys: keys)
  }

  private static func nextText(in hours: Int) -> String {
    if hours == 0 { return tr("The next one can be played in less than an hour.") }
    return tr(
      hours, "The next one can be played in 1 hour.",
      "The next one can be played in {n} hours.")
  }

  /// The last seven days with the results of won games that count.
  private static func days(until today: DailyDate, _ games: [PastGame])
    -> [(name: String, result: FinalResult?)]
  {
    let won = games.filter { $0.phase == .won }
    return (0..<7).reversed().map { ago in
      let date = DailyDate(day: today.day - ago)
      let name = ago == 0 ? tr("today", context: "weekday") : weekday(date)
      return (name, won.scoredDaily(of: date.text)?.result)
    }
  }

  private static func weekday(_ date: DailyDate) -> String {
    switch date.day % 7 {
    // 1970-01-01 was a Thursday.
    case 0: tr("Thu", context: "weekday")
    case 1: tr("Fri", context: "weekday")
    case 2: tr("Sat", context: "weekday")
    case 3: tr("Sun", context: "weekday")
    case 4: tr("Mon", context: "weekday")
    case 5: tr("Tue", context: "weekday")
    default: tr("Wed", context: "weekday")
    }
  }
}

extension FinalResult {
  /// Such as `🥇 Gold, 12 moves`.
  fileprivate func dailyText(_ symbols: Symbols) -> String {
    [medal(symbols), movesText(moves)].compactMap { $0 }.listText
  }
}
