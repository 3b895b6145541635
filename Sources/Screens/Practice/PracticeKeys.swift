import CellDrawing
import MemorizeBus
import Practice
import Translation

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
    // Translators: goes to the next question.
    let next = showsAnswered && !(isText && isCommandNext) ? tr("next", context: "key") : nil
    let hasCard = (shown?.card ?? 0) > 0
    let quits = running == nil
    var bindings: [KeyBinding<Action>]
    switch progress.session?.mode.known {
    case .typed:
      let isWrong = isAsking && progress.outcome?.isOpen == true
      bindings = [
        KeyBinding(
          "Enter", tr("send the typed answer, or continue"), key: .enter,
          // Translators: a verb.
          does: next ?? (isAsking ? tr("answer", context: "key") : nil)),
        KeyBinding("Ctrl-U", tr("erase the typed answer")),
        KeyBinding(
          "", "", shown: "Esc r", does: isWrong ? tr("show answer", context: "key") : nil, rank: 1),
        KeyBinding(
          "Esc", tr("make the next key one of these commands:"), key: .escape,
          does: isTyping ? tr("commands", context: "key") : nil, rank: showsAnswered ? 1 : 2),
        KeyBinding(
          "r", tr("show the answer"), ["r": .reveal],
          does: isCommand ? tr("show answer", context: "key") : nil),
      ]
    case .recall:
      bindings = [
        KeyBinding(
          "Enter, r", tr("show the answer"), [.enter: .reveal, "r": .reveal], key: .enter,
          does: next ?? (isAsking ? tr("show answer", context: "key") : nil)),
        KeyBinding("1 2 3 4", tr("grade how well you knew it")),
        KeyBinding(tr("arrows, h j k l", context: "keys"), tr("select a grade; Enter gives it")),
        KeyBinding(tr("mouse", context: "keys"), tr("click a grade or a key")),
      ]
    case .choices, nil:
      let choices = isAsking && progress.showsChoices
      bindings = [
        KeyBinding(
          "1 2 3", tr("choose an answer"), shown: "1-\(max(entries.count, 1))",
          does: choices ? tr("answer", context: "key") : nil),
        KeyBinding(tr("arrows, h j k l", context: "keys"), tr("select a choice")),
        KeyBinding(
          "Enter, Space", tr("answer with the selected choice, or continue"), key: .enter,
          does: next),
        KeyBinding(tr("mouse", context: "keys"), tr("click an answer or a key")),
        KeyBinding(
          "c", tr("show hidden choices"), ["c": .showChoices],
          does: isAsking && !choices ? tr("show choices", context: "key") : nil),
        KeyBinding(
          "r", tr("show the answer"), ["r": .reveal],
          does: isAsking ? tr("show answer", context: "key") : nil, rank: 2),
      ]
    }
    bindings += [
      KeyBinding(
        "", "", CursorMove.keys.mapValues { .select($0) }, shown: "1-\(Rating.allCases.count)",
        // Translators: a verb.
        does: phase == .revealed ? tr("grade", context: "key") : nil),
      KeyBinding(
        "s", tr("hear the question or the answer again"), ["s": .hear],
        does: isTyping || !isHeard ? nil : tr("hear", context: "key"), rank: 4),
      KeyBinding(
        "u", tr("undo the last response"), ["u": .undo],
        does: isTyping || isIdle ? nil : tr("undo", context: "key"), rank: isCommand ? 3 : 5),
      KeyBinding(
        "e", tr("edit the card, once its answer is shown"), ["e": .edit],
        does: isTyping || !hasCard || !showsAnswer ? nil : tr("edit", context: "key"), rank: 6),
      KeyBinding(
        "x", tr("suspend the card: it is not asked any more, unless u undoes it"), ["x": .suspend],
        does: isTyping || !hasCard ? nil : tr("suspend", context: "key"), rank: 7),
      KeyBinding(
        "R", tr("start the same session again"), ["R": .restart],
        does: isCommand ? tr("restart", context: "key") : nil, rank: 6),
      KeyBinding(
        "n", tr("choose a deck for a new session"), ["n": .newSession],
        does: isCommand || isIdle ? tr("new session", context: "key") : nil, rank: isCommand ? 5 : 0
      ),
      KeyBinding(
        "S", tr("show the statistics"), ["S": .statistics],
        does: isCommand || isIdle ? tr("statistics", context: "key") : nil, rank: 7),
      KeyBinding("Ctrl-L", tr("draw the screen again")),
      KeyBinding(
        "?", tr("show these keys"), ["?": .help], does: isTyping ? nil : tr("help", context: "key"),
        rank: 4),
      KeyBinding(
        quits ? "q, Ctrl-C" : "q",
        quits ? tr("quit; the session is saved") : tr("show the command's output"), ["q": .quit],
        // Translators: “output” is what a command printed.
        does: isTyping ? nil : quits ? tr("quit", context: "key") : tr("output", context: "key"),
        rank: 3),
    ]
    if quits { return KeyTable(bindings) }
    return KeyTable(
      bindings + [
        KeyBinding("Ctrl-O", tr("bring the questions back from there")),
        KeyBinding("Ctrl-C, Ctrl-Z", tr("end or stop the command")),
      ])
  }
}

extension PracticeScreen {
  /// Its keys, for the help of a verb.
  package static var keys: String { PracticeScene().keyTable.text }
}
