import BoardLayout
import MemorizeBus

struct GameScene: Scene {
  enum Mode {
    case board
    /// A list to read; any key closes it, except those that move in it.
    case reading(Panel)
    case choosing(Panel, [ThemeSummary])
    /// Whether to leave the current game for another, of `theme` or of any.
    case asking(theme: String?)
  }

  enum Request: Equatable {
    case flip(Int)
    case conceal
    case deal(theme: String?)
    case themes
    case quit
  }

  let look: BoardLook
  /// Nil until it is published.
  private(set) var game: GameState?
  private(set) var isOnline = true
  /// The place of the chosen card, equal to its number.
  private(set) var chosen = 0
  private(set) var mode = Mode.board
  private var news = ""
  private var entry = NumberEntry()

  init(_ look: BoardLook = BoardLook()) { self.look = look }

  /// A question stays until it is answered.
  var message: String {
    if case .asking = mode { return "Leave the game that is on? y or n" }
    return news
  }

  var count: Int { game?.cards.count ?? 0 }

  mutating func take(_ news: GameNews) {
    switch news {
    case .absent:
      isOnline = false
      self.news = Self.goneMessage
    case .state(let game):
      let back = isOnline ? "" : Self.backMessage
      see(game)
      self.news = back + Self.hint(game)
    case .transition(let transition, let game): show(GameEvent(transition, game), game)
    case .failure, .update: break
    }
  }

  mutating func show(_ event: GameEvent, _ game: GameState) {
    see(game)
    news = event.lines(game).last ?? ""
    if case .started = event {
      chosen = 0
      mode = .board
    }
    if case .won(_, let result?) = event { mode = .reading(.result(result)) }
  }

  mutating func choose(_ place: Int) { chosen = min(max(place, 0), max(count - 1, 0)) }

  mutating func take(_ error: ProgramError) {
    news = error.reason.harmless
  }

  mutating func offer(_ themes: [ThemeSummary]) {
    var panel = Panel.themes(themes, isASCII: look.isASCII)
    panel.choose(themes.firstIndex { $0.name == game?.theme } ?? 0)
    mode = .choosing(panel, themes)
    news = "Enter starts a game, Escape goes back."
  }

  mutating func take(_ key: Key, on layout: GameSceneLayout) -> Request? {
    switch mode {
    case .board:
      if let intent = Intent(key) { return take(intent, on: layout) }
      if key == .escape { entry.clear() }
      return nil
    case .asking(let theme):
      guard let isYes = confirmation(key) else { return nil }
      goBack()
      return isYes ? .deal(theme: theme) : nil
    case .reading(let panel), .choosing(let panel, _): return take(key, panel, on: layout)
    }
  }

  private mutating func take(_ intent: Intent, on layout: GameSceneLayout) -> Request? {
    if case .digit(let digit) = intent {
      if let number = entry.type(digit, count: count) {
        choose(number)
      } else {
        news = "There is no card \(digit)."
      }
      return nil
    }
    if case .takeBack = intent {
      guard entry.takeBack() else { return .conceal }
      choose(entry.pending ?? chosen)
      return nil
    }
    entry.clear()
    switch intent {
    case .walk(let walk):
      let page = layout.pages.first
      choose(
        walk.from(
          chosen, count: count, columns: page?.columns ?? 1, page: page?.cards.count ?? 0))
    case .flip: return .flip(chosen)
    case .flipAt(let column, let row):
      guard let place = layout.place(atColumn: column, row: row) else { return nil }
      chosen = place
      return .flip(place)
    case .conceal: return .conceal
    case .newGame: return deal(nil)
    case .themes: return .themes
    case .help:
      mode = .reading(.help)
      news = "Any other key goes back."
    case .quit: return .quit
    case .digit, .takeBack: break
    }
    return nil
  }

  private mutating func deal(_ theme: String?) -> Request? {
    guard game?.state == "playing", isOnline else {
      mode = .board
      return .deal(theme: theme)
    }
    mode = .asking(theme: theme)
    return nil
  }

  private mutating func take(_ key: Key, _ panel: Panel, on layout: GameSceneLayout) -> Request? {
    var panel = panel
    if case .walk(let walk) = Intent(key) {
      panel.walk(walk, page: layout.panelRows)
    } else if case .click(_, let row) = key, panel.isChoice {
      guard let line = layout.line(atRow: row, of: panel) else { return nil }
      panel.choose(line)
      return leave(panel, by: .enter)
    } else {
      return leave(panel, by: key)
    }
    switch mode {
    case .choosing(_, let themes): mode = .choosing(panel, themes)
    default: mode = .reading(panel)
    }
    return nil
  }

  private mutating func leave(_ panel: Panel, by key: Key) -> Request? {
    let current = mode
    goBack()
    switch (current, Intent(key)) {
    case (.choosing(_, let themes), .flip) where themes.indices.contains(panel.chosen):
      return deal(themes[panel.chosen].name)
    case (.choosing, .quit): return nil
    case (.reading, .quit): return .quit
    case (.reading, .newGame): return deal(nil)
    case (.reading, .themes): return .themes
    default: return nil
    }
  }

  private mutating func goBack() {
    mode = .board
    news = game.map(Self.hint) ?? ""
  }

  private mutating func see(_ game: GameState) {
    self.game = game
    isOnline = true
    choose(chosen)
    if case .asking = mode, game.state != "playing" { mode = .board }
  }

  private static func hint(_ game: GameState) -> String {
    switch game.state {
    case "playing": "Enter turns up, ? helps, q leaves."
    case "won": game.statusLine
    default: "No game: n starts one, t shows themes."
    }
  }
}

/// A game that is shown but not played: keys continue or leave.
struct ShownGame: Scene {
  enum Request {
    case goOn, leave
  }

  var scene: GameScene

  func layout(_ size: (columns: Int, rows: Int)) -> GameSceneLayout { scene.layout(size) }

  func frame(on layout: GameSceneLayout) -> Frame { scene.frame(on: layout) }

  mutating func take(_ key: Key, on layout: GameSceneLayout) -> Request? {
    switch key {
    case .character("q"), .escape: .leave
    case .enter, .character(" "): .goOn
    default: nil
    }
  }
}
