import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Translation

/// The text at the end of a session.
struct PracticeResult {
  /// Praise and score.
  let head: [String]
  /// Questions and their answers, or a single text.
  let missed: [(question: String, answer: String?)]
  /// When the next card is due, and the streak.
  let foot: [String]

  /// The missed cards as a table of lines; long sides are wrapped.
  func list(columns: Int, _ ellipsis: String) -> [String] {
    guard !missed.isEmpty else { return [] }
    let columns = max(columns, 1)
    let questions = missed.map { $0.answer == nil ? 0 : $0.question.cells }
    let left = min(questions.max() ?? 0, max(columns / 2 - 2, 1))
    func wrapped(_ text: String, _ cells: Int) -> [String] {
      text.wrapped(cells: max(cells, 1), lines: 20, ellipsis)
    }
    return [tr("Missed:")]
      + missed.flatMap { card in
        guard let answer = card.answer else { return wrapped(card.question, columns) }
        let question = wrapped(card.question, left)
        let answers = wrapped(answer, columns - left - 2)
        return (0..<max(question.count, answers.count)).map { line in
          let start = line < question.count ? question[line] : ""
          guard line < answers.count else { return start }
          let space = max(left - start.cells, 0) + 2
          return start + String(repeating: " ", count: space) + answers[line]
        }
      }
  }
}

extension PracticeScene {
  func result(_ session: PracticeState) -> PracticeResult {
    // Others were missed before this screen was opened.
    let others = session.missed - log.missed.count
    var missed: [(String, String?)] = log.missed.map {
      ($0.question.harmless, $0.answer.harmless)
    }
    if others > 0, !missed.isEmpty {
      // Translators: the end of the list of missed cards.
      let rest = tr(
        others, "and 1 more missed before this screen was opened",
        "and {n} more missed before this screen was opened")
      missed.append((rest, nil))
    }
    let score = tr(
      session.questions, "{right} of 1 right on the first try",
      "{right} of {n} right on the first try", ["right": session.firstTry])
    return PracticeResult(
      head: [PracticeState.praise(of: progress.userName).harmless, score], missed: missed,
      foot: [session.moreText(at: now), session.streakLine].compactMap(\.self))
  }

  /// A cell for each question, or for some of them, filled if it was right on the first try.
  func drawScore(_ session: PracticeState, in area: CellArea, on canvas: inout Canvas) {
    let whole = max(Int(session.questions), 1)
    let cells = min(whole, area.columns, 40)
    guard cells > 0, !area.isEmpty else { return }
    let isPerfect = session.firstTry >= session.questions
    // Even one missed question among many has a cell.
    let right = min(Int(session.firstTry) * cells / whole, cells - (isPerfect ? 0 : 1))
    let gap = 2 * cells <= area.columns ? 2 : 1
    let left = area.column + (area.columns - cells * gap + gap - 1) / 2
    for cell in 0..<cells {
      let isRight = cell < right
      canvas.put(
        symbols.answer[isRight], column: left + cell * gap,
        row: area.row, palette.ink(isRight ? .green : .red))
    }
  }
}

extension PracticeState {
  /// Nil without a streak.
  fileprivate var streakLine: String? {
    guard streak > 0 else { return nil }
    return isStreakEnding
      ? tr(
        streak, "Practice streak 1 day; finish a session today to keep it",
        "Practice streak {n} days; finish a session today to keep it")
      : tr(streak, "Practice streak 1 day", "Practice streak {n} days")
  }
}
