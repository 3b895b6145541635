import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorized

/// Files of themes that are many, large, or with hostile names.
@Suite(.timeLimit(.minutes(30))) struct ManyThemeFilesTests {
  private static let themes = "data/memorize/themes/"
  private static let decks = "data/memorize/decks/"
  private static let system = "system/memorize/themes/"
  private static let largestDeck = (0..<20_000).map { "a\($0)\tb\n" }.joined()

  private func anotherClient(of user: ThemeSession) throws -> Proxy {
    Proxy(
      try Connection(to: BusAddress(user.bus.address), loop: user.connection.loop),
      to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience)
  }

  /// Files of one kind must not take any memory they like.
  @Test func allFilesTogetherHaveABound() throws {
    let user = try ThemeSession()
    for (directory, name) in [(Self.themes, "Own"), (Self.system, "Shared")] {
      for number in 0..<6 {
        let path = directory + "\(number).themes"
        try user.write(path, "\(name) \(number)\t\t\t\t🎃🎄\n#")
        // The first is too large by itself, and uses none of the room.
        #expect(truncate(user.path(path), number == 0 ? 5 << 20 : 4 << 20 - 64) == 0)
      }
    }
    try user.restart()
    let names = try user.list().compactMap { $0["name"]?.get(String.self) }
    #expect(names.suffix(8).prefix(4) == ["Own 1", "Own 2", "Own 3", "Own 4"])
    #expect(names.suffix(4) == ["Shared 1", "Shared 2", "Shared 3", "Shared 4"])
    let errors = user.daemon.errors
    #expect(
      errors.waits(
        for: "5.themes: All theme files of your own together can take at most 16 MB: remove some."))
    #expect(
      errors.waits(for: "5.themes: All theme files of the system together can take at most 16 MB"))
  }

  @Test func omittedThemesReturnWhenThereIsRoom() throws {
    func lines(_ numbers: Range<Int>) -> String {
      numbers.map { "Theme \($0)\t\t\t\t🎃🎄\n" }.joined()
    }
    let user = try ThemeSession([
      Self.themes + "a.themes": lines(0..<1023),
      Self.themes + "b.themes":
        "Theme 7\t🐝\t\t\t🎃🎄\nOne\t\t\t\t🎃🎄\nTwo\t\t\t\t🎃🎄\nThree\t\t\t\t🎃🎄\n",
      Self.system + "s.themes": "One\t🦭\t\t\t🎃🎄\n",
    ])
    #expect(user.refusal { _ = try user.get("Two") }?.name == .noSuchTheme)
    let errors = user.daemon.errors
    #expect(
      errors.waits(for: "b.themes, line 1: There is already a theme named “Theme 7”; it is in "))
    #expect(errors.waits(for: "b.themes, line 3: There are already 1024 themes of your own"))
    try user.write(Self.themes + "a.themes", lines(8..<1023))
    #expect(user.hears("Two added") && user.hears("Theme 7 changed"))
    #expect(try user.get("Theme 7")["icon"] == .string("🐝"))
    #expect(try user.get("Three")["size"] == .uint32(2))
    try user.write(Self.themes + "a.themes", lines(0..<1023))
    #expect(user.hears("Two removed"))
    try user.remove(Self.themes + "b.themes")
    #expect(user.hears("One changed"))
    #expect(try user.get("One")["icon"] == .string("🦭"))
  }

  /// A reload must not make anybody wait for more than one file.
  @Test func othersAreServedWhileAllIsReadAgain() throws {
    let bus = try PrivateBus()
    func write(_ face: String) throws {
      let faces = (0..<100).map { "\(face)\($0)" }.joined(separator: " ")
      try bus.files.write("elsewhere", "Theme 0\t\t\t\t\(faces)\n")
    }
    // Files behind a link are read only on a signal.
    try bus.files.make(Self.themes)
    try bus.files.link(Self.themes + "a.themes", to: bus.files.path("elsewhere"))
    for number in 1...100 {
      let lines = (0..<10).map { "Theme \(number).\($0)\t\t\t\ta b c d e f g h i j k l\n" }.joined()
      try bus.files.write(Self.themes + "\(number).themes", lines)
    }
    try write("a")
    let manager = try ManagerSocket()
    let daemon = try Child(
      Programs.memorized,
      environment: bus.environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 })
    #expect(manager.next().hasPrefix("READY=1"))
    let client = try DaemonClient(bus)
    let (connection, proxy) = (client.connection, client.proxy)
    var order: [String] = []
    proxy.on(ThemesContract.changed) { name, change in
      order.append("\(name) \(change)")
    }
    _ = try proxy.callAndWait(ThemesContract.get, "Theme 0")
    try write("b")
    // When it goes on, the signal is there, and behind it the call.
    daemon.signal(SIGSTOP)
    daemon.signal(SIGHUP)
    proxy.call(ThemesContract.get, "Theme 0") { theme in
      order.append("answered \((try? theme.get().size) ?? 0)")
    }
    // The bus has passed the call on before it answers us.
    _ = try connection.wait { connection.processID(of: MemorizeContract.name, completion: $0) }
    daemon.signal(SIGCONT)
    // What has changed is published at the end of the reload.
    #expect(connection.loop.waits { order.count == 2 })
    #expect(order == ["answered 100", "Theme 0 changed"])
    #expect(manager.next().hasPrefix("RELOADING=1"))
    #expect(manager.next() == "READY=1")
    #expect(daemon.errors.waits(for: "SIGHUP: read 101 files, “Theme 0” changed."))
    // Two signals together are both answered.
    for _ in 0..<2 { daemon.signal(SIGHUP) }
    #expect(manager.next().hasPrefix("RELOADING=1"))
    #expect(daemon.errors.waits(for: "SIGHUP: read 101 files, nothing has changed."))
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
  }

  /// A deck is known by its name and its number of cards, and all of them have a bound.
  @Test func allCardsTogetherHaveABound() throws {
    var files = [Self.decks + "z.tsv": "a\tb\nc\td\n"]
    // With sixty decks the first commands once timed out.
    for number in 10..<70 { files[Self.decks + "\(number).tsv"] = Self.largestDeck }
    let user = try ThemeSession(files)
    // Decks within the limits once delayed everybody by seconds.
    let other = try anotherClient(of: user)
    var answered: [String] = []
    user.proxy.call(PracticeContract.decks) { _ in
      answered.append("decks")
    }
    for (proxy, name) in [(user.proxy, "behind"), (other, "other")] {
      proxy.call(GameContract.flip, 0) { _ in answered.append(name) }
    }
    #expect(user.connection.loop.waits { answered.count == 3 })
    #expect(answered == ["other", "decks", "behind"])
    #expect(try user.get("19")["size"] == .uint32(20_000))
    #expect(user.refusal { _ = try user.get("z") }?.name == .noSuchTheme)
    #expect(
      user.daemon.errors.waits(
        for: "z.tsv: All decks together can have at most 200000 cards: remove some."))
    try user.write(Self.decks + "10.tsv", "# comment\n" + "a\tb\n")
    #expect(user.hears("z added"))
    #expect(try user.pairs("10") == [ThemePair("a", "b", "")])
    #expect(try user.pairs("11", 19_999).count == 1)
  }

  /// A game by chance is of no deck, and must not wait until decks are read.
  @Test func aGameByChanceWaitsForNoDeck() throws {
    try expectAnswers(["game", "decks", "list"]) { proxy, answer in
      proxy.call(PracticeContract.decks) { _ in answer("decks") }
      proxy.call(ThemesContract.list) { _ in answer("list") }
    }
  }

  /// A read of all interfaces' properties went round the guard: it read the decks at once, and all
  /// others waited.
  @Test func aReadOfAllPropertiesLetsOthersGoFirst() throws {
    try expectAnswers(["game", "properties"]) { proxy, answer in
      proxy.connection.call(
        MemorizeContract.name, MemorizeContract.path, InterfaceName.properties, "GetAll", "",
        returning: [String: Value].self
      ) { all in answer((try? all.get()["Deck"]) == nil ? "nothing" : "properties") }
    }
  }

  /// Makes calls while decks were not read, then another caller's for a game, and compares the order
  /// of the answers.
  private func expectAnswers(
    _ expected: [String], to calls: (Proxy, _ answer: @escaping (String) -> Void) -> Void
  ) throws {
    let user = try ThemeSession()
    let other = try anotherClient(of: user)
    var answered: [String] = []
    func passOn(by connection: Connection) throws {
      // The bus has passed the calls on before it answers us.
      _ = try connection.wait { connection.processID(of: MemorizeContract.name, completion: $0) }
    }
    // When it goes on, it finds unread decks and the calls.
    user.daemon.signal(SIGSTOP)
    for number in 0..<5 { try user.write(Self.decks + "\(number).tsv", Self.largestDeck) }
    calls(user.proxy) { answered.append($0) }
    try passOn(by: user.connection)
    other.call(GameContract.newGame, [:]) { _ in
      answered.append("game")
    }
    try passOn(by: other.connection)
    user.daemon.signal(SIGCONT)
    #expect(user.connection.loop.waits { answered.count == expected.count })
    #expect(answered == expected)
  }

  /// Nobody waits for the kernel's word: a command that comes after the file finds it.
  @Test func aNewFileIsFoundByTheNextCall() throws {
    let user = try ThemeSession()
    for number in 0..<20 {
      #expect(user.refusal { _ = try user.get("Theme \(number)") }?.name == .noSuchTheme)
      try user.write(Self.themes + "\(number).themes", "Theme \(number)\t\t\t\t🎃🎄\n")
      #expect(try user.get("Theme \(number)")["size"] == .uint32(2))
    }
    try user.settle()
    #expect(Set(user.changes).count == user.changes.count, "\(user.changes)")
  }

  /// Chance must not pick what cannot be dealt, nor a deck.
  @Test func chancePicksWhatCanBeDealt() throws {
    let lines = (0..<200).map { "Shared \($0)\t\t\t\ta = 1; a = 2\n" }.joined()
    var files = [Self.themes + "a.themes": lines]
    for number in 0..<60 { files[Self.decks + "Deck \(number).tsv"] = "a\tb\nc\td\n" }
    let user = try ThemeSession(files)
    #expect(try user.list().count > 260)
    let refusal = user.refusal { try user.newGame(["theme": .string("Shared 7")]) }
    #expect(refusal?.name == .invalidArgs)
    for _ in 0..<20 {
      try user.newGame([:])
      let theme = try user.game().theme
      #expect(!theme.hasPrefix("Shared") && !theme.hasPrefix("Deck"))
    }
    // What is wrong with the call stays an error.
    #expect(user.refusal { try user.newGame(["pairs": .uint32(1)]) }?.name == .invalidArgs)
    let swapped: [String: Value] = ["min-pairs": .uint32(4), "max-pairs": .uint32(3)]
    #expect(
      user.refusal { try user.newGame(swapped) }
        == BusError(
          .invalidArgs, "The minimum number of pairs, 4, is above the maximum, 3."))
  }

  /// The name of a file must not write to a terminal.
  @Test func namesOfFilesAreHarmless() throws {
    let user = try ThemeSession([
      Self.themes + "a\u{1b}[31m\nb\u{202E}.themes": "One\t\t\t\t🎃🎄\n"
    ])
    let theme: [String: Value] = ["name": .string("one"), "faces": Value(["🎃", "🎄"])]
    let message = user.refusal { try user.add(theme) }?.message ?? ""
    #expect(message.contains("[31m") && Self.isHarmless(message), "\(message)")
    let added = OwnThemeFile(addedIn: user.path(Self.themes + "a\u{1b}[31m\nb\u{202E}.themes/in"))
    let fault = #expect(throws: BusError.self) {
      try added.add(try Theme(name: "New", pairs: [Pair("a"), Pair("b")]))
    }
    #expect(fault?.message.contains("[31m") == true && Self.isHarmless(fault?.message ?? ""))
  }

  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" }
  }
}
