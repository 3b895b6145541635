import DBus
import MemorizeBus
import MemoryGame

/// What today's daily game would be if it were started now.
struct DailyOffer: Equatable {
  enum Standing: Equatable {
    case notPlayed
    /// It was left after so many moves.
    case left(moves: UInt32)
    /// It is the current game.
    case current
    /// It was won, so that a later one does not count.
    case won
  }

  let date: String
  let standing: Standing
  let streak: UInt32

  /// From games that contain those of the day.
  init(
    _ history: Properties<HistoryContract.Service>, _ games: [PastGame],
    _ statistics: GameStatistics
  ) {
    self.init(
      date: history[HistoryContract.daily] ?? "",
      isPlayed: history[HistoryContract.dailyPlayed] ?? false, games, streak: statistics.dailyStreak
    )
  }

  init(date: String, isPlayed: Bool, _ games: [PastGame], streak: UInt32) {
    (self.date, self.streak) = (date, streak)
    let today = games.first { game in
      game.result.map { $0.daily == date && !$0.isPractice } ?? false
    }
    switch (isPlayed, today) {
    case (false, _): standing = .notPlayed
    case (true, let game?) where game.state == "won": standing = .won
    case (true, let game?): standing = .left(moves: game.result?.moves ?? 0)
    case (true, nil): standing = .current
    }
  }

  var text: String {
    switch standing {
    case .notPlayed: "You have not played today's daily game yet. It is the same for everybody."
    case .left(let moves): "You have begun today's daily game: \(counted(moves, "move")) so far."
    case .current: "This is today's daily game."
    case .won: "You have won today's daily game. Another one today does not count."
    }
  }

  /// The panel that offers it; `ending` describes the current game, if it would be left.
  func overlay(ending: String?) -> Overlay {
    var blocks: [OverlayBlock] = [.text(text)]
    if streak > 0, standing != .won {
      blocks.append(.text("Your daily streak: \(counted(streak, "day")).", .quiet))
    }
    let verb = if case .left = standing { "resume" } else { "play" }
    var keys = [KeyHint("Enter", verb), KeyHint("Esc", "close")]
    if let ending {
      blocks += [.gap, .text(ending, .strong)]
      keys = [KeyHint("y", verb), KeyHint("n", "cancel")]
    }
    return Overlay("Daily \(date.harmless)", blocks, keys: keys)
  }
}
