import BoardLayout
import MemorizeBus
import MemoryGame

struct GameScene: ServiceScene {
  enum Command: Equatable {
    case flip(Int)
    case conceal
    /// Starts a game, of a random theme if none is given.
    case deal(theme: String?)
    /// Starts or resumes today's daily game.
    case daily
    case themes
    case quit
  }

  static let subject = "game"

  let look: BoardLook
  /// Nil until it is published.
  private(set) var game: GameState?
  /// The colours of the game's theme.
  private(set) var palette: Palette
  private(set) var isOnline = true
  /// The place of the chosen card, equal to its number.
  private(set) var chosen = 0
  var cover: SceneCover<Command>?
  /// The places of the two cards matched a moment ago.
  private(set) var fresh: Set<Int> = []
  private(set) var moves: [MoveLine] = []
  /// What happened last; it holds until something else happens.
  private var news = ""
  /// What is to be said about the last key; it goes away with the next key or event.
  private var remark = ""
  /// The themes to choose from.
  private var themes: [ThemeSummary] = []
  private var entry = NumberEntry()

  private let fixedKeys: [KeyHint]?
  /// How long a match stands out.
  static let freshTime = Duration.milliseconds(700)
  /// More do not fit on any screen.
  private static let mostMoves = 500

  /// With `keys` these are named at the bottom, otherwise those of the moment.
  init(_ look: BoardLook = BoardLook(), keys: [KeyHint]? = nil) {
    self.look = look
    palette = look.palette(of: nil)
    fixedKeys = keys
  }

  /// A question stays until it is answered.
  var message: String {
    if case .leaving = cover { return Self.leaveQuestion }
    return remark.isEmpty ? news : remark
  }

  var keys: [KeyHint] {
    if let fixedKeys { return fixedKeys }
    if case .leaving = cover { return KeyHint.question }
    guard isOnline, let game else { return KeyHint.offline }
    return KeyHint.of(game, isASCII: look.isASCII)
  }

  var isOn: Bool { game?.state == "playing" }

  var count: Int { game?.cards.count ?? 0 }

  mutating func handle(_ news: GameNews) {
    remark = ""
    switch news {
    case .absent:
      isOnline = false
      self.news = Self.absenceMessage
    case .state(let game):
      let back = isOnline ? "" : Self.returnMessage
      see(game)
      fresh = []
      self.news = back + Self.summary(game)
    case .transition(let transition, let game): show(GameEvent(transition, game), game)
    case .failure, .update: break
    }
  }

  mutating func show(_ event: GameEvent, _ game: GameState) {
    see(game)
    remark = ""
    news = event.sentence(game)
    fresh = []
    switch event {
    case .started:
      chosen = 0
      cover = nil
      moves = []
    case .matched(let cards): note(cards, isMatch: true)
    case .mismatched(let first?, let second): note([first, second], isMatch: false)
    case .won(let cards, let result):
      note(cards, isMatch: true)
      if let result { cover = .list(.result(result)) }
    case .turnedUp, .mismatched, .concealed, .other: break
    }
  }

  /// Draws a match like the earlier ones, unless there is a newer one.
  mutating func settle(_ match: Set<Int>) {
    if fresh == match { fresh = [] }
  }

  private mutating func note(_ cards: [BoardCard], isMatch: Bool) {
    if isMatch { fresh = Set(cards.map(\.number)) }
    let numbers = cards.map { String($0.number) }.joined(separator: look.isASCII ? " - " : " · ")
    var faces: [String] = []
    for card in cards where isMatch && !faces.contains(card.face) { faces.append(card.face) }
    moves.append(
      MoveLine(
        number: Int(game?.moves ?? 0), cards: numbers,
        face: isMatch ? faces.joined(separator: " ") : nil))
    if moves.count > Self.mostMoves { moves.removeFirst() }
  }

  mutating func choose(_ place: Int) { chosen = min(max(place, 0), max(count - 1, 0)) }

  mutating func show(_ error: ProgramError) { remark = error.reason.harmless }

  mutating func offer(_ themes: [ThemeSummary]) {
    var panel = Panel.themes(themes, isASCII: look.isASCII)
    panel.choose(themes.firstIndex { $0.name == game?.theme } ?? 0)
    cover = .list(panel)
    self.themes = themes
    remark = "Enter: start a game, Escape: go back."
  }

  mutating func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    if case .list = cover {} else { remark = "" }
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
        remark = "There is no card \(digit)."
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
      choose(
        walk.from(
          chosen, count: count, columns: layout.plan?.columns ?? 1,
          page: layout.plan?.cards(onPage: 0).count ?? 0))
    case .flip: return .flip(chosen)
    case .flipAt(let column, let row):
      guard let place = layout.place(atColumn: column, row: row) else { return nil }
      chosen = place
      return .flip(place)
    case .conceal: return .conceal
    case .newGame: return leave(for: .deal(theme: nil))
    case .themes: return .themes
    case .daily: return leave(for: .daily)
    case .help:
      cover = .list(.help)
      remark = "Press any other key to go back."
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
    case .daily: return leave(for: .daily)
    default: return nil
    }
  }

  mutating func uncover() {
    cover = nil
    remark = ""
  }

  private mutating func see(_ game: GameState) {
    if game.id != self.game?.id { moves = [] }
    if game.colors != self.game?.colors { palette = look.palette(of: game) }
    self.game = game
    isOnline = true
    choose(chosen)
    dropQuestionIfOver()
  }

  private static func summary(_ game: GameState) -> String {
    switch game.state {
    case "playing": ""
    case "won": game.statusLine
    default: "No game yet."
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
