import BoardLayout
import MemorizeBus
import Practice

extension PracticeScene {
  /// The keys of the moment.
  var keys: [KeyHint] {
    switch cover {
    case .leaving: return KeyHint.question
    // A panel has its own.
    case .page, .offer, .picker: return []
    case nil: break
    }
    guard isOnline, let session = progress.session else { return KeyHint.offline }
    if isHolding { return [KeyHint("Enter", "next")] + Self.later(session) }
    if isCommandNext {
      return [
        KeyHint("r", "show answer"), KeyHint("u", "undo", rank: 3),
        KeyHint("R", "restart", rank: 6), KeyHint("n", "new session", rank: 5),
      ] + Self.general
    }
    switch (session.state, session.mode) {
    case ("asking", "typed"):
      return [KeyHint("Enter", "answer"), KeyHint("Esc", "commands", rank: 1)]
    case ("asking", "recall"): return [KeyHint("Enter", "show answer")] + Self.later(session)
    case ("asking", _):
      let now =
        progress.showsChoices
        ? KeyHint("1-\(max(entries.count, 1))", "answer") : KeyHint("c", "show the choices")
      return [now, KeyHint("r", "show answer", rank: 2)] + Self.later(session)
    case ("revealed", _):
      return [KeyHint("1-\(Rating.allCases.count)", "grade")] + Self.later(session)
    case ("finished", _):
      return [
        // The first two stand on buttons as well.
        KeyHint("n", "another session", rank: 5), KeyHint("r", "the same again", rank: 6),
        KeyHint("u", "undo", rank: 7),
      ] + Self.general
    default: return [KeyHint("n", "new session")] + Self.general
    }
  }

  private static let general = [KeyHint("?", "help", rank: 4), KeyHint("q", "leave", rank: 3)]

  private static func later(_ session: PracticeState) -> [KeyHint] {
    [KeyHint("u", "undo", rank: 5)] + general
  }
}

extension Overlay {
  static let practiceHelp = Overlay(
    "Keys",
    [
      .row("1 2 3", "answer with a choice"),
      .row("arrows, h j k l", "go from choice to choice"),
      .row("Enter, Space", "answer with the chosen one, or continue"),
      .row("mouse", "answer with a choice, or press a key"),
      .row("c", "show hidden choices"),
      .row("r", "show the answer"),
      .row("1 2 3 4", "grade it, in the mode recall"),
      .row("u", "undo the last response"),
      .row("R", "start the same session again"),
      .row("n", "choose a deck for another session"),
      .row("Ctrl-L", "draw the screen again"),
      .row("?", "show these keys"),
      .row("q, Ctrl-C", "leave; the session is saved"),
      .row("Esc", "make the next key a command while you type an answer"),
    ], keys: [KeyHint("any key", "closes")])
}
