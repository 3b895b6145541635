import MemorizeBus
import Practice

struct PracticeScene: ServiceScene {
  enum Command: Equatable {
    case make(PracticeCall)
    /// Another session of the same kind.
    case new
    case quit
  }

  static let subject = "session"

  /// Sides of cards are shown as they are.
  let isASCII: Bool
  private(set) var progress = PracticeProgress()
  private(set) var chosen = 0
  var cover: SceneCover<Command>?
  /// Whether the next key is a command, though a line is being typed.
  private(set) var isCommandNext = false
  private(set) var line = AnswerLine()
  private var news = ""
  /// Whether a reply is pending; keys pressed meanwhile were not meant for what follows.
  private var isAwaiting = false

  init(isASCII: Bool = false) { self.isASCII = isASCII }

  var entries: [PracticeEntry] { progress.entries }
  var isOn: Bool { progress.session?.isOn == true }
  var isOnline: Bool { progress.isOnline }

  /// The last outcome may stand elsewhere.
  func message(hasOutcome: Bool) -> String {
    switch cover {
    case .leaving: return Self.leaveQuestion
    case .list: return "Press any other key to go back."
    case nil: break
    }
    if isCommandNext {
      return "r: reveal, u: undo, R: restart, n: new session, ?: help, q: leave"
    }
    if !news.isEmpty { return news }
    if !hasOutcome, let outcome = progress.outcome { return outcome.text(isASCII: isASCII) }
    return hint
  }

  mutating func handle(_ news: PracticeClient.News) {
    let wasOnline = isOnline
    let isNew = progress.apply(news)
    var changesEntries = false
    switch news {
    case .session(.absent):
      isAwaiting = false
      self.news = Self.absenceMessage
    case .session(.state): self.news = wasOnline ? "" : Self.returnMessage + hint
    case .session(.transition(let transition, _)):
      self.news = ""
      changesEntries = transition.response == nil || transition.result != nil
      if let response = transition.response, !response.isCorrect, line.trimmed == response.answer {
        line.clear()
      }
    case .session(.update), .session(.failure), .preferences, .revealed: break
    }
    dropQuestionIfOver()
    if isNew { line.clear() }
    if isNew || changesEntries { chooseUsual() }
    chosen = min(chosen, max(entries.count - 1, 0))
  }

  /// Handles the reply to a request, with the reason if it was refused.
  mutating func finish(_ error: ProgramError?) {
    isAwaiting = false
    if let error { show(error) }
  }

  mutating func show(_ error: ProgramError) { news = error.message.harmless }

  /// Nothing but leaving is possible while a reply is pending, or before a session is published.
  mutating func handle(_ key: Key, on layout: PracticeLayout) -> Command? {
    guard let command = command(of: key, on: layout) else { return nil }
    guard command != .quit else { return .quit }
    guard !isAwaiting, progress.session != nil else { return nil }
    isAwaiting = true
    return command
  }

  private mutating func command(of key: Key, on layout: PracticeLayout) -> Command? {
    if let cover { return handle(key, for: cover, listRows: layout.listRows) }
    if isCommandNext {
      isCommandNext = false
      return command(of: key)
    }
    news = ""
    return progress.isTyped ? type(key) : choose(key, on: layout)
  }

  private mutating func type(_ key: Key) -> Command? {
    if line.edit(by: key) { return nil }
    switch key {
    case .escape: isCommandNext = true
    case .enter:
      let text = line.trimmed
      guard !text.isEmpty else {
        news = "Type the answer, then press Enter; Esc, then r: reveal it."
        return nil
      }
      return .make(.answerText(question: question, text))
    default: break
    }
    return nil
  }

  private mutating func choose(_ key: Key, on layout: PracticeLayout) -> Command? {
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
      return command(of: key)
    }
    return nil
  }

  private mutating func act(at index: Int) -> Command? {
    guard entries.indices.contains(index) else { return nil }
    chosen = index
    switch entries[index].action {
    case .choose(let choice): return .make(.answer(question: question, choice: choice))
    case .grade(let grade): return .make(.grade(question: question, grade))
    case .command: return command(of: .character(entries[index].key))
    }
  }

  private mutating func command(of key: Key) -> Command? {
    switch key {
    case .character("r"): return .make(.reveal(question: question))
    case .character("u"): return .make(.undo)
    case .character("c"): showChoices()
    case .character("n"): return leave(for: .new)
    case .character("R"): return leave(for: .make(.restart))
    case .character("q"): return .quit
    case .character("?"): cover = .list(.practiceHelp)
    default: break
    }
    return nil
  }

  private mutating func showChoices() {
    guard entries.first?.key == "c" else { return }
    progress.askForChoices()
    chooseUsual()
  }

  mutating func command(of key: Key, closing list: Panel) -> Command? {
    key == .character("q") ? .quit : nil
  }

  mutating func uncover() { cover = nil }

  private var question: UInt32 { progress.session?.questionNumber ?? 0 }

  /// The third of the grades, which is the usual one, else the first entry.
  private mutating func chooseUsual() {
    chosen = progress.session?.state == "revealed" ? 2 : 0
  }

  private var hint: String {
    let rest = ", ?: help, q: leave."
    switch (progress.session?.state, progress.session?.mode) {
    case (nil, _): return ""
    case ("asking", "typed"): return "Enter: answer; Esc, then r: reveal, ?: help, q: leave."
    case ("asking", "recall"): return "Enter: reveal" + rest
    case ("asking", _):
      return
        (progress.showsChoices ? "1–\(entries.count): answer, r: reveal" : "c: show the choices")
        + rest
    case ("revealed", _): return "\(Rating.line)?"
    case ("finished", _): return "n: new session, R: same again, q: leave."
    default: return "No session. n: start one, q: leave."
    }
  }
}

extension Panel {
  static let practiceHelp = Panel(
    "Keys",
    [
      "1 2 3             answer with a choice",
      "arrows, h j k l   go from choice to choice",
      "Enter, Space      answer with the chosen one",
      "mouse             answer with a choice",
      "c                 show hidden choices",
      "r                 reveal the answer",
      "1 2 3 4           grade it, in the mode recall",
      "u                 undo the last response",
      "R                 start the same session again",
      "n                 start another session",
      "?                 show these keys",
      "q, Ctrl-C         leave; the session is saved",
      "When the answer is typed: Enter sends it, and Esc",
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
