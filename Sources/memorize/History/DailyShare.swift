import MemorizeBus

/// The result of a daily game, told without its faces.
struct DailyShare {
  /// What came of a move.
  enum Move: String {
    /// A pair was found.
    case match
    /// A miss that perfect memory would have avoided.
    case avoidable
    /// A miss that it would not: of cards seen for the first time, or by bad luck.
    case unlucky

    /// The square that stands for it.
    var square: String {
      switch self {
      case .match: "🟩"
      case .avoidable: "🟥"
      case .unlucky: "⬜"
      }
    }

    /// The letter that stands for it.
    var letter: String {
      switch self {
      case .match: "M"
      case .avoidable: "A"
      case .unlucky: "U"
      }
    }
  }

  let date: String
  let theme: String
  let icon: String
  let result: FinalResult
  let streak: UInt32
  let moves: [Move]

  /// Longer rows nobody wants to paste.
  private static let longest = 100

  /// Replays a game for its moves.
  ///
  /// - Parameters:
  ///   - game: the game.
  ///   - streak: how many days in a row have been won.
  /// - Throws: `ProgramError` where it does not follow from its log.
  init(_ game: RecordedGame, streak: UInt32) throws(ProgramError) {
    date = game.beginning.daily
    theme = game.beginning.theme
    icon = game.beginning.icon
    result = game.result
    self.streak = streak
    var replay = try ReplayedGame(game)
    var moves: [Move] = []
    var regret = 0.0
    while let step = replay.next() {
      guard step.move != nil else { continue }
      let now = replay.summary.regret
      if case .mismatched = step.happening {
        moves.append(now > regret ? .avoidable : .unlucky)
      } else {
        moves.append(.match)
      }
      regret = now
    }
    self.moves = moves
  }

  /// The lines to be pasted.
  ///
  /// - Parameter isASCII: whether to keep to ASCII.
  /// - Returns: the lines, each with its end.
  func text(isASCII: Bool) -> String {
    let row = moves.prefix(Self.longest).map { isASCII ? $0.letter : $0.square }.joined()
    let rest = moves.count > Self.longest ? " +\(moves.count - Self.longest)" : ""
    let grade = result.grade == "none" ? "" : " (\(result.grade))"
    let lines = [
      "Memorize \(date) \(isASCII ? theme : icon)",
      "score \(result.score), \(result.moves) moves, par \(result.par.tenths), "
        + "regret \(result.regret.tenths)" + grade,
      row + rest, "streak \(streak)",
    ]
    return lines.map { $0.harmless + "\n" }.joined()
  }

  /// The result as `--json` tells it.
  var json: JSON {
    [
      "date": .string(date), "theme": .string(theme), "icon": .string(icon),
      "score": .integer(result.score), "moves": .integer(result.moves), "par": .real(result.par),
      "regret": .real(result.regret), "grade": .string(result.grade), "streak": .integer(streak),
      "each_move": .array(moves.map { .string($0.rawValue) }),
      "text": .string(text(isASCII: false)),
    ]
  }

  /// Day, theme, score, moves, par, regret, grade, streak and a letter for each move.
  var plainLine: String {
    [
      date, theme, String(result.score), String(result.moves), result.par.tenths,
      result.regret.tenths, result.grade, String(streak), moves.map(\.letter).joined(),
    ].map(\.harmless).joined(separator: "\t")
  }
}
