import BoardLayout
import MemorizeBus

/// All that the screen shows, and what keys make of it; it knows no terminal and no bus.
struct Scene {
  /// What takes the keys.
  enum Mode {
    /// The board.
    case board
    /// A list to read; any key but those that walk leaves it.
    case reading(Panel)
    /// The themes to choose from.
    case choosing(Panel, [ThemeSummary])
    /// Whether the game that is on is to be left for one of a theme, or of any.
    case asking(theme: String?)
  }

  /// What the player wants of the service, or of the program.
  enum Wish: Equatable {
    case flip(Int)
    case conceal
    case deal(theme: String?)
    case themes
    case quit
  }

  /// The game as it was told last; nil before that.
  private(set) var game: GameView?
  /// Whether the service is there.
  private(set) var isOnline = true
  /// The place of the chosen card, which is its number.
  private(set) var chosen = 0
  /// What takes the keys.
  private(set) var mode = Mode.board
  private var news = ""
  private var entry = NumberEntry()

  /// The line in the message's place; a question stays there until it is answered.
  var message: String {
    if case .asking = mode { return "Leave the game that is on? y or n" }
    return news
  }

  /// How many cards there are.
  var count: Int { game?.cards.count ?? 0 }

  /// Takes what happened to the game, whoever did it.
  mutating func take(_ told: GameTable.News) {
    switch told {
    case .offline:
      isOnline = false
      news = "The service memorized is gone; this goes on when it is back."
    case .fault(let error):
      news = error.message.harmless
    case .state(let game):
      let wasOffline = !isOnline
      see(game)
      news = wasOffline ? "The service is back. " + Self.hint(game) : Self.hint(game)
    case .change(let happening, let game):
      see(game)
      news = happening.lines(game).last ?? ""
      if case .started = happening {
        chosen = 0
        mode = .board
      }
      if case .won(_, let result?) = happening { mode = .reading(.result(result)) }
    }
  }

  /// Goes to a card that somebody else has chosen.
  mutating func choose(_ place: Int) { _ = go(to: place) }

  /// Takes a refusal.
  mutating func take(_ error: ProgramError) {
    let card = error.card.map { "Card \($0): " } ?? ""
    news = (card + error.message).harmless
  }

  /// Shows the themes.
  mutating func offer(_ themes: [ThemeSummary], isASCII: Bool) {
    var panel = Panel.themes(themes, isASCII: isASCII)
    panel.choose(themes.firstIndex { $0.name == game?.theme } ?? 0)
    mode = .choosing(panel, themes)
    news = "Enter starts a game, Escape goes back."
  }

  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - view: what is on the screen.
  /// - Returns: what is to be asked for, if anything.
  mutating func take(_ key: Key, on view: SceneLayout) -> Wish? {
    switch mode {
    case .board: return Intent(key).flatMap { take($0, on: view) } ?? ignored(key)
    case .asking(let theme): return answer(key, theme)
    case .reading(let panel), .choosing(let panel, _): return take(key, panel, on: view)
    }
  }

  private mutating func take(_ intent: Intent, on view: SceneLayout) -> Wish? {
    if case .digit(let digit) = intent { return type(digit) }
    if case .takeBack = intent {
      return entry.takeBack() ? go(to: entry.pending ?? chosen) : .conceal
    }
    entry.clear()
    switch intent {
    case .walk(let walk):
      let page = view.pages.first?.cards.count ?? 0
      return go(
        to: walk.from(
          chosen, count: count, columns: view.pages.first?.columns ?? 1, page: page))
    case .flip: return .flip(chosen)
    case .flipAt(let column, let row):
      guard let place = view.place(atColumn: column, row: row) else { return nil }
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

  private mutating func ignored(_ key: Key) -> Wish? {
    if key == .escape { entry.clear() }
    return nil
  }

  private mutating func type(_ digit: Int) -> Wish? {
    guard let number = entry.type(digit, count: count) else {
      news = "There is no card \(digit)."
      return nil
    }
    return go(to: number)
  }

  private mutating func go(to place: Int) -> Wish? {
    chosen = min(max(place, 0), max(count - 1, 0))
    return nil
  }

  private mutating func deal(_ theme: String?) -> Wish? {
    guard game?.state == "playing", isOnline else {
      mode = .board
      return .deal(theme: theme)
    }
    mode = .asking(theme: theme)
    return nil
  }

  private mutating func answer(_ key: Key, _ theme: String?) -> Wish? {
    // Whoever rests a finger on Enter or a mouse key has not answered.
    let isNo: [Key] = [.character("n"), .character("N"), .character("q"), .escape]
    if key == .character("y") || key == .character("Y") {
      mode = .board
      news = ""
      return .deal(theme: theme)
    }
    guard isNo.contains(key) else { return nil }
    mode = .board
    news = game.map(Self.hint) ?? ""
    return nil
  }

  private mutating func take(_ key: Key, _ panel: Panel, on view: SceneLayout) -> Wish? {
    var panel = panel
    if case .walk(let walk) = Intent(key) {
      panel.walk(walk, page: view.panelRows)
    } else if case .click(_, let row) = key, panel.isChoice {
      guard let line = view.line(atRow: row, of: panel) else { return nil }
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

  private mutating func leave(_ panel: Panel, by key: Key) -> Wish? {
    let current = mode
    mode = .board
    news = game.map(Self.hint) ?? ""
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

  private mutating func see(_ game: GameView) {
    self.game = game
    isOnline = true
    chosen = min(chosen, max(game.cards.count - 1, 0))
    if case .asking = mode, game.state != "playing" { mode = .board }
  }

  /// What is said where nothing has happened.
  private static func hint(_ game: GameView) -> String {
    switch game.state {
    case "playing": "Enter turns up, ? helps, q leaves."
    case "won": game.statusLine
    default: "No game: n starts one, t shows themes."
    }
  }
}
