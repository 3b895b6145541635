import MemorizeBus
import Practice

struct PracticeScene: Scene {
  enum Mode {
    /// The question: its choices, or the typed line.
    case question
    /// The next key is a command, though a line is being typed.
    case command
    /// A list to read; any key closes it, except those that move in it.
    case reading(Panel)
    /// Whether to leave the current session for this.
    case asking(Request)
  }

  enum Request: Equatable {
    case make(PracticeCall)
    /// Another session of the same kind.
    case new
    case quit
  }

  /// Sides of cards are shown as they are.
  let isASCII: Bool
  private(set) var progress = PracticeProgress()
  private(set) var chosen = 0
  private(set) var mode = Mode.question
  private(set) var line = AnswerLine()
  private var news = ""
  /// Whether a reply is pending; keys pressed meanwhile were not meant for what follows.
  private var isAwaiting = false

  init(isASCII: Bool = false) { self.isASCII = isASCII }

  var entries: [PracticeEntry] { progress.entries }

  /// The last outcome may stand elsewhere.
  func message(hasOutcome: Bool) -> String {
    switch mode {
    case .asking: return "Leave the session that is on? y or n"
    case .command:
      return "r reveals, u takes back, R restarts, n starts another, ? helps, q leaves"
    case .reading: return "Any other key goes back."
    case .question: break
    }
    if !news.isEmpty { return news }
    if !hasOutcome, let outcome = progress.outcome { return outcome.text(isASCII: isASCII) }
    return hint
  }

  mutating func take(_ news: PracticeClient.News) {
    let wasOnline = progress.isOnline
    let isNew = progress.take(news)
    var changesEntries = false
    switch news {
    case .session(.absent):
      isAwaiting = false
      self.news = Self.goneMessage
    case .session(.state): self.news = wasOnline ? "" : Self.backMessage + hint
    case .session(.transition(let transition, _)):
      self.news = ""
      changesEntries = transition.response == nil || transition.result != nil
      if let response = transition.response, !response.isCorrect, line.trimmed == response.answer {
        line.clear()
      }
    case .session(.update), .session(.failure), .preferences, .revealed: break
    }
    if case .asking = mode, progress.session?.isOn != true { mode = .question }
    if isNew { line.clear() }
    if isNew || changesEntries { chooseUsual() }
    chosen = min(chosen, max(entries.count - 1, 0))
  }

  /// Takes the reply to a request, with the reason if it was refused.
  mutating func finish(_ error: ProgramError?) {
    isAwaiting = false
    if let error { take(error) }
  }

  mutating func take(_ error: ProgramError) { news = error.message.harmless }

  mutating func take(_ key: Key, on layout: PracticeLayout) -> Request? {
    switch mode {
    case .asking(let request): return confirm(key, request)
    case .reading(let panel): return read(panel, key, page: layout.panelRows)
    case .command:
      mode = .question
      return command(key)
    case .question: break
    }
    news = ""
    return progress.isTyped ? type(key) : choose(key, on: layout)
  }

  private mutating func type(_ key: Key) -> Request? {
    if line.take(key) { return nil }
    switch key {
    case .escape: mode = .command
    case .enter:
      let text = line.trimmed
      guard !text.isEmpty else {
        news = "Type the answer, then Enter; Esc and r reveal it."
        return nil
      }
      return ask(.make(.answerText(question: question, text)))
    default: break
    }
    return nil
  }

  private mutating func choose(_ key: Key, on layout: PracticeLayout) -> Request? {
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
      // A digit answers only if it stands before an entry.
      if case .character(let character) = key, character.isNumber {
        return entries.firstIndex { $0.key == character }.flatMap { act(at: $0) }
      }
      return command(key)
    }
    return nil
  }

  private mutating func act(at index: Int) -> Request? {
    guard entries.indices.contains(index) else { return nil }
    chosen = index
    switch entries[index].action {
    case .choose(let choice): return ask(.make(.answer(question: question, choice: choice)))
    case .grade(let grade): return ask(.make(.grade(question: question, grade)))
    case .command: return command(.character(entries[index].key))
    }
  }

  private mutating func command(_ key: Key) -> Request? {
    switch key {
    case .character("r"): return ask(.make(.reveal(question: question)))
    case .character("u"): return ask(.make(.undo))
    case .character("c"): return showChoices()
    case .character("n"): return leave(for: .new)
    case .character("R"): return leave(for: .make(.restart))
    case .character("q"): return .quit
    case .character("?"): mode = .reading(.practiceHelp)
    default: break
    }
    return nil
  }

  private mutating func showChoices() -> Request? {
    guard entries.first?.key == "c" else { return nil }
    progress.askForChoices()
    chooseUsual()
    return nil
  }

  private mutating func ask(_ request: Request) -> Request? {
    guard !isAwaiting, progress.session != nil else { return nil }
    isAwaiting = true
    return request
  }

  private mutating func leave(for request: Request) -> Request? {
    guard progress.session?.isOn == true, progress.isOnline else { return ask(request) }
    mode = .asking(request)
    return nil
  }

  private mutating func confirm(_ key: Key, _ request: Request) -> Request? {
    guard let isYes = confirmation(key) else { return nil }
    mode = .question
    return isYes ? ask(request) : nil
  }

  private var question: UInt32 { progress.session?.questionNumber ?? 0 }

  private mutating func read(_ panel: Panel, _ key: Key, page: Int) -> Request? {
    guard case .walk(let walk) = Intent(key) else {
      mode = .question
      return key == .character("q") ? .quit : nil
    }
    var panel = panel
    panel.walk(walk, page: page)
    mode = .reading(panel)
    return nil
  }

  /// The third of the grades, which is the usual one, else the first entry.
  private mutating func chooseUsual() {
    chosen = progress.session?.state == "revealed" ? 2 : 0
  }

  private var hint: String {
    let rest = ", ? helps, q leaves."
    switch (progress.session?.state, progress.session?.mode) {
    case (nil, _): return ""
    case ("asking", "typed"): return "Enter answers; Esc, then r reveals, ? helps, q leaves."
    case ("asking", "recall"): return "Enter reveals" + rest
    case ("asking", _):
      return
        (progress.showsChoices ? "1–\(entries.count) answer, r reveals" : "c shows the choices")
        + rest
    case ("revealed", _): return "\(Rating.line)?"
    case ("finished", _): return "n starts another, R the same again, q leaves."
    default: return "No session is on: n starts one, q leaves."
    }
  }
}

extension Panel {
  static let practiceHelp = Panel(
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

extension PracticeProgress.Outcome {
  /// One line, as `✓ はい = yes`.
  func text(isASCII: Bool) -> String {
    let mark = isASCII ? (isCorrect ? "right: " : "wrong: ") : self.mark
    return mark + text.harmless
  }
}
