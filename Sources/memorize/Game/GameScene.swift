import BoardLayout
import MemorizeBus

struct GameScene: ServiceScene {
  enum Command: Equatable {
    case flip(Int)
    case conceal
    /// Starts a game, of a random theme if none is given.
    case deal(theme: String?)
    case themes
    case quit
  }

  static let subject = "game"

  let look: BoardLook
  /// Nil until it is published.
  private(set) var game: GameState?
  private(set) var isOnline = true
  /// The place of the chosen card, equal to its number.
  private(set) var chosen = 0
  var cover: SceneCover<Command>?
  private var news = ""
  /// The themes to choose from.
  private var themes: [ThemeSummary] = []
  private var entry = NumberEntry()

  init(_ look: BoardLook = BoardLook()) { self.look = look }

  /// A question stays until it is answered.
  var message: String {
    if case .leaving = cover { return Self.leaveQuestion }
    return news
  }

  var isOn: Bool { game?.state == "playing" }

  var count: Int { game?.cards.count ?? 0 }

  mutating func handle(_ news: GameNews) {
    switch news {
    case .absent:
      isOnline = false
      self.news = Self.absenceMessage
    case .state(let game):
      let back = isOnline ? "" : Self.returnMessage
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
      cover = nil
    }
    if case .won(_, let result?) = event { cover = .list(.result(result)) }
  }

  mutating func choose(_ place: Int) { chosen = min(max(place, 0), max(count - 1, 0)) }

  mutating func show(_ error: ProgramError) { news = error.reason.harmless }

  mutating func offer(_ themes: [ThemeSummary]) {
    var panel = Panel.themes(themes, isASCII: look.isASCII)
    panel.choose(themes.firstIndex { $0.name == game?.theme } ?? 0)
    cover = .list(panel)
    self.themes = themes
    news = "Enter: start a game, Escape: go back."
  }

  mutating func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    if let cover { return handle(key, for: cover, listRows: layout.listRows) }
    if let intent = Intent(key) { return command(for: intent, on: layout) }
    if key == .escape { entry.clear() }
    return nil
  }

  private mutating func command(for intent: Intent, on layout: GameSceneLayout) -> Command? {
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
    case .newGame: return leave(for: .deal(theme: nil))
    case .themes: return .themes
    case .help:
      cover = .list(.help)
      news = "Press any other key to go back."
    case .quit: return .quit
    case .digit, .takeBack: break
    }
    return nil
  }

  mutating func command(of key: Key, closing list: Panel) -> Command? {
    if list.isChoice {
      guard Intent(key) == .flip, themes.indices.contains(list.chosen) else { return nil }
      return leave(for: .deal(theme: themes[list.chosen].name))
    }
    switch Intent(key) {
    case .quit: return .quit
    case .newGame: return leave(for: .deal(theme: nil))
    case .themes: return .themes
    default: return nil
    }
  }

  mutating func uncover() {
    cover = nil
    news = game.map(Self.hint) ?? ""
  }

  private mutating func see(_ game: GameState) {
    self.game = game
    isOnline = true
    choose(chosen)
    dropQuestionIfOver()
  }

  private static func hint(_ game: GameState) -> String {
    switch game.state {
    case "playing": "Enter: turn up, ?: help, q: leave."
    case "won": game.statusLine
    default: "No game. n: start one, t: show themes."
    }
  }
}

/// A game that is shown but not played: keys continue or leave.
struct ShownGame: Scene {
  enum Command {
    case goOn, leave
  }

  var scene: GameScene

  func layout(_ size: (columns: Int, rows: Int)) -> GameSceneLayout { scene.layout(size) }

  func frame(on layout: GameSceneLayout) -> Frame { scene.frame(on: layout) }

  mutating func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    switch key {
    case .character("q"), .escape: .leave
    case .enter, .character(" "): .goOn
    default: nil
    }
  }
}
