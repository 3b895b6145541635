import DBus
import Foundation
import Glibc
import MemorizeBus
import TestSupport
import Testing

/// Searches as GNOME Shell and KRunner make them, according to their published interfaces.
@Suite(.timeLimit(.minutes(30))) struct DesktopSearchTests {
  private typealias Match = Struct<String, String, String, Int32, Double, [String: Value]>

  /// A desktop with a daemon, whose terminal writes down what it should run.
  private final class Desktop: UserSession {
    /// The pipe to which the terminal writes: open in both directions all the time, since a test
    /// would wait for ever for a terminal that has come and gone.
    private lazy var terminal = LineReader(
      open(bus.files.path("opened"), O_RDWR | O_CLOEXEC))

    static let animals = "perro\tdog\tˈpero\ngato\tcat\npájaro\tbird\n犬\tdog\n"

    init(_ decks: [String: String] = ["Animals in Spanish": animals]) throws {
      try super.init { files in
        for (name, text) in decks { try files.write(DeckSession.folder + name + ".tsv", text) }
        try files.make("bin")
        try Child.writeProgram(
          "#!/bin/sh\nprintf '%s\\n' \"$XDG_ACTIVATION_TOKEN\" \"$@\" end >\"$HOME/opened\"\n",
          to: files.path("bin/xdg-terminal-exec"))
        try #require(mkfifo(files.path("opened"), 0o600) == 0)
      }
      variables["PATH"] = bus.files.path("bin") + ":/usr/local/bin:/usr/bin:/bin"
      variables["HOME"] = bus.files.root
      try restart()
    }

    /// The number of a deck's first card.
    func firstNumber(in deck: String) throws -> String {
      let cards = try proxy.callAndWait(DecksContract.cards, deck, 0, 1)
      return String(try #require(cards.first).id)
    }

    func ask<each I: BusType, each O: BusType>(
      _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
      _ arguments: repeat each I, returning types: repeat (each O).Type
    ) throws -> (repeat each O) {
      try connection.wait { done in
        connection.call(
          MemorizeContract.name, path, interface, member, repeat each arguments,
          returning: repeat each types, completion: done)
      }
    }

    func shell<each I: BusType, each O: BusType>(
      _ member: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type
    ) throws -> (repeat each O) {
      try ask(
        "/org/memorized/Memorize1/SearchProvider", "org.gnome.Shell.SearchProvider2", member,
        repeat each arguments, returning: repeat each types)
    }

    func runner<each I: BusType, each O: BusType>(
      _ member: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type
    ) throws -> (repeat each O) {
      try ask(
        "/org/memorized/Memorize1/Runner", "org.kde.krunner1", member, repeat each arguments,
        returning: repeat each types)
    }

    func matches(_ query: String) throws -> [[String]] {
      try runner("Match", query, returning: [Match].self).map { match in
        let (id, title, icon, type, relevance, properties) = match.fields
        #expect(icon == "org.memorized.Memorize" && type == 30 && (0...1).contains(relevance))
        return [id, title, properties["subtext"]?.get() ?? ""]
      }
    }

    /// The token that the terminal is given, and what it is asked to run.
    func opened() throws -> [String] {
      var lines: [String] = []
      while lines.last != "end" {
        lines.append(try #require(terminal.next(within: .patience), "no terminal was opened"))
      }
      return lines.dropLast()
    }
  }

  @Test func theShellFindsACardAndItsOtherSides() throws {
    let user = try Desktop()
    let first = try user.shell("GetInitialResultSet", ["per"], returning: [String].self)
    let ids = try user.shell(
      "GetSubsearchResultSet", first, ["PERRÓ"], returning: [String].self)
    #expect(ids == ["card 0 Animals in Spanish\nperro"])
    let metas = try user.shell("GetResultMetas", ids, returning: [[String: Value]].self)
    #expect(
      metas == [
        [
          "id": .string(ids[0]), "name": .string("perro"),
          "description": .string("dog · ˈpero · Animals in Spanish"),
        ]
      ])
    _ = try user.shell("ActivateResult", ids[0], ["perro"], UInt32(1))
    let opened = try user.opened()
    #expect(opened.prefix(3) == ["", "sh", "-c"] && opened[3].contains("deck show"))
    // PATH does not lead to the program.
    let program = URL(fileURLWithPath: Programs.memorize).resolvingSymlinksInPath().path
    #expect(
      opened.suffix(3) == [
        program, "Animals in Spanish", try user.firstNumber(in: "Animals in Spanish"),
      ])
    _ = try user.shell("LaunchSearch", ["big", "dog"], UInt32(1))
    #expect(try user.opened().suffix(2) == [program, "big dog"])
  }

  @Test func theRunnerFindsCardsThemesAndPractice() throws {
    let user = try Desktop()
    #expect(try user.runner("Actions", returning: [Struct<String, String, String>].self).isEmpty)
    #expect(try user.matches("perro").map { $0[1] } == ["perro"])
    // The second side, a pronunciation, case and accents.
    #expect(try user.matches("DOG").map { $0[1] }.contains("perro"))
    #expect(try user.matches("ˈpero").map { $0[1] } == ["perro"])
    #expect(try user.matches("pajaro").map { $0[1] } == ["pájaro"])
    #expect(try user.matches("犬").map { $0[2] }.contains("dog · Animals in Spanish"))
    for word in ["memorize", "Practice", "practice", "pract"] {
      #expect(try user.matches(word).first?[0] == "practice")
    }
    let game = ["game Halloween", "Halloween", "Start a game with this theme"]
    #expect(try user.matches("hallow").first == game)
    // Not every sign above the Latin letters is a word.
    for short in ["", "  ", "pe", "é  ", " p ", "p e", "か", "한", "🐶"] {
      #expect(try user.matches(short).isEmpty)
    }
    _ = try user.runner("SetActivationToken", "window-1")
    _ = try user.runner("Run", "game Halloween", "")
    let opened = try user.opened()
    #expect(opened.first == "window-1" && opened.last == "Halloween")
    _ = try user.runner("Run", "practice", "")
    let practice = try user.opened()
    #expect(practice[0].isEmpty && practice[3].contains("practice play"))
    _ = try user.runner("Teardown")
  }

  /// A word of another script must not be too short because its vowels or syllables are single
  /// signs or parts of one.
  @Test func wordsOfAllScriptsAreFound() throws {
    let words = [
      "पानी", "बिल्ली", "हाथी", "หมู", "학교", "사과", "ねこ", "はい", "ইঁদুর", "dom", "C++",
    ]
    let user = try Desktop(["Words": words.map { "\($0)\tmeaning\n" }.joined()])
    for word in words { #expect(try user.matches(word).contains { $0[1] == word }, "\(word)") }
  }

  /// A result must show the word as it is written, not the names of its joiners.
  @Test func joinersStayInResults() throws {
    let word = "می\u{200C}خواهم"
    let user = try Desktop(["Words": "\(word)\tto\u{AD}want\n"])
    let match = try #require(try user.matches(word).first)
    #expect(match.dropFirst() == [word, "to\u{AD}want · Words"])
    let metas = try user.shell("GetResultMetas", [match[0]], returning: [[String: Value]].self)
    #expect(metas.map { $0["name"]?.get() } == [word])
  }

  /// A card without text on its first side had no name, and of a sentence one gap stood for all.
  @Test func gapsAndPicturesAreFound() throws {
    let deck = """
      <img src="a.jpg">\ttapir
      {{c1::okapi}} and {{c2::quagga}}\t\t\tg

      """
    let user = try Desktop(["Rare": deck])
    for (word, name) in [
      ("tapir", "tapir"), ("okapi", "[…] and quagga"), ("quagga", "okapi and […]"),
    ] {
      let ids = try user.shell("GetInitialResultSet", [word], returning: [String].self)
      let metas = try user.shell("GetResultMetas", ids, returning: [[String: Value]].self)
      let names: [String?] = metas.map { $0["name"]?.get() }
      #expect(names.contains(name), "\(word): \(names)")
      #expect(Set(ids).count == ids.count)
    }
  }

  /// A deck whose sides do not fit on a board must not be offered as a game.
  @Test func onlyWhatCanBePlayedIsOffered() throws {
    let long = String(repeating: "long ", count: 50)
    let user = try Desktop([
      "Essays": "\(long)a\tone\n\(long)b\ttwo\n", "Essay titles": "a\tb\nc\td\n",
    ])
    #expect(try user.matches("essay").map { $0[0] } == ["game Essay titles"])
  }

  /// Results show no more during a game and a session than without.
  @Test func resultsDoNotDependOnGamesAndSessions() throws {
    let user = try Desktop()
    let words = ["perro", "dog", "animals", "practice", "cat", "Halloween"]
    let before = try words.map(user.matches)
    try user.newGame(["theme": .string("Animals in Spanish")])
    try user.startSession(["deck": .string("Animals in Spanish")])
    #expect(try words.map(user.matches) == before)
    try user.flip(0)
    #expect(try words.map(user.matches) == before)
  }

  @Test func hostileCallsAreAnswered() throws {
    let user = try Desktop()
    let long = String(repeating: "é", count: 200_000)
    #expect(try user.matches(long).isEmpty)
    #expect(try user.matches("'; $(touch /tmp/x) “%s”").isEmpty)
    let many = Array(repeating: "card 0 Animals in Spanish\nperro", count: 5_000)
    let metas = try user.shell("GetResultMetas", many, returning: [[String: Value]].self)
    #expect(metas.count == 10)
    for id in [
      "", "card", "card 0 Animals in Spanish", "card 0 Nothing\nperro", "card x Animals\nperro",
      "card 99999999999999999999 Animals in Spanish\nperro", "game ", "game Nothing", "practice x",
      "cards 0 x", "\n", "card \n", "card 0 \nperro",
    ] {
      #expect(try user.shell("GetResultMetas", [id], returning: [[String: Value]].self).isEmpty)
      #expect(
        user.refusal { _ = try user.runner("Run", id, "") }?.name == .invalidArgs,
        "\(id)")
    }
    #expect(
      user.refusal { _ = try user.runner("Match", UInt32(1), returning: [Match].self) }?.name
        == .invalidArgs)
    #expect(
      user.refusal { _ = try user.shell("GetInitialResultSet", "perro", returning: [String].self) }?
        .name == .invalidArgs)
    #expect(user.daemon.isRunning)
  }

  /// What a shell would take for something else reaches the terminal as it is.
  @Test(arguments: ["It's $HOME; \"x\"", "-h", "$(touch x) `y` %s"])
  func textsAreNoCommands(_ deck: String) throws {
    let user = try Desktop([deck: "$(touch x) `y` \\ ' \" %s $HOME\tdog\n"])
    let match = try #require(try user.matches("touch").first { $0[2].hasSuffix(deck) })
    _ = try user.runner("Run", match[0], "")
    let opened = try user.opened()
    #expect(opened[3].contains("deck show -- \"$1\""))
    #expect(opened.suffix(2) == [deck, try user.firstNumber(in: deck)])
  }

  /// Two words must not find only the cards in which one follows the other.
  @Test func eachWordIsSomewhereInTheCard() throws {
    let user = try Desktop(["Words": "el perro\tthe dog\ngran perro\tbig dog\ndog\tel can\n"])
    for terms in [["dog", "perro"], ["PERRO", "do"]] {
      let ids = try user.shell("GetInitialResultSet", terms, returning: [String].self)
      #expect(ids.map { $0.suffix(9) } == ["\nel perro", "ran perro"])
      #expect(
        try user.shell("GetSubsearchResultSet", ids, terms, returning: [String].self) == ids)
      #expect(try user.matches(terms.joined(separator: "  ")).map { $0[0] } == ids)
    }
    #expect(try user.matches("dog gran").map { $0[1] } == ["gran perro"])
    #expect(try user.matches("dog gato").isEmpty)
    #expect(try user.matches("practice memor").first?[0] == "practice")
    #expect(try user.matches("practice xyz").isEmpty)
  }

  /// A changed deck must neither show another card nor leave out a description, without which the
  /// shell shows no result at all.
  @Test func resultsOutliveAChangeOfTheDeck() throws {
    let user = try Desktop(["Zoo": "perro\tdog\ngato\tcat\npato\tduck\n"])
    let ids = try ["perro", "gato", "pato"].map { try #require(try user.matches($0).first)[0] }
    try user.bus.files.write(
      DeckSession.folder + "Zoo.tsv", "oso\tbear\nperro\tdog\npato\tduck\n", atomically: true)
    let metas = try user.shell("GetResultMetas", ids, returning: [[String: Value]].self)
    #expect(metas.compactMap { $0["id"]?.get() } == ids)
    #expect(metas.map { $0["name"]?.get() } == ["perro", "Zoo", "pato"])
    _ = try user.runner("Run", ids[1], "")
    #expect(try user.opened().last == "Zoo")
    _ = try user.runner("Run", ids[2], "")
    #expect(try user.opened().suffix(2).first == "Zoo")
  }

  /// What fails must stay on the screen: a pager at the end of a pipe hides it.
  @Test(arguments: ["deck show", "deck search"]) func failuresStayOnTheScreen(_ verb: String) throws
  {
    let user = try Desktop()
    if verb == "deck show" {
      _ = try user.runner("Run", "card 9 Animals in Spanish\nnobody", "")
    } else {
      _ = try user.shell("LaunchSearch", ["dog"], UInt32(1))
    }
    var words = Array(try user.opened().dropFirst())
    words[3] = "/bin/false"
    let outcome = try Outcome(words[0], Array(words.dropFirst()))
    #expect(outcome.output == "Press Enter to close.")
  }

  /// A long deck has sentences with a word before the card of the word itself.
  @Test func theCardItselfComesFirst() throws {
    let sentences = (1...50).map { "mi perro \($0)\tmy dog \($0)\n" }.joined()
    let user = try Desktop(["Sentences": sentences + "perro\tdog\n"])
    #expect(try user.matches("perro").first?[1] == "perro")
  }

  @Test func registrationsNameTheObjects() throws {
    let provider = try SourceTree.text(
      "share/gnome-shell/search-providers/org.memorized.Memorize.search-provider.ini")
    let runner = try SourceTree.text("share/krunner/dbusplugins/org.memorized.Memorize.desktop")
    let user = try Desktop()
    for (text, keys) in [
      (provider, ["BusName", "ObjectPath"]),
      (runner, ["X-Plasma-DBusRunner-Service", "X-Plasma-DBusRunner-Path"]),
    ] {
      let values = keys.map { key in
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
      }
      #expect(values[0].map(String.init) == MemorizeContract.name.rawValue)
      let path = try ObjectPath(String(try #require(values[1])))
      let xml = try user.ask(
        path, "org.freedesktop.DBus.Introspectable", "Introspect", returning: String.self)
      #expect(
        xml.contains(text == provider ? "org.gnome.Shell.SearchProvider2" : "org.kde.krunner1"))
    }
    let node = try user.ask(
      "/org/memorized/Memorize1", "org.freedesktop.DBus.Introspectable", "Introspect",
      returning: String.self)
    #expect(
      node.contains("<node name=\"Runner\"") && node.contains("<node name=\"SearchProvider\""))
  }
}
