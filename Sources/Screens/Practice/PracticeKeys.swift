import CellDrawing
import MemorizeBus
import Practice

extension PracticeScene {
  /// The keys of the moment.
  var keys: [KeyHint] {
    switch cover {
    // A panel has its own.
    case .leaving, .page, .offer, .picker: return []
    case nil: break
    }
    guard isOnline, let session = progress.session else { return KeyHint.offline }
    if isHolding {
      guard answered?.asked.knownMode == .typed else {
        return [KeyHint("Enter", "next")] + later(session)
      }
      return isCommandNext
        ? later(session)
        : [KeyHint("Enter", "next"), KeyHint("Esc", "commands", rank: 1)]
    }
    if isCommandNext {
      return [
        KeyHint("r", "show answer"), KeyHint("u", "undo", rank: 3),
        KeyHint("R", "restart", rank: 6), KeyHint("n", "new session", rank: 5),
      ] + general
    }
    switch (session.phase, session.knownMode) {
    case (.asking, .typed):
      let isWrong = progress.outcome?.isOpen == true
      return [KeyHint("Enter", "answer")]
        + (isWrong ? [KeyHint("Esc r", "show answer", rank: 1)] : [])
        + [KeyHint("Esc", "commands", rank: 2)]
    case (.asking, .recall): return [KeyHint("Enter", "show answer")] + later(session)
    case (.asking, .choices), (.asking, nil):
      let now =
        progress.showsChoices
        ? KeyHint("1-\(max(entries.count, 1))", "answer") : KeyHint("c", "show choices")
      return [now, KeyHint("r", "show answer", rank: 2)] + later(session)
    case (.revealed, _):
      return [KeyHint("1-\(Rating.allCases.count)", "grade")] + later(session)
    // The buttons are the other ones.
    case (.finished, _): return later(session)
    case (.idle, _), (.other, _): return [KeyHint("n", "new session")] + general
    }
  }

  private var general: [KeyHint] {
    let leaving = running == nil ? "quit" : "output"
    return [KeyHint("?", "help", rank: 4), KeyHint("q", leaving, rank: 3)]
  }

  private func later(_ session: PracticeState) -> [KeyHint] {
    [KeyHint("u", "undo", rank: 5)] + general
  }
}

extension Overlay {
  /// The keys of a session of a mode.
  static func practiceHelp(_ mode: PracticeMode?, besidesCommand: Bool) -> Overlay {
    let answer: [OverlayBlock] =
      switch mode {
      case .typed:
        [
          .row("Enter", "send the typed answer, or continue"),
          .row("Ctrl-U", "erase the typed answer"),
          .row("Esc", "make the next key one of these commands:"),
          .row("r", "show the answer"),
        ]
      case .recall:
        [
          .row("Enter, r", "show the answer"),
          .row("1 2 3 4", "grade how well you knew it"),
          .row("arrows, h j k l", "select a grade; Enter gives it"),
          .row("mouse", "click a grade or a key"),
        ]
      case .choices, nil:
        [
          .row("1 2 3", "choose an answer"),
          .row("arrows, h j k l", "select a choice"),
          .row("Enter, Space", "answer with the selected choice, or continue"),
          .row("mouse", "click an answer or a key"),
          .row("c", "show hidden choices"),
          .row("r", "show the answer"),
        ]
      }
    return Overlay(
      "Keys",
      answer + [
        .row("u", "undo the last response"),
        .row("R", "start the same session again"),
        .row("n", "choose a deck for a new session"),
        .row("Ctrl-L", "draw the screen again"),
        .row("?", "show these keys"),
      ]
        + (besidesCommand
          ? [
            .row("q", "show the command's output"),
            .row("Ctrl-O", "bring the questions back from there"),
            .row("Ctrl-C, Ctrl-Z", "end or stop the command"),
          ] : [.row("q, Ctrl-C", "quit; the session is saved")]),
      keys: [KeyHint("any key", "close")])
  }
}
