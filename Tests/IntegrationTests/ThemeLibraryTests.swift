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
    let user = try ThemeSession([
      Self.themes + "mine.themes": """
      # mine
      Trees\t🌲\t#00ff00,#003300\t2-3\t🌲🌳🌴🎄
      Verbs\t\t\t\tいく [iku] = to go; くる = to come

      """,
      Self.system + "shared.themes": "Shared\t\t\t\t🎃🎄\n",
      Self.decks + "words.tsv": "eins\tone\tains\tg1\nzwei\ttwo\ndrei\tthree\n",
    ])
    let told = try user.list().compactMap { $0["name"]?.get(String.self) }
    #expect(told.suffix(4) == ["Trees", "Verbs", "Shared", "words"])
    let trees = try user.get("trees")
    #expect(trees["icon"] == .string("🌲") && trees["size"] == .uint32(4))
    #expect(trees["colors"] == Value(["#00ff00", "#003300"]))
    #expect(trees["min-pairs"] == .uint32(2) && trees["max-pairs"] == .uint32(3))
    #expect(trees["built-in"] == .boolean(false) && trees["deck"] == .boolean(false))
    let verbs = try user.get("Verbs")
    #expect(verbs["deck"] == .boolean(true) && verbs["imported"] == .boolean(false))
    #expect(verbs["two-sided"] == .boolean(true))
    #expect(try user.get("Shared")["built-in"] == .boolean(false))
    let words = try user.get("words")
    #expect(words["deck"] == .boolean(true) && words["imported"] == .boolean(true))
    #expect(words["size"] == .uint32(3) && words["max-pairs"] == .uint32(3))
    #expect(try user.pairs("words", 0, 1) == [ThemePair("eins", "one", "ains")])
    // Files that exist before the first call are not changes.
    #expect(user.changes.isEmpty)
    for name in ["Trees", "Verbs", "Shared", "words"] {
      try user.newGame(["theme": .string(name)])
      #expect(try user.game().theme == name)
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
    let user = try ThemeSession([
      Self.themes + "added.themes": "Tie\t🅰️\t\t\t🎃🎄\n",
      Self.themes + "Z.themes": "Name\t🇿🇦\t\t\t🎃🎄\n",
      Self.themes + "a.themes": "name\t\t\t\t🎃🎄\nTie\t\t\t\t🎃🎄\nSEA\t\t\t\t🎃🎄\n",
      Self.system + "s.themes": "Name\t\t\t\t🎃🎄\n", Self.decks + "Name.tsv": "a\tb\n",
    ])
    #expect(try user.get("Name")["icon"] == .string("🇿🇦"))
    #expect(try user.get("Tie")["icon"] == .string("🅰️"))
    #expect(try user.get("Sea")["built-in"] == .boolean(true))
    let errors = user.daemon.errors
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
    let user = try ThemeSession()
    // None of the directories exists yet.
    try user.write(Self.themes + "a.themes", "One\t\t\t\t🎃🎄\nTwo\t\t\t\t🎃🎄\n")
    #expect(user.hears("One added") && user.hears("Two added"))
    #expect(user.waits { user.names.last?.suffix(2) == ["One", "Two"] })
    try user.write(Self.themes + "a.themes", "One\t\t\t\t🎃🎄\nTwo\t\t\t\t🎃🎄🎅\n")
    #expect(user.hears("Two changed"))
    #expect(try user.get("Two")["size"] == .uint32(3))
    let told = user.names.count
    try user.write("new", "One\t\t\t\t🎃🎄\nThree\t\t\t\t🎃🎄\n")
    #expect(rename(user.path("new"), user.path(Self.themes + "a.themes")) == 0)
    #expect(user.hears("Two removed") && user.hears("Three added"))
    try user.write(Self.decks + "Deck.tsv", "a\tb\n")
    #expect(user.hears("Deck added"))
    try user.write(Self.decks + "Deck.tsv", "a\tc\n")
    #expect(user.hears("Deck changed"))
    try user.write(Self.system + "s.themes", "Shared\t\t\t\t🎃🎄\n")
    #expect(user.hears("Shared added"))
    try user.remove("data/memorize")
    #expect(user.hears("One removed") && user.hears("Deck removed"))
    try user.settle()
    #expect(Set(user.changes).count == user.changes.count, "\(user.changes)")
    #expect(!user.changes.contains("One changed"))
    #expect(user.names.count > told)
    #expect(user.waits { user.names.last?.suffix(2) == ["Last", "Shared"] })
  }

  @Test func aGameGoesOnWhenItsThemeIsRemoved() throws {
    let user = try ThemeSession([Self.themes + "a.themes": "One\t\t\t\t🎃🎄\n"])
    try user.newGame(["theme": .string("One")])
    try user.remove(Self.themes + "a.themes")
    #expect(user.hears("One removed"))
    try user.restart()
    #expect(try user.flip(0).outcome == "turned-up")
    #expect(try user.game().theme == "One")
    #expect(user.refusal { try user.newGame(["theme": .string("One")]) }?.name == .noSuchTheme)
  }

  @Test func atMostTwentyFaultsAreLogged() throws {
    let user = try ThemeSession([
      Self.themes + "a.themes": String(repeating: "bad\n", count: 1000) + "One\t\t\t\t🎃🎄\n"
    ])
    #expect(try user.get("One")["size"] == .uint32(2))
    #expect(user.daemon.errors.waits(for: "a.themes: 980 more faults."))
    #expect(user.daemon.errors.lines.count { $0.contains("a.themes, line ") } == 20)
  }

  @Test func aDeckIsPlayedAFewPairsAtATime() throws {
    let long = String(repeating: "long ", count: 100)
    let cards = (0..<3000).map { "word \($0)\tmeaning \($0)\n" }.joined()
    let user = try ThemeSession([
      Self.decks + "big.tsv": "#deck:Big deck\n" + cards + "\(long)\tlong\n",
      Self.decks + "long.tsv": "\(long)\ta\n\(long)!\tb\nc\td\n",
    ])
    #expect(try user.get("Big deck")["size"] == .uint32(3001))
    #expect(try user.get("Big deck")["max-pairs"] == .uint32(12))
    #expect(try user.pairs("Big deck", 3000).first?.second == "long")
    try user.newGame(["theme": .string("Big deck")])
    #expect(try user.game().pairs == 12)
    try user.newGame(["theme": .string("Big deck"), "pairs": .uint32(.max)])
    #expect(try user.game().pairs == 512)

    // A card that is too long remains for practice, and a single card makes no game.
    #expect(try user.get("long")["size"] == .uint32(3))
    let refusal = user.refusal { try user.newGame(["theme": .string("long")]) }
    #expect(refusal?.name == .invalidArgs)
    #expect(refusal?.message.contains("fewer than 2 pairs") == true)
  }

  @Test func aSeedDealsTheSameOfADeck() throws {
    let cards = (0..<600).map { "word \($0)\tmeaning \($0)\n" }.joined()
    let user = try ThemeSession([Self.decks + "big.tsv": cards])
    func faces(_ seed: UInt64) throws -> [String] {
      try user.newGame([
        "theme": .string("big"), "seed": .uint64(seed), "pairs": .uint32(3),
      ])
      return try (0..<UInt32(6)).map { try user.flip($0).face }
    }
    let first = try faces(7)
    #expect(first.allSatisfy { !$0.isEmpty })
    #expect(try faces(7) == first)
    #expect(try faces(8) != first)
  }

  @Test func anIdleDaemonIsNotWoken() throws {
    let user = try ThemeSession([Self.themes + "a.themes": "One\t\t\t\t🎃🎄\n"])
    try user.settle()
    // After a second it reads by itself; other work of the start may remain too.
    #expect(user.connection.loop.waits(forRestOf: user.daemon))
    let before = try #require(contextSwitches(of: "\(user.daemon.identifier)"))
    for _ in 0..<100 { user.waitForBus() }
    #expect(user.daemon.sleepsUntilCalled)
    #expect(contextSwitches(of: "\(user.daemon.identifier)") == before)
  }
}
