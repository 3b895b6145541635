import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Translation

/// The result of a daily game, without its faces.
package struct DailyShare {
  enum Move: String {
    case match
    /// A miss that perfect memory would have avoided.
    case avoidable
    /// A miss of cards seen for the first time, or by bad luck.
    case unlucky

    var square: String {
      switch self {
      case .match: "🟩"
      case .avoidable: "🟥"
      case .unlucky: "⬜"
      }
    }

    var letter: String { rawValue.prefix(1).uppercased() }
  }

  private let game: RecordedGame
  private let streak: UInt32
  private let moves: [Move]
  /// Nil if the moves are too many; times are not in a code.
  private let code: DailyCode?

  /// Nobody wants to paste longer rows.
  private static let maximumMoves = 100

  /// Replays a game for its moves; throws if it does not match its log.
  package init(_ game: RecordedGame, streak: UInt32) throws(ProgramError) {
    (self.game, self.streak) = (game, streak)
    var replay = try ReplayedGame(game)
    var moves: [Move] = []
    var regret = 0.0
    while let transition = replay.next() {
      guard let move = transition.move else { continue }
      let now = replay.view.regret
      moves.append(move.faces != nil ? .match : now > regret ? .avoidable : .unlucky)
      regret = now
    }
    self.moves = moves
    let flips = game.transitions.filter { $0.kind == .flip }.map { Int($0.card) }
    code =
      game.beginning.scoring == .classic
      ? DailyDate(game.beginning.daily).flatMap { DailyCode(date: $0, cards: flips) } : nil
  }

  private var date: String { game.beginning.daily }
  private var theme: String { game.beginning.theme }
  private var icon: String { game.beginning.icon }
  private var result: FinalResult { game.result }

  /// For people.
  package func text(isASCII: Bool) -> String {
    let grade = result.gradeText.map { " (\($0))" } ?? ""
    return text(
      isASCII, theme: shownThemeName(theme), sums: result.sums + grade,
      // Translators: daily games won on that many days running.
      streak: tr("streak {days}", ["days": streak]))
  }

  private func text(
    _ isASCII: Bool, theme: String, sums: String, streak: String
  ) -> String {
    let row = moves.prefix(Self.maximumMoves).map { isASCII ? $0.letter : $0.square }.joined()
    let rest = moves.count > Self.maximumMoves ? " +\(moves.count - Self.maximumMoves)" : ""
    let lines = [
      "Memorize \(date) \(isASCII ? theme : icon)", sums, row + rest, streak, code?.text,
    ].compactMap(\.self)
    return lines.map(\.harmless).lines
  }

  /// In English.
  private var plainText: String {
    let grade = result.knownGrade.map { " (\($0))" } ?? ""
    return text(
      false, theme: theme,
      sums: """
        score \(result.score), \(counted(result.moves, "move")), par \(result.par.tenths), \
        \(result.regret.plainRegret)\(grade)
        """, streak: "streak \(streak)")
  }

  package var json: JSON {
    let json: JSON = [
      "date": .string(date), "theme": .string(theme), "icon": .string(icon),
      "score": .integer(result.score), "moves": .integer(result.moves), "par": .real(result.par),
      "regret": .real(result.regret), "grade": .string(result.grade.text),
      "streak": .integer(streak),
      "each_move": .array(moves.map { .string($0.rawValue) }),
      "text": .string(plainText),
    ]
    return json.with("code", code.map { .string($0.text) })
  }

  /// Day, theme, score, moves, par, regret, grade, streak, a letter for each move, and the code.
  package var plainLine: String {
    [
      date, theme, String(result.score), String(result.moves), result.par.tenths,
      result.regret.tenths, result.grade.text, String(streak), moves.map(\.letter).joined(),
      code?.text ?? "",
    ].tabbed
  }
}
