import MemorizeBus

/// All that the screen shows of a session, and what keys make of it; it knows no terminal and no bus.
struct QuizScene {
  /// What takes the keys.
  enum Mode {
    /// The question: its choices, or the line that is typed.
    case question
    /// Beside a line that is typed, one key that is a command.
    case command
    /// A list to read; any key but those that walk leaves it.
    case reading(Panel)
    /// Whether the session that is on is to be left for that.
    case asking(Wish)
  }

  /// What is wanted of the service, or of the program.
  enum Wish: Equatable {
    case answer(question: UInt32, choice: UInt32)
    case answerText(question: UInt32, String)
    case reveal(question: UInt32)
    case grade(question: UInt32, UInt32)
    case undo, restart, new, quit
  }

  /// What is known of the session.
  private(set) var state = QuizState()
  /// The number of the chosen entry, from 0.
  private(set) var chosen = 0
  /// What takes the keys.
  private(set) var mode = Mode.question
  /// What is typed for an answer.
  private(set) var line = AnswerLine()
  private var news = ""
  /// Whether the answer to a wish is awaited: keys pressed meanwhile were not meant for what follows.
  private var isAwaiting = false

  /// What can be chosen now.
  var entries: [QuizEntry] { state.entries }

  /// The line in the message's place.
  ///
  /// - Parameters:
  ///   - hasOutcome: whether the last outcome stands elsewhere.
  ///   - isASCII: whether to keep to ASCII.
  /// - Returns: the text.
  func message(hasOutcome: Bool, isASCII: Bool) -> String {
    switch mode {
    case .asking: return "Leave the session that is on? y or n"
    case .command:
      return "r reveals, u takes back, R restarts, n starts another, ? helps, q leaves"
    case .reading: return "Any other key goes back."
    case .question: break
    }
    if !news.isEmpty { return news }
    if !hasOutcome, let outcome = state.outcome { return outcome.text(isASCII: isASCII) }
    return hint
  }

  /// Takes what happened to the session, whoever did it.
  mutating func take(_ told: QuizTable.News) {
    let wasOnline = state.isOnline
    let isNew = state.take(told)
    switch told {
    case .offline:
      isAwaiting = false
      news = "The service memorized is gone; this goes on when it is back."
    case .fault(let error): news = error.message.harmless
    case .state: news = wasOnline ? "" : "The service is back. " + hint
    case .change(let transition, _):
      news = ""
      if let response = transition.response, !response.isCorrect, line.trimmed == response.answer {
        line.clear()
      }
    case .due, .preferences, .revealed: break
    }
    if case .asking = mode, state.facts?.isOn != true { mode = .question }
    if isNew { line.clear() }
    if isNew || told.changesEntries { chooseUsual() }
    chosen = min(chosen, max(entries.count - 1, 0))
  }

  /// Takes the answer to a wish: why it was refused, if it was.
  mutating func finish(_ error: ProgramError?) {
    isAwaiting = false
    if let error { news = error.message.harmless }
  }

  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - layout: what is on the screen.
  /// - Returns: what is to be asked for, if anything.
  mutating func take(_ key: Key, on layout: QuizLayout) -> Wish? {
    switch mode {
    case .asking(let wish): return confirm(key, wish)
    case .reading(let panel): return read(panel, key, page: layout.panelRows)
    case .command:
      mode = .question
      return command(key)
    case .question: break
    }
    news = ""
    return state.isTyped ? type(key) : choose(key, on: layout)
  }

  private mutating func type(_ key: Key) -> Wish? {
    if line.take(key) { return nil }
    switch key {
    case .escape: mode = .command
    case .enter:
      let text = line.trimmed
      guard !text.isEmpty else {
        news = "Type the answer, then Enter; Esc and r reveal it."
        return nil
      }
      return ask { .answerText(question: $0, text) }
    default: break
    }
    return nil
  }

  private mutating func choose(_ key: Key, on layout: QuizLayout) -> Wish? {
    switch key {
    case .up, .left, .character("k"), .character("h"): chosen = max(chosen - 1, 0)
    case .down, .right, .character("j"), .character("l"):
      chosen = min(chosen + 1, max(entries.count - 1, 0))
    case .home, .pageUp: chosen = 0
    case .end, .pageDown: chosen = max(entries.count - 1, 0)
    case .enter, .character(" "): return act(at: chosen)
    case .click(let column, let row):
      guard let index = layout.entry(atColumn: column, row: row) else { return nil }
      return act(at: index)
    default:
      // Digits answer only where they stand before what is shown.
      if case .character(let character) = key, character.isNumber {
        return entries.firstIndex { $0.key == character }.flatMap { act(at: $0) }
      }
      return command(key)
    }
    return nil
  }

  private mutating func act(at index: Int) -> Wish? {
    guard entries.indices.contains(index) else { return nil }
    chosen = index
    switch entries[index].action {
    case .choose(let choice): return ask { .answer(question: $0, choice: choice) }
    case .grade(let grade): return ask { .grade(question: $0, grade) }
    case .reveal: return ask { .reveal(question: $0) }
    case .showChoices: return showChoices()
    case .new: return leave(for: .new)
    case .restart: return leave(for: .restart)
    }
  }

  private mutating func command(_ key: Key) -> Wish? {
    switch key {
    case .character("r"): return ask { .reveal(question: $0) }
    case .character("u"): return ask { _ in .undo }
    case .character("c"): return showChoices()
    case .character("n"): return leave(for: .new)
    case .character("R"): return leave(for: .restart)
    case .character("q"): return .quit
    case .character("?"): mode = .reading(.quizHelp)
    default: break
    }
    return nil
  }

  private mutating func showChoices() -> Wish? {
    guard case .showChoices = entries.first?.action else { return nil }
    state.askForChoices()
    chooseUsual()
    return nil
  }

  private mutating func ask(_ wish: (UInt32) -> Wish) -> Wish? {
    guard !isAwaiting, let facts = state.facts else { return nil }
    isAwaiting = true
    return wish(facts.questionNumber)
  }

  private mutating func leave(for wish: Wish) -> Wish? {
    guard state.facts?.isOn == true, state.isOnline else { return ask { _ in wish } }
    mode = .asking(wish)
    return nil
  }

  private mutating func confirm(_ key: Key, _ wish: Wish) -> Wish? {
    // Whoever rests a finger on Enter or a mouse key has not answered.
    let isNo: [Key] = [.character("n"), .character("N"), .character("q"), .escape]
    if key == .character("y") || key == .character("Y") {
      mode = .question
      return ask { _ in wish }
    }
    if isNo.contains(key) { mode = .question }
    return nil
  }

  private mutating func read(_ panel: Panel, _ key: Key, page: Int) -> Wish? {
    guard case .walk(let walk) = Intent(key) else {
      mode = .question
      return key == .character("q") ? .quit : nil
    }
    var panel = panel
    panel.walk(walk, page: page)
    mode = .reading(panel)
    return nil
  }

  /// Of the grades the third is the usual one; else the first entry is.
  private mutating func chooseUsual() {
    chosen = state.facts?.state == "revealed" ? 2 : 0
  }

  /// What is said where nothing has happened.
  private var hint: String {
    let rest = ", ? helps, q leaves."
    switch (state.facts?.state, state.facts?.mode) {
    case (nil, _): return ""
    case ("asking", "typed"): return "Enter answers; Esc, then r reveals, ? helps, q leaves."
    case ("asking", "recall"): return "Enter reveals" + rest
    case ("asking", _):
      return (state.showsChoices ? "1–\(entries.count) answer, r reveals" : "c shows the choices")
        + rest
    case ("revealed", _): return "\(QuizGrade.line)?"
    case ("finished", _): return "n starts another, R the same again, q leaves."
    default: return "No session is on: n starts one, q leaves."
    }
  }
}

extension QuizTable.News {
  /// Whether other things may be chosen afterwards.
  fileprivate var changesEntries: Bool {
    guard case .change(let transition, _) = self else { return false }
    return transition.response == nil || transition.result != nil
  }
}

extension Panel {
  /// The keys of practice, in words.
  static let quizHelp = Panel(
    "Keys",
    [
      "1 2 3             answer by a choice",
      "arrows, h j k l   go from choice to choice",
      "Enter, Space      answer by the chosen one",
      "mouse             answer by a choice",
      "c                 show choices that are hidden",
      "r                 reveal the answer",
      "1 2 3 4           grade it, in the mode recall",
      "u                 take the last response back",
      "R                 start the same again",
      "n                 new session",
      "?                 these lines",
      "q, Ctrl-C         leave; the session stays",
      "Where the answer is typed: Enter sends it, and Esc",
      "makes the next key a command.",
    ])
}
