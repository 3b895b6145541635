import CellDrawing
import MemorizeBus
import Practice

extension PracticeScene {
  /// What the user wants a key to do.
  enum Action: Equatable {
    case select(CursorMove)
    case reveal, undo, edit, suspend, showChoices, hear, newSession, restart, statistics, help, quit
  }

  /// The keys that work now.
  var keys: [KeyHint] {
    // A panel has its own.
    guard panel == nil else { return [] }
    return isOnline && progress.session != nil ? keyTable.hints : KeyHint.offline
  }

  /// For a session of its mode.
  var keyTable: KeyTable<Action> {
    let isText = showsAnswered ? answered?.asked.mode.known == .typed : progress.acceptsText
    let isTyping = isText && !isCommandNext
    let isCommand = isCommandNext && !showsAnswered
    // Nil if its question cannot be answered now.
    let session = showsAnswered || isCommandNext ? nil : progress.session
    let phase = session?.phase
    let isAsking = phase == .asking
    let isIdle = session.map { [.idle, nil].contains($0.phase) } == true
    let next = showsAnswered && !(isText && isCommandNext) ? "next" : nil
    let hasCard = (shown?.card ?? 0) > 0
    let quits = running == nil
    var bindings: [KeyBinding<Action>]
    switch progress.session?.mode.known {
    case .typed:
      let isWrong = isAsking && progress.outcome?.isOpen == true
      bindings = [
        KeyBinding(
          "Enter", "send the typed answer, or continue", key: .enter,
          does: next ?? (isAsking ? "answer" : nil)),
        KeyBinding("Ctrl-U", "erase the typed answer"),
        KeyBinding("", "", shown: "Esc r", does: isWrong ? "show answer" : nil, rank: 1),
        KeyBinding(
          "Esc", "make the next key one of these commands:", key: .escape,
          does: isTyping ? "commands" : nil, rank: showsAnswered ? 1 : 2),
        KeyBinding(
          "r", "show the answer", ["r": .reveal], does: isCommand ? "show answer" : nil),
      ]
    case .recall:
      bindings = [
        KeyBinding(
          "Enter, r", "show the answer", [.enter: .reveal, "r": .reveal], key: .enter,
          does: next ?? (isAsking ? "show answer" : nil)),
        KeyBinding("1 2 3 4", "grade how well you knew it"),
        KeyBinding("arrows, h j k l", "select a grade; Enter gives it"),
        KeyBinding("mouse", "click a grade or a key"),
      ]
    case .choices, nil:
      let choices = isAsking && progress.showsChoices
      bindings = [
        KeyBinding(
          "1 2 3", "choose an answer", shown: "1-\(max(entries.count, 1))",
          does: choices ? "answer" : nil),
        KeyBinding("arrows, h j k l", "select a choice"),
        KeyBinding(
          "Enter, Space", "answer with the selected choice, or continue", key: .enter, does: next),
        KeyBinding("mouse", "click an answer or a key"),
        KeyBinding(
          "c", "show hidden choices", ["c": .showChoices],
          does: isAsking && !choices ? "show choices" : nil),
        KeyBinding(
          "r", "show the answer", ["r": .reveal], does: isAsking ? "show answer" : nil, rank: 2),
      ]
    }
    bindings += [
      KeyBinding(
        "", "", CursorMove.keys.mapValues { .select($0) }, shown: "1-\(Rating.allCases.count)",
        does: phase == .revealed ? "grade" : nil),
      KeyBinding(
        "s", "hear the question or the answer again", ["s": .hear],
        does: isTyping || !isHeard ? nil : "hear", rank: 4),
      KeyBinding(
        "u", "undo the last response", ["u": .undo], does: isTyping || isIdle ? nil : "undo",
        rank: isCommand ? 3 : 5),
      KeyBinding(
        "e", "edit the card, once its answer is shown", ["e": .edit],
        does: isTyping || !hasCard || !showsAnswer ? nil : "edit", rank: 6),
      KeyBinding(
        "x", "suspend the card: it is not asked any more, unless u undoes it", ["x": .suspend],
        does: isTyping || !hasCard ? nil : "suspend", rank: 7),
      KeyBinding(
        "R", "start the same session again", ["R": .restart], does: isCommand ? "restart" : nil,
        rank: 6),
      KeyBinding(
        "n", "choose a deck for a new session", ["n": .newSession],
        does: isCommand || isIdle ? "new session" : nil, rank: isCommand ? 5 : 0),
      KeyBinding(
        "S", "show the statistics", ["S": .statistics],
        does: isCommand || isIdle ? "statistics" : nil, rank: 7),
      KeyBinding("Ctrl-L", "draw the screen again"),
      KeyBinding("?", "show these keys", ["?": .help], does: isTyping ? nil : "help", rank: 4),
      KeyBinding(
        quits ? "q, Ctrl-C" : "q",
        quits ? "quit; the session is saved" : "show the command's output", ["q": .quit],
        does: isTyping ? nil : quits ? "quit" : "output", rank: 3),
    ]
    if quits { return KeyTable(bindings) }
    return KeyTable(
      bindings + [
        KeyBinding("Ctrl-O", "bring the questions back from there"),
        KeyBinding("Ctrl-C, Ctrl-Z", "end or stop the command"),
      ])
  }
}

extension PracticeScreen {
  /// Its keys, for the help of a verb.
  package static var keys: String { PracticeScene().keyTable.text }
}
