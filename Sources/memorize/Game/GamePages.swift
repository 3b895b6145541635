import MemorizeBus
import MemoryGame

extension Overlay {
  static let gameHelp = Overlay(
    "Keys",
    [
      .row("arrows, h j k l", "select a card"),
      .row("Home, End", "select the first or the last card"),
      .row("PgUp, PgDn", "select the first or the last row, or turn pages"),
      .row("digits", "select a card by its number"),
      .row("Enter, Space", "turn the card up"),
      .row("mouse", "click a card, a line or a key"),
      .row("c, Backspace", "turn a mismatch face down"),
      .row("n", "start a new game"),
      .row("t", "choose a theme"),
      .row("d", "play or resume today's daily game"),
      .row("p", "practise word cards; the game is saved"),
      .row("Ctrl-L", "draw the screen again"),
      .row("?", "show these keys"),
      .row("q, Ctrl-C", "quit; the game is saved"),
    ], keys: [KeyHint("any key", "close")])

  /// Before the first game.
  static let welcome = Overlay(
    "Memorize",
    heading: [.centered("Turn up two cards at a time, and find the pairs.", .strong), .gap],
    [
      .row("n", "Start a game"),
      .row("t", "Choose a theme"),
      .row("d", "Play today's daily game"),
      .row("p", "Practise word cards"),
      .gap,
      .text("Arrows and Enter turn cards up, and so does the mouse.", .quiet),
    ], keys: [KeyHint("?", "all keys"), KeyHint("q", "quit")])

  /// `statistics` are nil until they are known.
  static func result(
    _ result: FinalResult, scoring: String, _ statistics: GameStatistics?, isASCII: Bool
  ) -> Overlay {
    let winners = result.winnersText.harmless
    let separator = isASCII ? ", " : " · "
    var blocks: [OverlayBlock] = []
    if let medal = result.medal(isASCII: isASCII) { blocks += [.centered(medal, .strong), .gap] }
    let numbers = ["Score \(result.score)", "\(result.moves) moves", "par \(result.par.tenths)"]
    blocks.append(.centered(numbers.joined(separator: separator)))
    if winners.isEmpty {
      blocks += [.gap, .centered(result.lossText), .centered(result.luckText)]
    }
    if let statistics {
      let lines = result.standing(in: statistics, scoring: scoring)
      if !lines.isEmpty { blocks += [.gap] + lines.map { .centered($0) } }
    }
    return Overlay(
      winners.isEmpty
        ? "You have won" : winners + (result.winners.count > 1 ? " have won" : " has won"), blocks,
      keys: [
        KeyHint("n", "new game"), KeyHint("t", "themes", rank: 1), KeyHint("d", "daily", rank: 2),
        KeyHint("Esc", "board", rank: 4), KeyHint("q", "quit", rank: 3),
      ])
  }
}

extension FinalResult {
  /// A word in ASCII; nil if the game was not graded, or has no medal.
  fileprivate func medal(isASCII: Bool) -> String? {
    let words = [
      "perfect": ("★", "Perfect"), "gold": ("🥇", "Gold"), "silver": ("🥈", "Silver"),
      "bronze": ("🥉", "Bronze"),
    ]
    guard let (sign, word) = words[grade] else { return nil }
    return isASCII ? word : "\(sign) \(word)"
  }

  fileprivate var lossText: String {
    regret.tenths == "0.0"
      ? "No move lost to forgetting" : "\(regret.tenths) moves lost to forgetting"
  }

  /// Luck is the moves lost to chance, so that less is better.
  fileprivate var luckText: String {
    let luck = luck.tenths
    if luck == "0.0" { return "Neither lucky nor unlucky" }
    return luck.hasPrefix("-") ? "\(luck.dropFirst()) moves lucky" : "\(luck) moves unlucky"
  }

  /// How it compares with earlier games.
  fileprivate func standing(in statistics: GameStatistics, scoring: String) -> [String] {
    var lines: [String] = []
    if isPractice {
      lines.append("Not the first daily game of the day, so it does not count.")
    } else if let best = statistics.best(theme: theme, pairs: pairs, scoring: scoring),
      winners.isEmpty
    {
      let isBest = !isSeeded && (best.score, best.regret, best.seconds) == (score, regret, seconds)
      lines.append(isBest ? "A new best" : "Best so far: \(best.text)")
    }
    if !daily.isEmpty || statistics.dailyStreak > 0 {
      lines.append("Daily streak: \(counted(statistics.dailyStreak, "day"))")
    }
    return lines
  }
}

extension GameStatistics {
  func best(theme: String, pairs: UInt32, scoring: String) -> Best? {
    let key = ThemeName.comparisonKey(of: theme)
    return best.first {
      ThemeName.comparisonKey(of: $0.theme) == key && $0.pairs == pairs && $0.scoring == scoring
    }
  }
}

extension GameStatistics.Best {
  /// `score 12, 0.5 moves lost to forgetting`.
  var text: String { "score \(score), \(regret.tenths) moves lost to forgetting" }
}
