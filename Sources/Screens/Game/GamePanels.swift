import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Translation

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
        .text(tr("Turn up two cards at a time, and find the pairs."), .strong), .gap,
        .tiles(cards, lines: 1), .gap,
      ],
      [
        .row("n", tr("Start a game"), "n"),
        .row("t", tr("Choose a theme"), "t"),
        .row("d", tr("Play today's daily game"), "d"),
        .row("p", tr("Practice word cards"), "p"),
        .gap,
        .text(
          tr("Turn cards up with the arrows and Enter, or with the mouse. Esc closes lists.")),
      ],
      keys: [
        KeyHint("?", tr("all keys", context: "key")), KeyHint("q", tr("quit", context: "key")),
      ])
  }

  /// `statistics` are nil until they arrive; `players` is empty in a game of one.
  static func result(
    _ result: FinalResult, scoring: Word<Scoring>, _ players: [PlayerScore],
    _ statistics: GameStatistics?, _ look: BoardLook
  ) -> Panel {
    let winners = result.winners.enumerationText.harmless
    let palette = Palette(depth: look.depth)
    let picture = result.medalFace.flatMap {
      look.pictures?.cells(of: $0, in: medalSize, on: palette.panel, look.depth)
    }
    var blocks: [PanelBlock] = []
    if let medal = result.medal(look.symbols) {
      blocks += [.banner(medal, palette.medal(result.grade.text)), .gap]
    }
    let moves = (name: tr("moves", context: "fact"), value: "\(result.moves)")
    var facts: [PanelFact]
    if winners.isEmpty {
      facts = [
        // Translators: how many moves perfect memory needs.
        moves, (name: tr("par", context: "fact"), value: result.par.tenthsText),
        (name: tr("score", context: "fact"), value: "\(result.score)"),
      ]
    } else {
      facts = players.map { (name: $0.name.harmless, value: "\($0.score)") } + [moves]
    }
    let best = statistics.flatMap { result.best(in: $0, scoring: scoring) }
    // Translators: the best score so far.
    if let best { facts.append((name: tr("best", context: "fact"), value: "\(best.score)")) }
    blocks.append(.facts(facts))
    if winners.isEmpty {
      blocks.append(.gap)
      // The medal says it already.
      let loss = result.grade.known == .perfect ? [] : [result.regret.lossText]
      blocks += (loss + [result.luck.luckText]).map {
        .centered($0.prefix(1).uppercased() + $0.dropFirst())
      }
    }
    if let best, result.isBest(best) { blocks += [.gap, .centered(tr("A new best"), .chosen)] }
    if let statistics {
      blocks += result.daily(in: statistics, look.symbols)
    }
    return Panel(
      winners.isEmpty
        ? tr("You have won")
        // Translators: by the number of winners, whose names are {winners}.
        : tr(
          result.winners.count, "{winners} has won", "{winners} have won", ["winners": winners]),
      heading: picture.map { [.picture($0), .gap] } ?? [], blocks,
      keys: keys(ofResult: result))
  }

  private static func keys(ofResult result: FinalResult) -> [KeyHint] {
    var keys = [
      // Translators: a new game.
      KeyHint("n", tr("new", context: "key")),
      KeyHint("t", tr("themes", context: "key"), rank: 2),
    ]
    if result.regret > 0 { keys.append(KeyHint("r", tr("look back", context: "key"), rank: 1)) }
    keys.append(
      KeyHint(
        label: tr("any key", context: "keys beside others"), tr("close", context: "key"),
        key: .escape))
    return keys
  }
}

private let medalSize = Size(12, 6)

extension FinalResult {
  /// Only its word if symbols are ASCII; nil if the game was not graded, or has no medal.
  func medal(_ symbols: Symbols) -> String? {
    guard let name = medalName, let face = medalFace else { return nil }
    if symbols.isASCII { return name }
    return grade.known == .perfect ? "★ \(name)" : "\(face) \(name)"
  }

  private var medalName: String? {
    switch grade.known {
    case .perfect: tr("Perfect", context: "medal")
    case .gold: tr("Gold", context: "medal")
    case .silver: tr("Silver", context: "medal")
    case .bronze: tr("Bronze", context: "medal")
    case .none?, nil: nil
    }
  }

  /// For its picture, since a star is no emoji.
  fileprivate var medalFace: String? {
    switch grade.known {
    case .perfect: "🏆"
    case .gold: "🥇"
    case .silver: "🥈"
    case .bronze: "🥉"
    case .none?, nil: nil
    }
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
      return [.gap, .centered(tr("A bot played, so it does not count."))]
    }
    if isRepeatedDaily {
      return [.gap, .centered(tr("Not the first daily game of the day, so it does not count."))]
    }
    guard !daily.isEmpty else { return [] }
    let streak = statistics.dailyStreak
    let dots = (0..<7).map { symbols.day[$0 < streak] }.joined(separator: " ")
    return [
      .gap, .centered(dots, .strong), .centered(dailyStreakText(streak)), .gap,
      .centered(tr("Share it: memorize share")),
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
  /// `score 12` and `0.5 moves lost to forgetting`.
  var facts: [String] { [scoreText(score), regret.lostText] }
}
