import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Themes and decks in files: what is read, and which changes are published.
@Suite(.timeLimit(.minutes(30))) struct ThemeLibraryTests {
  private static let themes = "data/memorize/themes/"
  private static let decks = "data/memorize/decks/"
  private static let system = "system/memorize/themes/"

  @Test func filesAreThereFromTheFirstCall() throws {
    let shelf = try ThemeShelf([
      Self.themes + "mine.themes": """
      # mine
      Trees\t🌲\t#00ff00,#003300\t2-3\t🌲🌳🌴🎄
      Verbs\t\t\t\tいく [iku] = to go; くる = to come

      """,
      Self.system + "shared.themes": "Shared\t\t\t\t🎃🎄\n",
      Self.decks + "words.tsv": "eins\tone\tains\tg1\nzwei\ttwo\ndrei\tthree\n",
    ])
    let told = try shelf.list().compactMap { $0["name"]?.get(String.self) }
    #expect(told.suffix(4) == ["Trees", "Verbs", "Shared", "words"])
    let trees = try shelf.get("trees")
    #expect(trees["icon"] == .string("🌲") && trees["size"] == .uint32(4))
    #expect(trees["colors"] == Value(["#00ff00", "#003300"]))
    #expect(trees["min-pairs"] == .uint32(2) && trees["max-pairs"] == .uint32(3))
    #expect(trees["built-in"] == .boolean(false) && trees["deck"] == .boolean(false))
    let verbs = try shelf.get("Verbs")
    #expect(verbs["deck"] == .boolean(true) && verbs["imported"] == .boolean(false))
    #expect(verbs["two-sided"] == .boolean(true))
    #expect(try shelf.get("Shared")["built-in"] == .boolean(false))
    let words = try shelf.get("words")
    #expect(words["deck"] == .boolean(true) && words["imported"] == .boolean(true))
    #expect(words["size"] == .uint32(3) && words["max-pairs"] == .uint32(3))
    #expect(try shelf.pairs("words", 0, 1) == [ThemePair("eins", "one", "ains")])
    // Files that exist before the first call are not changes.
    #expect(shelf.changes.isEmpty)
    for name in ["Trees", "Verbs", "Shared", "words"] {
      try shelf.newGame(["theme": .string(name)])
      #expect(try shelf.game().theme == name)
    }
  }

  /// The call that starts the daemon comes before it knows that it has the name.
  @Test func theCallThatStartsTheDaemonFindsThem() throws {
    let bus = try PrivateBus(activates: true, options: "--idle-exit 0.001")
    try bus.files.write(Self.themes + "a.themes", "One\t\t\t\t🎃🎄\n")
    let client = try DaemonClient(bus, startsService: true)
    let (connection, proxy) = (client.connection, client.proxy)
    var owners: [BusName?] = []
    connection.followOwner(of: MemorizeContract.name) { owners.append($0) }
    for round in 0..<20 {
      if round % 2 == 0 {
        let theme = try proxy.callAndWait(ThemesContract.get, "One")
        #expect(theme.size == 2)
      } else {
        let properties = try connection.wait {
          proxy.properties(of: ThemesContract.interface, completion: $0)
        }
        #expect(properties[ThemesContract.names]?.last == "One")
      }
      connection.loop.run { owners.last == .some(nil) }
    }
  }

  @Test func theFirstOfANameWins() throws {
    let shelf = try ThemeShelf([
      Self.themes + "added.themes": "Tie\t🅰️\t\t\t🎃🎄\n",
      Self.themes + "Z.themes": "Name\t🇿🇦\t\t\t🎃🎄\n",
      Self.themes + "a.themes": "name\t\t\t\t🎃🎄\nTie\t\t\t\t🎃🎄\nSEA\t\t\t\t🎃🎄\n",
      Self.system + "s.themes": "Name\t\t\t\t🎃🎄\n", Self.decks + "Name.tsv": "a\tb\n",
    ])
    #expect(try shelf.get("Name")["icon"] == .string("🇿🇦"))
    #expect(try shelf.get("Tie")["icon"] == .string("🅰️"))
    #expect(try shelf.get("Sea")["built-in"] == .boolean(true))
    let errors = shelf.daemon.errors
    let clash = "There is already a theme named"
    #expect(errors.waits(for: "s.themes, line 1: \(clash) “Name”; it is in "))
    #expect(errors.lines.contains { $0.contains("Name.tsv: \(clash) “Name”; it is in ") })
    #expect(errors.lines.contains { $0.contains("a.themes, line 3: \(clash) “SEA”; it comes") })
    let place = "themes/added.themes, line 1. Rename this one."
    #expect(
      errors.lines.contains {
        $0.contains("a.themes, line 2: \(clash) “Tie”") && $0.contains(place)
      })
  }

  @Test func changesAreTold() throws {
    let shelf = try ThemeShelf()
    // None of the directories exists yet.
    try shelf.write(Self.themes + "a.themes", "One\t\t\t\t🎃🎄\nTwo\t\t\t\t🎃🎄\n")
    #expect(shelf.hears("One added") && shelf.hears("Two added"))
    #expect(shelf.waits { shelf.names.last?.suffix(2) == ["One", "Two"] })
    try shelf.write(Self.themes + "a.themes", "One\t\t\t\t🎃🎄\nTwo\t\t\t\t🎃🎄🎅\n")
    #expect(shelf.hears("Two changed"))
    #expect(try shelf.get("Two")["size"] == .uint32(3))
    let told = shelf.names.count
    try shelf.write("new", "One\t\t\t\t🎃🎄\nThree\t\t\t\t🎃🎄\n")
    #expect(rename(shelf.path("new"), shelf.path(Self.themes + "a.themes")) == 0)
    #expect(shelf.hears("Two removed") && shelf.hears("Three added"))
    try shelf.write(Self.decks + "Deck.tsv", "a\tb\n")
    #expect(shelf.hears("Deck added"))
    try shelf.write(Self.decks + "Deck.tsv", "a\tc\n")
    #expect(shelf.hears("Deck changed"))
    try shelf.write(Self.system + "s.themes", "Shared\t\t\t\t🎃🎄\n")
    #expect(shelf.hears("Shared added"))
    try shelf.remove("data/memorize")
    #expect(shelf.hears("One removed") && shelf.hears("Deck removed"))
    try shelf.settle()
    #expect(Set(shelf.changes).count == shelf.changes.count, "\(shelf.changes)")
    #expect(!shelf.changes.contains("One changed"))
    #expect(shelf.names.count > told)
    #expect(shelf.waits { shelf.names.last?.suffix(2) == ["Last", "Shared"] })
  }

  @Test func aGameGoesOnWhenItsThemeIsRemoved() throws {
    let shelf = try ThemeShelf([Self.themes + "a.themes": "One\t\t\t\t🎃🎄\n"])
    try shelf.newGame(["theme": .string("One")])
    try shelf.remove(Self.themes + "a.themes")
    #expect(shelf.hears("One removed"))
    try shelf.restart()
    #expect(try shelf.flip(0).outcome == "turned-up")
    #expect(try shelf.game().theme == "One")
    #expect(shelf.refusal { try shelf.newGame(["theme": .string("One")]) }?.name == .noSuchTheme)
  }

  @Test func aPipeIsNotOpened() throws {
    let shelf = try ThemeShelf()
    try shelf.bus.files.make(Self.themes)
    #expect(mkfifo(shelf.path(Self.themes + "f.themes"), 0o600) == 0)
    try shelf.settle()
    #expect(shelf.daemon.errors.waits(for: "f.themes: It cannot be read: "))
    #expect(shelf.daemon.errors.lines.last?.contains("pipe") == true)
    #expect(try shelf.get("Last")["size"] == .uint32(2))
  }

  @Test func ofManyFaultsAFewAreLogged() throws {
    let shelf = try ThemeShelf([
      Self.themes + "a.themes": String(repeating: "bad\n", count: 1000) + "One\t\t\t\t🎃🎄\n"
    ])
    #expect(try shelf.get("One")["size"] == .uint32(2))
    #expect(shelf.daemon.errors.waits(for: "a.themes: 980 more faults."))
    #expect(shelf.daemon.errors.lines.count { $0.contains("a.themes, line ") } == 20)
  }

  @Test func aDeckIsPlayedAFewPairsAtATime() throws {
    let long = String(repeating: "long ", count: 100)
    let cards = (0..<3000).map { "word \($0)\tmeaning \($0)\n" }.joined()
    let shelf = try ThemeShelf([
      Self.decks + "big.tsv": "#deck:Big deck\n" + cards + "\(long)\tlong\n",
      Self.decks + "long.tsv": "\(long)\ta\n\(long)!\tb\nc\td\n",
    ])
    #expect(try shelf.get("Big deck")["size"] == .uint32(3001))
    #expect(try shelf.get("Big deck")["max-pairs"] == .uint32(12))
    #expect(try shelf.pairs("Big deck", 3000).first?.second == "long")
    try shelf.newGame(["theme": .string("Big deck")])
    #expect(try shelf.game().pairs == 12)
    try shelf.newGame(["theme": .string("Big deck"), "pairs": .uint32(.max)])
    #expect(try shelf.game().pairs == 512)

    // A card that is too long remains for practice, and a single card makes no game.
    #expect(try shelf.get("long")["size"] == .uint32(3))
    let refusal = shelf.refusal { try shelf.newGame(["theme": .string("long")]) }
    #expect(refusal?.name == .invalidArgs)
    #expect(refusal?.message.contains("fewer than 2 pairs") == true)
  }

  @Test func aSeedDealsTheSameOfADeck() throws {
    let cards = (0..<600).map { "word \($0)\tmeaning \($0)\n" }.joined()
    let shelf = try ThemeShelf([Self.decks + "big.tsv": cards])
    func faces(_ seed: UInt64) throws -> [String] {
      try shelf.newGame([
        "theme": .string("big"), "seed": .uint64(seed), "pairs": .uint32(3),
      ])
      return try (0..<UInt32(6)).map { try shelf.flip($0).face }
    }
    let first = try faces(7)
    #expect(first.allSatisfy { !$0.isEmpty })
    #expect(try faces(7) == first)
    #expect(try faces(8) != first)
  }

  @Test func anIdleDaemonIsNotWoken() throws {
    let shelf = try ThemeShelf([Self.themes + "a.themes": "One\t\t\t\t🎃🎄\n"])
    try shelf.settle()
    // After a second it reads by itself; other work of the start may remain too.
    shelf.connection.loop.passes(.milliseconds(2500))
    let before = try #require(contextSwitches(of: "\(shelf.daemon.identifier)"))
    shelf.connection.loop.passes(.seconds(3))
    #expect(contextSwitches(of: "\(shelf.daemon.identifier)") == before)
  }
}
