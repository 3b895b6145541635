import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText

extension Panel {
  /// Before the first game.
  static func welcome(_ look: BoardLook) -> Panel {
    let palette = look.palette(of: nil)
    let face = look.symbols.isASCII ? "fish" : "🐟"
    let cards = [face, "1", face, "3"].map {
      (text: " \($0) ", paint: $0 == face ? palette.open : palette.back(at: 0))
    }
    return Panel(
      "Memorize",
      heading: [
        .text("Turn up two cards at a time, and find the pairs.", .strong), .gap,
        .tiles(cards, lines: 1), .gap,
      ],
      [
        .row("n", "Start a game", "n"),
        .row("t", "Choose a theme", "t"),
        .row("d", "Play today's daily game", "d"),
        .row("p", "Practice word cards", "p"),
        .gap,
        .text("Turn cards up with the arrows and Enter, or with the mouse. Esc closes lists."),
      ], keys: [KeyHint("?", "all keys"), KeyHint("q", "quit")])
  }

  /// `statistics` are nil until they arrive; `players` is empty in a game of one.
  static func result(
    _ result: FinalResult, scoring: Word<Scoring>, _ players: [PlayerScore],
    _ statistics: GameStatistics?, _ look: BoardLook
  ) -> Panel {
    let winners = result.winners.enumeration.harmless
    let palette = Palette(depth: look.depth)
    let picture = result.medalFace.flatMap {
      look.pictures?.cells(of: $0, in: medalSize, on: palette.panel, look.depth)
    }
    var blocks: [PanelBlock] = []
    if let medal = result.medal(look.symbols) {
      blocks += [.banner(medal, palette.medal(result.grade.text)), .gap]
    }
    let moves = (name: "moves", value: "\(result.moves)")
    var facts: [PanelFact] =
      winners.isEmpty
      ? [
        moves, (name: "par", value: result.par.tenths),
        (name: "score", value: "\(result.score)"),
      ] : players.map { (name: $0.name.harmless, value: "\($0.score)") } + [moves]
    let best = statistics.flatMap { result.best(in: $0, scoring: scoring) }
    if let best { facts.append((name: "best", value: "\(best.score)")) }
    blocks.append(.facts(facts))
    if winners.isEmpty {
      blocks.append(.gap)
      // The medal says it already.
      let loss = result.grade.known == .perfect ? [] : [result.regret.lossText]
      blocks += (loss + [result.luck.luckText]).map {
        .centered($0.prefix(1).uppercased() + $0.dropFirst())
      }
    }
    if let best, result.isBest(best) { blocks += [.gap, .centered("A new best", .chosen)] }
    if let statistics {
      blocks += result.daily(in: statistics, look.symbols)
    }
    return Panel(
      winners.isEmpty
        ? "You have won"
        : plural(
          result.winners.count, one: "\(winners) has won", other: "\(winners) have won"),
      heading: picture.map { [.picture($0), .gap] } ?? [], blocks,
      keys: [
        KeyHint("n", "new"), KeyHint("t", "themes", rank: 2),
      ] + (result.regret > 0 ? [KeyHint("r", "look back", rank: 1)] : []) + [
        KeyHint(label: "any key", "close", key: .escape)
      ])
  }
}

private let medalSize = Size(12, 6)

extension FinalResult {
  /// A word in ASCII; nil if the game was not graded, or has no medal.
  func medal(_ symbols: Symbols) -> String? {
    switch grade.known {
    case .perfect: symbols.isASCII ? "Perfect" : "★ Perfect"
    case .gold: symbols.isASCII ? "Gold" : "🥇 Gold"
    case .silver: symbols.isASCII ? "Silver" : "🥈 Silver"
    case .bronze: symbols.isASCII ? "Bronze" : "🥉 Bronze"
    case .none?, nil: nil
    }
  }

  /// For its picture, since a star is no emoji.
  fileprivate var medalFace: String? {
    grade.known == .perfect ? "🏆" : medal(.unicode).map { String($0.prefix(1)) }
  }

  /// The best game with this theme, size and scoring; nil if this one does not count.
  fileprivate func best(
    in statistics: GameStatistics, scoring: Word<Scoring>
  ) -> GameStatistics.Best? {
    guard !isRepeatedDaily, !isBotPlayed, winners.isEmpty else { return nil }
    return statistics.best(theme: theme, pairs: pairs, scoring: scoring)
  }

  fileprivate func isBest(_ best: GameStatistics.Best) -> Bool {
    !isSeeded && (best.score, best.regret, best.seconds) == (score, regret, seconds)
  }

  /// The streak of daily games, or why this game does not count.
  fileprivate func daily(in statistics: GameStatistics, _ symbols: Symbols) -> [PanelBlock] {
    if isBotPlayed, winners.isEmpty {
      return [.gap, .centered("A bot played, so it does not count.")]
    }
    if isRepeatedDaily {
      return [.gap, .centered("Not the first daily game of the day, so it does not count.")]
    }
    guard !daily.isEmpty else { return [] }
    let streak = statistics.dailyStreak
    let dots = (0..<7).map { symbols.day[$0 < streak] }.joined(separator: " ")
    return [
      .gap, .centered(dots, .strong), .centered(dailyStreakText(streak)), .gap,
      .centered("Share it: memorize share"),
    ]
  }
}

extension GameStatistics {
  func best(theme: String, pairs: UInt32, scoring: Word<Scoring>) -> Best? {
    let key = ThemeName.comparisonKey(of: theme)
    return best.first {
      ThemeName.comparisonKey(of: $0.theme) == key && $0.pairs == pairs && $0.scoring == scoring
    }
  }
}

extension GameStatistics.Best {
  /// `score 12, 0.5 moves lost to forgetting`.
  var text: String { "score \(score), \(regret.lostText)" }
}
