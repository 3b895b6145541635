import MemorizeBus
import MemoryGame

extension PracticeScene {
  /// The end of a session in lines: praise and score, the missed cards, and what comes next.
  func result(_ session: PracticeState) -> (head: [String], list: [String], foot: [String]) {
    let missed = log.missed
    var head = [
      session.praise(of: progress.userName).title.harmless,
      "\(session.firstTry) of \(session.questions) right on the first try",
    ]
    if !missed.isEmpty { head += ["", "Missed:"] }
    // Others were missed before this screen was opened.
    let others = Int(session.questions) - Int(session.firstTry) - missed.count
    var list = missed.map { card in
      card.answer.isEmpty
        ? card.question.harmless : "\(card.question) = \(card.answer)".harmless
    }
    if others > 0, !missed.isEmpty {
      list.append("and \(others) more missed before this screen was opened")
    }
    let streak = streak.map { "Practice streak: \(counted($0, "day"))" }
    return (head, list, [whatIsDue(session), streak].compactMap(\.self))
  }

  private func whatIsDue(_ session: PracticeState) -> String? {
    if session.due > 0 {
      return session.due == 1 ? "1 more card is due." : "\(session.due) more cards are due."
    }
    return session.nextText(at: now).map { "The next card is due \($0)." }
  }
}
