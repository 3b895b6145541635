import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText

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
    case .notPlayed: "You have not played today's daily game yet. It is the same for everybody."
    case .left(let moves): "You have begun today's daily game: \(movesText(moves)) so far."
    case .current: "This is today's daily game."
    case .won: "You have won today's daily game. Another one today does not count."
    }
  }

  /// The panel that offers it; `ending` describes the current game, if this would abandon it.
  func panel(ending: String?, _ symbols: Symbols) -> Panel {
    var blocks: [PanelBlock] = [.text(text, .strong)]
    if !days.isEmpty { blocks.append(.gap) }
    blocks += days.map { .row($0.name, $0.result?.dailyText(symbols) ?? "-") }
    let facts = [
      streak > 0 ? dailyStreakText(streak) + "." : nil, hours.map(Self.nextText),
    ].compactMap(\.self)
    if !facts.isEmpty { blocks += [.gap, .text(facts.joined(separator: " "))] }
    let verb = if case .left = status { "resume" } else { "play" }
    var keys = [KeyHint(.enter, verb), KeyHint(.escape, "close")]
    if let ending {
      blocks += [.gap, .text(ending, .strong)]
      keys = [KeyHint("y", verb), KeyHint("n", "cancel")]
    }
    return Panel("Daily \(date.harmless)", blocks, keys: keys)
  }

  private static func nextText(in hours: Int) -> String {
    if hours == 0 { return "The next one can be played in less than an hour." }
    return plural(
      hours, one: "The next one can be played in 1 hour.",
      other: "The next one can be played in \(hours) hours.")
  }

  /// The last seven days with the results of won games that count.
  private static func days(until today: DailyDate, _ games: [PastGame])
    -> [(name: String, result: FinalResult?)]
  {
    let won = games.filter { $0.phase == .won }
    return (0..<7).reversed().map { ago in
      let date = DailyDate(day: today.day - ago)
      // 1970-01-01 was a Thursday.
      let name = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][date.day % 7]
      return (ago == 0 ? "today" : name, won.scoredDaily(of: date.text)?.result)
    }
  }
}

extension FinalResult {
  /// Such as `🥇 Gold, 12 moves`.
  fileprivate func dailyText(_ symbols: Symbols) -> String {
    [medal(symbols), movesText(moves)].compactMap { $0 }.joined(separator: ", ")
  }
}
