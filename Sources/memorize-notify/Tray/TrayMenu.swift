internal import BoardLayout
internal import MemorizeBus
internal import MemorizeText
internal import MemoryGame

/// The entries of the menu in the panel, without a bus.
struct TrayMenu {
  enum Entry: Hashable {
    case fixed(Fixed)
    case newGame, anyTheme
    /// An index into the themes.
    case theme(Int)
    /// A row of the board, from 0.
    case row(Int)
    case card(Int)
  }

  /// The entries whose ids never change: Plasma reads what is below them only once.
  enum Fixed: Int32 {
    case root, practice, play, line, headline, turnFaceDown

    static let changing: [Fixed] = [.practice, .headline, .turnFaceDown]
  }

  enum Action: Equatable {
    case practice, play
    /// Of that theme, or of any.
    case newGame(theme: String?)
    case flip(UInt32)
    case turnFaceDown
  }

  /// Changes that a panel has not read yet.
  struct Changes {
    var isLayoutNew = false
    /// Entries with other properties.
    var entries: Set<Entry> = []
  }

  /// Limits on what the service publishes: it may not be ours.
  private static let maximum = (themes: 2_000, cards: 2 * Theme.maximumPairs)

  /// Increases with each new layout.
  private(set) var revision: UInt32 = 1
  private(set) var changes = Changes()
  /// Nil while the service is not running.
  private(set) var game: GameState?
  private(set) var due: UInt32 = 0
  private(set) var themes: [ThemeSummary] = []
  private var columns = 1
  /// The id of the first entry that is not fixed; the others follow.
  ///
  /// Each layout has new ids, so that a late click cannot mean a card of another game.
  private var firstID: Int32 = 100
  /// The entries that are not fixed, and their ids.
  private var dynamic = [Entry.newGame]
  private var ids = [Entry.newGame: 100 as Int32]
  let canPlay: Bool

  init(canPlay: Bool) { self.canPlay = canPlay }

  mutating func popChanges() -> Changes {
    defer { changes = Changes() }
    return changes
  }

  private var cardCount: Int { min(game?.cards.count ?? 0, Self.maximum.cards) }
  private var rowCount: Int { (cardCount + columns - 1) / columns }
}

// News of the service.
extension TrayMenu {
  mutating func apply(_ news: GameFollower.News) {
    switch news.shown {
    case .absent, .failure: relayout { $0.game = nil }
    case .state(let game): relayout { $0.game = game }
    case .transition(let transition, let game)
    where transition.dealtCards != nil || game.cards.count != self.game?.cards.count:
      relayout { $0.game = game }
    case .transition(let transition, let game):
      self.game = game
      changes.entries.formUnion([.fixed(.headline), .fixed(.turnFaceDown)])
      for change in transition.changes where change.number < cardCount {
        changes.entries.formUnion([.card(change.number), .row(change.number / columns)])
      }
    case .update(let game) where game.cards.count != self.game?.cards.count:
      relayout { $0.game = game }
    case .update(let game): self.game = game
    }
  }

  mutating func apply(due: UInt32) {
    guard due != self.due else { return }
    self.due = due
    changes.entries.insert(.fixed(.practice))
  }

  mutating func apply(_ themes: [ThemeSummary]) {
    let themes = Array(themes.prefix(Self.maximum.themes))
    if themes != self.themes { relayout { $0.themes = themes } }
  }

  private mutating func relayout(_ change: (inout TrayMenu) -> Void) {
    firstID = firstID > .max / 2 ? 100 : firstID + Int32(dynamic.count)
    change(&self)
    // As in a terminal, whose cells are about twice as high as wide.
    columns = max(bestGrid(count: cardCount, width: 20_000, height: 10_000, gap: 0).columns, 1)
    dynamic = all.filter { if case .fixed = $0 { false } else { true } }
    ids = Dictionary(uniqueKeysWithValues: zip(dynamic, firstID...))
    revision &+= 1
    // A panel does not read entries again whose ids stay.
    changes = Changes(isLayoutNew: true, entries: Set(Fixed.changing.map(Entry.fixed)))
  }
}

// The tree of entries.
extension TrayMenu {
  func id(of entry: Entry) -> Int32 {
    if case .fixed(let entry) = entry { entry.rawValue } else { ids[entry] ?? 0 }
  }

  /// Nil for an unknown id, and for one of an earlier layout.
  func entry(of id: Int32) -> Entry? {
    if let entry = Fixed(rawValue: id) { return .fixed(entry) }
    let index = Int(id) - Int(firstID)
    return dynamic.indices.contains(index) ? dynamic[index] : nil
  }

  /// All entries but the root.
  var all: [Entry] {
    var entries: [Entry] = []
    func add(below entry: Entry) {
      for child in children(of: entry) {
        entries.append(child)
        add(below: child)
      }
    }
    add(below: .fixed(.root))
    return entries
  }

  func children(of entry: Entry) -> [Entry] {
    switch entry {
    case .fixed(.root):
      let rest: [Fixed] = [.play, .line, .headline, .turnFaceDown]
      return [.fixed(.practice), .newGame] + rest.map(Entry.fixed)
        + (0..<rowCount).map(Entry.row)
    case .newGame:
      return themes.isEmpty || game == nil ? [] : [.anyTheme] + themes.indices.map(Entry.theme)
    case .row(let row):
      let first = row * columns
      return (first..<min(first + columns, cardCount)).map(Entry.card)
    case .fixed, .anyTheme, .theme, .card: return []
    }
  }

  /// What a click on the item itself does.
  var clickAction: Action { due > 0 || !canPlay ? .practice : .play }

  func action(of entry: Entry) -> Action? {
    switch entry {
    case .fixed(.practice): .practice
    case .newGame: children(of: entry).isEmpty ? .newGame(theme: nil) : nil
    case .anyTheme: .newGame(theme: nil)
    case .fixed(.play): .play
    case .fixed(.turnFaceDown): .turnFaceDown
    case .theme(let index): .newGame(theme: themes[index].name)
    case .card(let number): .flip(UInt32(number))
    case .fixed, .row: nil
    }
  }
}
