import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

// Keys.
extension PracticeScene {
  mutating func handle(_ key: Key, on layout: PracticeLayout) -> Command? {
    if let pages = statistics?.layout(wholeSize(layout)) {
      if statistics?.handle(key, on: pages) == .leave { statistics = nil }
      return nil
    }
    guard let command = command(of: key, on: layout) else { return nil }
    guard command != .quit else { return .quit }
    // Until a session is published, only leaving is possible.
    guard progress.session != nil else { return nil }
    if case .make(let call) = command { awaited = call }
    return command
  }

  private mutating func command(of key: Key, on layout: PracticeLayout) -> Command? {
    remark = ""
    if previousOutcome != nil { progress.forgetOutcome() }
    var key = key
    if case .click(let column, let row) = key, row == layout.keysRow,
      let pressed = keysLine(layout).key(atColumn: column)
    {
      key = pressed
    }
    switch handlePanel(key, in: CellArea(layout.size)) {
    case .done(let command): return command
    case .passed(let passed): key = passed
    }
    if showsAnswered, !acceptsAnsweredText, let action = keyTable[key],
      [.hear, .edit, .suspend].contains(action)
    {
      isCommandNext = false
      return command(for: action)
    }
    if showsAnswered, !showNext(for: key) { return commandWhileAnswered(key) }
    if isCommandNext {
      let action = keyTable[key]
      isCommandNext = false
      return command(for: action)
    }
    return progress.acceptsText ? type(key) : choose(key, on: layout)
  }

  /// Shows the next question after a right answer; returns whether the key is for that question.
  ///
  /// A key for what is chosen on the screen does not answer a question that nobody has seen.
  private mutating func showNext(for key: Key) -> Bool {
    guard answered?.isKept == false else { return false }
    hideAnswered()
    switch key {
    case " ": return progress.acceptsText
    case .character, .escape: return true
    default: return false
    }
  }

  /// Whether the answer on the screen was typed, and the next key is no command.
  private var acceptsAnsweredText: Bool {
    answered?.asked.mode.known == .typed && !isCommandNext
  }

  private mutating func commandWhileAnswered(_ key: Key) -> Command? {
    // While the answer is shown, typing it must neither close it nor answer the next question.
    if acceptsAnsweredText {
      switch key {
      case .escape: isCommandNext = true
      case .enter, " ", .up, .down, .left, .right, .click: hideAnswered()
      default: break
      }
      return nil
    }
    let action = keyTable[key]
    isCommandNext = false
    if action != .help, action != .quit { hideAnswered() }
    return [.help, .quit, .undo].contains(action) ? command(for: action) : nil
  }

  mutating func hideAnswered() {
    answered = nil
    followColors()
    chooseDefault()
  }

  private mutating func type(_ key: Key) -> Command? {
    if line.edit(by: key) { return nil }
    switch key {
    case .escape: isCommandNext = true
    case .enter:
      let text = line.trimmed
      guard !text.isEmpty else {
        remark = tr("Type the answer, or press Esc r to see it.")
        return nil
      }
      let told = progress.session?.toldAnswer(text) ?? text
      return .make(.answerText(question: question, told))
    default: break
    }
    return nil
  }

  private mutating func choose(_ key: Key, on layout: PracticeLayout) -> Command? {
    if let first = layout.scrolled(from: scroll, by: key) {
      scroll = first
      return nil
    }
    switch key {
    case .enter, " ":
      if let chosen { return press(entryAt: chosen) }
      remark =
        progress.session?.phase == .revealed
        ? tr("Press 1 to 4.")
        : tr("Press a number, or use the arrows.")
      return nil
    case .click(let column, let row):
      return layout.entry(atColumn: column, row: row).flatMap { press(entryAt: $0) }
    // A digit answers only if it stands on a button.
    case .character(let character) where character.isNumber:
      return entries.firstIndex { $0.key == character }.flatMap { press(entryAt: $0) }
    default: return command(for: keyTable[key])
    }
  }

  private mutating func move(by move: CursorMove) {
    switch move {
    case .up, .left: self.move(to: (chosen ?? entries.count) - 1)
    case .down, .right: self.move(to: (chosen ?? -1) + 1)
    case .first, .pageUp: self.move(to: 0)
    case .last, .pageDown: self.move(to: entries.count - 1)
    }
  }

  private mutating func move(to index: Int) {
    if !entries.isEmpty { chosen = min(max(index, 0), entries.count - 1) }
  }

  private mutating func press(entryAt index: Int) -> Command? {
    guard entries.indices.contains(index) else { return nil }
    chosen = index
    switch entries[index].action {
    case .choose(let choice): return .make(.answer(question: question, choice: choice))
    case .grade(let grade): return .make(.grade(question: question, grade))
    case .command(let command): return self.command(for: command)
    case .none:
      if entries[index].isWrong { remark = tr("That choice was wrong.") }
      return nil
    }
  }

  private mutating func command(for action: Action?) -> Command? {
    switch action {
    case .reveal:
      return progress.session?.isFinished == true ? nil : .make(.reveal(question: question))
    case .undo: return suspended.last.map { .suspend(card: $0, false) } ?? .make(.undo)
    case .edit: return edit()
    case .suspend:
      return shown.flatMap { $0.card > 0 ? .suspend(card: $0.card, true) : nil }
    case .showChoices: showChoices()
    case .newSession: return .decks
    case .restart: return leave(for: .make(.restart))
    case .quit: return .quit
    case .hear: return .hear
    case .statistics:
      statistics = StatisticsScene(symbols, depth: depth)
      return .statistics
    case .help: panel = .text(keyTable.help, keeping: [])
    case .select(let move): self.move(by: move)
    case nil: break
    }
    return nil
  }

  private mutating func showChoices() {
    guard entries.first?.action == .command(.showChoices) else { return }
    progress.askForChoices()
    chooseDefault()
  }

  func keysLine(_ layout: PracticeLayout) -> KeysLine {
    let more = layout.isScrollable && panel == nil ? [KeyHint.more(symbols)] : []
    return KeysLine(more + keys, columns: layout.text)
  }

  mutating func closePanel() {
    if case .form = panel { edited = nil }
    panel = nil
  }

  var question: UInt32 { progress.session?.questionNumber ?? 0 }

  /// Chooses the only button, but none of several choices or grades: an Enter that is held down, or
  /// meant for the previous answer, must not answer a question that has just appeared.
  mutating func chooseDefault() {
    scroll = 0
    switch progress.session?.phase {
    case .asking, .revealed: chosen = entries.count == 1 ? 0 : nil
    case .idle, .finished, nil: chosen = 0
    }
  }
}
