import BoardLayout
import CellDrawing
import Glibc
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import TerminalKit
import Translation

struct GameScene: ServiceScene {
  enum Command: Equatable {
    case flip(Int)
    case conceal
    /// Starts a game, of a random theme if none is given.
    case deal(theme: String?)
    /// Starts or resumes today's daily game.
    case dealDaily
    /// Asks for today's daily game, the themes, or the pairs of a theme.
    case daily, themes, pairs(of: String)
    /// Asks for the statistics, to complete a result.
    case statistics
    /// Asks for a won game, to look back at.
    case lookBack(UInt64)
    /// Leaves for practice.
    case practice
    case quit
  }

  let look: BoardLook
  /// The player whose turns are played by a bot here.
  var bot: String?
  /// Nil until it is published.
  private(set) var game: GameState?
  /// The colors of the game's theme.
  private(set) var palette: Palette
  private(set) var isOnline = true
  /// The number of the chosen card.
  private(set) var chosen = 0
  var panel: ScenePanel<Command>?
  /// The numbers of the two cards that matched last, for `highlightTime`.
  private(set) var highlighted: Set<Int> = []
  private(set) var moves: [MoveLine] = []
  /// The step of the wave that runs over a won board; nil at other times.
  private(set) var wave: Int?
  /// What happened last.
  private var news = ""
  /// An answer to the last key, until the next key or event.
  private(set) var remark = ""
  /// A remark for the first state, until the next move; nil if there is none, or it was shown.
  private var opening: String?
  private var themePicker = ThemePicker()
  /// The daily game that was offered last.
  private var daily: DailyOffer?
  /// The result that the panel shows.
  private(set) var result: FinalResult?
  private(set) var welcome: Panel
  var view = View.game
  private var entry = NumberEntry()
  /// The game in which this screen has turned up a card, or asked for it.
  private var flippedGame: UInt64?

  private let fixedKeys: [KeyHint]?
  /// Whether it needs room for explanations.
  let explains: Bool
  /// More do not fit on any screen.
  private static let maximumMoves = 500

  /// Shows `keys` at the bottom; by default, the keys that work now.
  init(
    _ look: BoardLook = BoardLook(), keys: [KeyHint]? = nil, opening: String? = nil,
    explains: Bool = false
  ) {
    (self.look, self.opening, self.explains) = (look, opening, explains)
    palette = look.palette(of: nil)
    welcome = .welcome(look)
    fixedKeys = keys
  }

  var symbols: Symbols { look.symbols }

  /// Lets the terminal draw faces.
  mutating func useTerminalPictures(from first: UInt32) { look.pictures?.useTerminal(from: first) }

  var message: String { remark.isEmpty ? news : remark }

  var keys: [KeyHint] {
    if let fixedKeys { return fixedKeys }
    // A panel has its own.
    guard panel == nil, !isWelcoming else { return [] }
    return isOnline && game != nil ? keyTable.hints : KeyHint.offline
  }

  /// For a screen without room for all keys.
  var minimalKeys: [KeyHint] { fixedKeys ?? KeyHint.minimal }

  var isInProgress: Bool { game?.phase == .playing }

  /// Whether there has been no game yet.
  var isWelcoming: Bool { isOnline && panel == nil && game?.exists == false }

  var asksToLeave: Bool {
    guard let game else { return false }
    return game.isLostByAnother || (isInProgress && game.id == flippedGame)
  }

  var leaveQuestion: LeaveQuestion {
    game?.isScoredDaily == true
      ? (
        tr("Stop the daily game? You can resume it only on its day (UTC)."),
        // Translators: the question whether to leave the daily game, on a narrow screen.
        tr("Stop the daily?")
      )
      : (
        tr("Abandon the current game?"),
        // Translators: the question whether to leave the current game, on a narrow screen.
        tr("Abandon?")
      )
  }

  var count: Int { game?.cards.count ?? 0 }

  /// Returns a command that gets what the screen still needs.
  @discardableResult
  mutating func handle(_ news: GameNews) -> Command? {
    remark = ""
    switch news.shown {
    case .absent:
      isOnline = false
      self.news = Self.absenceMessage
    case .state(let game):
      let back = isOnline ? "" : Self.returnMessage
      apply(game)
      highlighted = []
      self.news = back + Self.summary(game)
      if let opening { remark = opening.harmless }
      opening = nil
    case .transition(let transition, let game):
      show(GameEvent(transition, game), game)
      if transition.result != nil { return .statistics }
    case .failure, .update: break
    }
    return nil
  }

  mutating func show(_ event: GameEvent, _ game: GameState) {
    apply(game)
    remark = ""
    news = event.sentence(game)
    highlighted = []
    switch event {
    case .started:
      chosen = 0
      view = .game
      closePanel()
      moves = []
    case .matched(let cards): record(cards, isMatch: true)
    case .mismatched(let first?, let second): record([first, second], isMatch: false)
    case .won(let cards, let result):
      record(cards, isMatch: true)
      self.result = result
      wave = result != nil && look.isMoving ? 0 : nil
      showResult(nil)
    case .turnedUp, .mismatched, .concealed, .other: break
    }
  }

  /// Draws a match like the earlier ones, unless a newer one is highlighted.
  mutating func endHighlight(_ match: Set<Int>) {
    if highlighted == match { highlighted = [] }
  }

  static let waveStep = Duration.milliseconds(50)
  private static let waveSteps = 6

  /// Returns whether the wave goes on.
  mutating func moveWave() -> Bool {
    wave = wave.flatMap { $0 + 1 < Self.waveSteps ? $0 + 1 : nil }
    return wave != nil
  }

  /// How far the wave has come, 0…1.
  var wavePart: Double? { wave.map { Double($0) / Double(Self.waveSteps - 1) } }

  private mutating func record(_ cards: [BoardCard], isMatch: Bool) {
    if isMatch { highlighted = Set(cards.map(\.number)) }
    // The faces behind them stand in a column.
    let digits = String(max(count - 1, 0)).count
    let numbers = cards.map { String($0.number).rightAligned(to: digits) }
      .joined(separator: " \(symbols.dot) ")
    moves.append(
      MoveLine(
        number: Int(game?.moves ?? 0), cards: numbers,
        face: isMatch ? GameEvent.distinct(cards.map(\.face)).joined(separator: " ") : nil))
    if moves.count > Self.maximumMoves { moves.removeFirst() }
  }

  mutating func choose(_ place: Int) { chosen = min(max(place, 0), max(count - 1, 0)) }

  mutating func show(_ error: ProgramError) { remark = error.reason.harmless }

  mutating func explain(_ text: String) { remark = text }

  /// Completes the result that is shown.
  mutating func learn(_ statistics: GameStatistics) -> Command? {
    showResult(statistics)
    return nil
  }

  private mutating func showResult(_ statistics: GameStatistics?) {
    guard let result else { return }
    let panel = Panel.result(
      result, scoring: game?.scoring ?? Word(), game?.players ?? [], statistics, look)
    self.panel = .text(panel, keeping: Self.general)
  }

  private static let general: Set<Key> = ["n", "t", "d", "r", "q", "?"]

  /// Opens the list of themes; returns the command that gets the pairs of the chosen one.
  mutating func show(_ themes: [ThemeSummary], _ statistics: GameStatistics) -> Command? {
    themePicker = ThemePicker(themes, statistics, look)
    result = nil
    let picker = themePicker.picker(chosen: game?.theme ?? "")
    panel = .picker(picker)
    return commandForDetails(of: picker.item)
  }

  mutating func learn(_ pairs: [ThemePair], of theme: String) -> Command? {
    themePicker.learn(pairs, of: theme)
    return nil
  }

  mutating func show(_ daily: DailyOffer) -> Command? {
    guard !isInProgress || game?.daily != daily.date || game?.isRepeatedDaily == true else {
      remark = DailyOffer.currentText
      return nil
    }
    result = nil
    self.daily = daily
    panel = panel(for: daily)
    return nil
  }

  /// It says which game it ends.
  private func panel(for daily: DailyOffer) -> ScenePanel<Command> {
    let ending = game.flatMap { game in
      asksToLeave
        // Translators: {progress} is “3 of 8 pairs”.
        ? tr(
          "This abandons your game of {theme} ({progress}).",
          ["theme": shownThemeName(game.theme).harmless, "progress": game.progressText]) : nil
    }
    return .command(
      daily.panel(ending: ending, symbols), .dealDaily, isLoss: ending != nil)
  }

  func details(of item: Int) -> [PanelBlock] { themePicker.details(of: item) }

  func commandForDetails(of item: Int) -> Command? {
    themePicker.themeWithoutPairs(at: item).map { .pairs(of: $0) }
  }

  mutating func choose(_ item: Int, of picker: Picker) -> Command? {
    themePicker.name(of: item).flatMap { leave(for: .deal(theme: $0)) }
  }

  mutating func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    if let shownGame {
      handle(key, in: shownGame, layout)
      return nil
    }
    let shown = (panel: panel, result: result)
    remark = ""
    let pressed =
      isWelcoming
      ? welcome.pressed(key, in: CellArea(layout.size), symbols) : pressed(key, on: layout)
    guard let key = pressed else { return nil }
    switch handlePanel(key, in: panelArea(layout)) {
    case .done(let command): return command
    case .passed(.click(let column, let row)):
      entry.clear()
      return layout.place(atColumn: column, row: row).flatMap { flip($0) }
    case .passed(let key):
      guard key != "r" || shown.result == nil else {
        // It is there again after the look back.
        (panel, result) = shown
        return lookBack()
      }
      if let action = keyTable[key] { return command(for: action, on: layout) }
      if key == .escape { entry.clear() }
      return nil
    }
  }

  /// The key, or the one that a click on the line of keys presses.
  func pressed(_ key: Key, on layout: GameSceneLayout) -> Key {
    guard case .click(let column, let row) = key, row == keysRow(layout) else { return key }
    return keysLine(layout).key(atColumn: column) ?? key
  }

  func keysLine(_ layout: GameSceneLayout) -> KeysLine {
    let isMinimal = layout.keysRow == nil && !keys.isEmpty
    let keys = isMinimal ? minimalKeys : keys
    return KeysLine(keys, columns: layout.text)
  }

  /// A result stands beside its board if it has room there.
  func panelArea(_ layout: GameSceneLayout) -> CellArea {
    guard result != nil, case .text(let panel, _) = panel else { return layout.panelArea }
    return layout.resultAreas.first { panel.fits(in: $0, symbols) } ?? layout.panelArea
  }

  /// On a small screen the keys share a row with the message.
  func keysRow(_ layout: GameSceneLayout) -> Int? {
    layout.keysRow ?? (message.isEmpty ? layout.messageRow : nil)
  }

  private mutating func command(for action: Action, on layout: GameSceneLayout) -> Command? {
    // Without cards, Enter starts a game.
    if count == 0 {
      switch action {
      case .flip: return isWelcoming ? .deal(theme: nil) : nil
      case .move, .deleteOrConceal, .digit, .lookBack, .command(.conceal): return nil
      case .newGame, .help, .command: break
      }
    }
    if case .digit(let digit) = action {
      if let number = entry.type(digit, count: count) {
        choose(number)
      } else {
        remark = noCardText(digit, of: count)
      }
      return nil
    }
    if case .deleteOrConceal = action {
      guard entry.deleteDigit() else { return .conceal }
      choose(entry.pending ?? chosen)
      return nil
    }
    entry.clear()
    switch action {
    case .move(let move):
      choose(
        move.index(
          from: chosen, count: count, columns: layout.plan?.columns ?? 1,
          page: layout.plan?.cards(onPage: 0).count ?? 0))
    case .flip: return flip(chosen)
    case .newGame: return leave(for: .deal(theme: nil))
    case .help: panel = .text(keyTable.help, keeping: [])
    case .lookBack: return lookBack()
    case .command(let command): return command
    case .digit, .deleteOrConceal: break
    }
    return nil
  }

  private mutating func flip(_ place: Int) -> Command? {
    chosen = place
    if let refusal = game?.refusal(inTurnOf: bot) {
      show(refusal)
      return nil
    }
    flippedGame = game?.id
    return .flip(place)
  }

  mutating func closePanel() {
    panel = nil
    result = nil
    wave = nil
  }

  private mutating func apply(_ game: GameState) {
    if game.id != self.game?.id { moves = [] }
    if game.colors != self.game?.colors { palette = look.palette(of: game) }
    self.game = game
    isOnline = true
    choose(chosen)
    dropQuestionIfOver()
    if case .command = panel, let daily { panel = panel(for: daily) }
  }

  /// The last move, derived from the face-up cards.
  private static func move(_ game: GameState) -> String {
    let up = game.up
    switch up.count {
    case 1: return GameEvent.turnedUp(up[0]).sentence(game)
    case 2: return GameEvent.mismatched(first: up[0], second: up[1]).sentence(game)
    default: return ""
    }
  }

  private static func summary(_ game: GameState) -> String {
    switch game.phase {
    case .playing: move(game)
    case .won: game.statusLine
    case .noGame, nil: ""
    }
  }
}
