import DBus
import MemoryGame
import TestSupport
import Testing

@testable import MemorizeBus
@testable import memorize_notify

/// The entries of the menu, without a bus.
@Suite struct TrayMenuTests {
  /// What a panel knows that reads a layout once and then applies what is announced.
  private struct Reader {
    private(set) var known: [Int32: [String: Value]] = [:]

    init(_ menu: TrayMenu) {
      for entry in menu.all { known[menu.id(of: entry)] = menu.properties(of: entry) }
    }

    mutating func take(_ menu: inout TrayMenu) {
      let changes = menu.popChanges()
      if changes.isLayoutNew {
        // Entries that stay are not read again.
        let current = menu.all.map { (menu.id(of: $0), menu.properties(of: $0)) }
        let kept = known
        known = Dictionary(uniqueKeysWithValues: current).merging(
          kept.filter { pair in current.contains { $0.0 == pair.key } }
        ) { $1 }
      }
      for entry in changes.entries { known[menu.id(of: entry)] = menu.properties(of: entry) }
    }
  }

  /// Whatever happens, a panel that applies the announced changes shows what the menu is, every id
  /// means its entry, and no text shows a face that is down.
  @Test func announcedChangesAreComplete() throws {
    var generator = SeededGenerator(for: "announcedChangesAreComplete")
    for _ in 0..<100 {
      var menu = TrayMenu(canPlay: .random(using: &generator))
      var reader = Reader(menu)
      var world = World(using: &generator)
      for _ in 0..<40 {
        try world.step(&menu, using: &generator)
        // Several changes may be announced together.
        if Int.random(in: 0..<3, using: &generator) > 0 { continue }
        reader.take(&menu)
        let now = menu.all.map { (menu.id(of: $0), menu.properties(of: $0)) }
        #expect(reader.known == Dictionary(uniqueKeysWithValues: now))
        for entry in menu.all { #expect(menu.entry(of: menu.id(of: entry)) == entry) }
        for text in now.flatMap({ $0.1.values.compactMap { $0.get(String.self) } }) {
          for face in world.hidden { #expect(!text.contains(face)) }
        }
      }
    }
  }

  /// What Plasma shows: it learns whether an entry has a menu only when the entry is new, and reads
  /// that menu once.
  private struct PlasmaReader {
    private var seen: Set<Int32> = []
    /// The entries of each menu; empty until it is opened.
    private var menus: [Int32: [Int32]] = [:]

    /// The ids of all entries, while the user opens each menu.
    mutating func open(_ menu: TrayMenu, _ id: Int32 = 0) throws -> [Int32] {
      var ids = menus[id] ?? []
      if id == 0 || ids.isEmpty {
        ids = menu.children(of: try #require(menu.entry(of: id))).map(menu.id)
        menus[id] = ids
      }
      for id in ids where seen.insert(id).inserted {
        let entry = try #require(menu.entry(of: id))
        if menu.properties(of: entry)["children-display"] == .string("submenu") { menus[id] = [] }
      }
      return try ids.flatMap { menus[$0] == nil ? [$0] : [$0] + (try open(menu, $0)) }
    }
  }

  /// In Plasma, the themes below New Game were dead after the first game, and never came if the
  /// notifier was there before the service.
  @Test func plasmaShowsWhatTheMenuIs() throws {
    var generator = SeededGenerator(for: "plasmaShowsWhatTheMenuIs")
    for _ in 0..<100 {
      var menu = TrayMenu(canPlay: true)
      var reader = PlasmaReader()
      var world = World(using: &generator)
      for _ in 0..<40 {
        #expect(try reader.open(menu) == menu.all.map(menu.id))
        try world.step(&menu, using: &generator)
      }
    }
  }

  /// A service with a game, which may be absent.
  private struct World {
    private var game: Game
    private var state = GameState()
    private var isThere = false
    private var time: UInt64 = 0

    init(using generator: inout SeededGenerator) {
      game = Self.deal(using: &generator)
    }

    /// The faces that no card shows.
    var hidden: Set<String> {
      isThere ? faces.subtracting(state.cards.map(\.face)) : []
    }

    /// A number may be a face and stand in a label for another reason.
    private var faces: Set<String> {
      let pairs = Themes.builtIn.filter { $0.name == game.themeName }.first?.pairs ?? []
      return Set(pairs.map(\.first.text).filter { !$0.utf8.allSatisfy { $0 < 0x80 } })
    }

    private static func deal(using generator: inout SeededGenerator) -> Game {
      let oneSided = Themes.builtIn.filter(\.isOneSided)
      let theme = oneSided.randomElement(using: &generator) ?? Themes.builtIn[0]
      let pairs = Int.random(in: 2...min(theme.pairs.count, 20), using: &generator)
      do {
        return try Game(
          GameBeginning(
            deal: Deal(theme: theme, pairs: pairs, seed: generator.next()), scoring: .classic,
            players: [], startedAt: Moment(epoch: 0, boottime: 0)))
      } catch {
        preconditionFailure("\(error)")
      }
    }

    mutating func step(_ menu: inout TrayMenu, using generator: inout SeededGenerator) throws {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        isThere = false
        menu.apply(.absent)
      case 1:
        menu.apply(due: .random(in: 0...3, using: &generator))
      case 2:
        var theme = ThemeSummary()
        (theme.name, theme.icon) = ("Theme_\(Int.random(in: 0...2, using: &generator))", "★")
        menu.apply(Array(repeating: theme, count: .random(in: 0...3, using: &generator)))
      case 3 where isThere:
        game = Self.deal(using: &generator)
        state.begin(game, id: state.id + 1, revision: state.revision + 1)
        menu.apply(.transition(GameTransition(dealing: game), state))
      case 4 where isThere: menu.apply(.update(state))
      case _ where !isThere:
        isThere = true
        state.begin(game, id: state.id + 1, revision: state.revision + 1)
        menu.apply(.state(state))
      default:
        let card = Int.random(in: 0..<game.cardCount, using: &generator)
        time += 1
        let moment = Moment(epoch: time, boottime: time)
        guard let transition = try? game.flip(card, at: moment) else { return }
        state.update(game, revision: state.revision + 1)
        _ = state.turn(transition.changes)
        menu.apply(.transition(GameTransition(transition, game), state))
      }
    }
  }

  /// What a foreign service publishes stays short and on its line.
  @Test func hugeTextsAndBoardsStayBounded() {
    var menu = TrayMenu(canPlay: true)
    var game = GameState()
    (game.state, game.theme) = ("playing", String(repeating: "x\n", count: 100_000))
    let face = String(repeating: "_\u{301}", count: 50_000)
    game.cards = Array(repeating: VisibleCard(.up, face), count: 5_000)
    menu.apply(.state(game))
    menu.apply(Array(repeating: ThemeSummary(), count: 5_000))
    #expect(menu.all.count < 2_000 + 1_024 + 100)
    var transition = GameTransition()
    transition.changes = [BoardCard(number: 4_000, state: .up, face: face)]
    menu.apply(.transition(transition, game))
    for entry in menu.popChanges().entries { #expect(menu.entry(of: menu.id(of: entry)) == entry) }
    for entry in menu.all {
      let label = menu.properties(of: entry)["label"]?.get(String.self) ?? ""
      #expect(label.unicodeScalars.count < 200 && !label.contains("\n"))
    }
  }

  @Test func theKeyOfANumberIsItsLastDigit() {
    var menu = TrayMenu(canPlay: true)
    var game = GameState()
    game.state = "playing"
    game.cards = Array(repeating: VisibleCard(.down, ""), count: 24)
    menu.apply(.state(game))
    #expect(menu.properties(of: .card(23))["label"] == .string("2_3"))
    #expect(menu.properties(of: .row(0))["label"] == .string("Row _1: ▢ ▢ ▢ ▢ ▢ ▢"))
    #expect(menu.children(of: .row(3)) == (18..<24).map(TrayMenu.Entry.card))
  }

  /// A card that is gone must not be described: the service may not be ours.
  @Test func aBoardThatShrinksIsReadAnew() {
    var menu = TrayMenu(canPlay: true)
    var game = GameState()
    game.state = "playing"
    game.cards = Array(repeating: VisibleCard(.down, ""), count: 16)
    menu.apply(.state(game))
    var transition = GameTransition()
    transition.changes = [BoardCard(number: 15, state: .up, face: "👻")]
    menu.apply(.transition(transition, game))
    game.cards = []
    menu.apply(.update(game))
    let changes = menu.popChanges()
    #expect(changes.isLayoutNew && menu.children(of: .row(0)).isEmpty)
    for entry in changes.entries { #expect(!menu.properties(of: entry).isEmpty) }
  }
}
