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
  private final class Desk: DaemonDesk {
    static let animals = "perro\tdog\tˈpero\ngato\tcat\npájaro\tbird\n犬\tdog\n"

    init(_ decks: [String: String] = ["Animals in Spanish": animals]) throws {
      try super.init(
        prepare: { files in
          for (name, text) in decks { try files.write(CardDesk.folder + name + ".tsv", text) }
          let terminal = try files.write(
            "bin/xdg-terminal-exec",
            "#!/bin/sh\nprintf '%s\\n' \"$XDG_ACTIVATION_TOKEN\" \"$@\" >\"$HOME/opened\"\n")
          try #require(chmod(terminal, 0o755) == 0 && mkfifo(files.path("opened"), 0o600) == 0)
        },
        variables: {
          ["PATH": $0.path("bin") + ":/usr/local/bin:/usr/bin:/bin", "HOME": $0.path("")]
        })
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
      let pipe = try #require(FileHandle(forReadingAtPath: bus.files.path("opened")))
      return String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  @Test func theShellFindsACardAndItsOtherSides() throws {
    let desk = try Desk()
    let first = try desk.shell("GetInitialResultSet", ["per"], returning: [String].self)
    let ids = try desk.shell(
      "GetSubsearchResultSet", first, ["PERRÓ"], returning: [String].self)
    #expect(ids == ["card 0 Animals in Spanish"])
    let metas = try desk.shell("GetResultMetas", ids, returning: [[String: Value]].self)
    #expect(
      metas == [
        [
          "id": .string(ids[0]), "name": .string("perro"),
          "description": .string("dog · ˈpero · Animals in Spanish"),
          "gicon": .string("org.memorized.Memorize"),
        ]
      ])
    _ = try desk.shell("ActivateResult", ids[0], ["perro"], UInt32(1))
    let opened = try desk.opened()
    #expect(opened.prefix(3) == ["", "sh", "-c"] && opened[3].hasPrefix("memorize deck show"))
    // The id of the first card that was ever shown.
    #expect(opened.suffix(2) == ["Animals in Spanish", "1"])
    _ = try desk.shell("LaunchSearch", ["big", "dog"], UInt32(1))
    #expect(try desk.opened().last == "big dog")
  }

  @Test func theRunnerFindsCardsThemesAndPractice() throws {
    let desk = try Desk()
    #expect(try desk.runner("Actions", returning: [Struct<String, String, String>].self).isEmpty)
    #expect(try desk.matches("perro").map { $0[1] } == ["perro"])
    // The second side, a pronunciation, case and accents.
    #expect(try desk.matches("DOG").map { $0[1] }.contains("perro"))
    #expect(try desk.matches("ˈpero").map { $0[1] } == ["perro"])
    #expect(try desk.matches("pajaro").map { $0[1] } == ["pájaro"])
    #expect(try desk.matches("犬").map { $0[2] }.contains("dog · Animals in Spanish"))
    for word in ["memorize", "Practise", "practice", "pract"] {
      #expect(try desk.matches(word).first?[0] == "practice")
    }
    let game = ["game Halloween", "Halloween", "Start a game with this theme"]
    #expect(try desk.matches("hallow").first == game)
    for short in ["", "  ", "pe", "é  ", " p "] {
      #expect(try desk.matches(short).isEmpty)
    }
    _ = try desk.runner("SetActivationToken", "window-1")
    _ = try desk.runner("Run", "game Halloween", "")
    let opened = try desk.opened()
    #expect(opened.first == "window-1" && opened.last == "Halloween")
    _ = try desk.runner("Run", "practice", "")
    let practice = try desk.opened()
    #expect(practice[0].isEmpty && practice[3].hasPrefix("memorize practice play"))
    _ = try desk.runner("Teardown")
  }

  /// Results show no more during a game and a session than without.
  @Test func resultsDoNotDependOnGamesAndSessions() throws {
    let desk = try Desk()
    let words = ["perro", "dog", "animals", "practise", "cat", "Halloween"]
    let before = try words.map(desk.matches)
    try desk.newGame(["theme": .string("Animals in Spanish")])
    try desk.startSession(["deck": .string("Animals in Spanish")])
    #expect(try words.map(desk.matches) == before)
    try desk.flip(0)
    #expect(try words.map(desk.matches) == before)
  }

  @Test func hostileCallsAreAnswered() throws {
    let desk = try Desk()
    let long = String(repeating: "é", count: 200_000)
    #expect(try desk.matches(long).isEmpty)
    #expect(try desk.matches("'; $(touch /tmp/x) “%s”").isEmpty)
    let many = Array(repeating: "card 0 Animals in Spanish", count: 5_000)
    let metas = try desk.shell("GetResultMetas", many, returning: [[String: Value]].self)
    #expect(metas.count == 10)
    for id in [
      "", "card", "card 4 Animals in Spanish", "card -1 Animals in Spanish", "card 0 Nothing",
      "card 99999999999999999999 Animals in Spanish", "game ", "game Nothing", "practice x",
      "cards 0 x",
    ] {
      #expect(try desk.shell("GetResultMetas", [id], returning: [[String: Value]].self).isEmpty)
      #expect(
        desk.refusal { _ = try desk.runner("Run", id, "") }?.name == .invalidArgs,
        "\(id)")
    }
    #expect(
      desk.refusal { _ = try desk.runner("Match", UInt32(1), returning: [Match].self) }?.name
        == .invalidArgs)
    #expect(
      desk.refusal { _ = try desk.shell("GetInitialResultSet", "perro", returning: [String].self) }?
        .name == .invalidArgs)
    #expect(desk.daemon.isRunning)
  }

  /// What a shell would take for something else reaches the terminal as it is.
  @Test(arguments: ["It's $HOME; \"x\"", "-h", "$(touch x) `y` %s"])
  func textsAreNoCommands(_ deck: String) throws {
    let desk = try Desk([deck: "$(touch x) `y` \\ ' \" %s $HOME\tdog\n"])
    let match = try #require(try desk.matches("touch").first { $0[2].hasSuffix(deck) })
    _ = try desk.runner("Run", match[0], "")
    let opened = try desk.opened()
    #expect(opened[3].contains("deck show -- \"$1\"") && opened.suffix(2) == [deck, "1"])
  }

  /// A long deck has sentences with a word before the card of the word itself.
  @Test func theCardItselfComesFirst() throws {
    let sentences = (1...50).map { "mi perro \($0)\tmy dog \($0)\n" }.joined()
    let desk = try Desk(["Sentences": sentences + "perro\tdog\n"])
    #expect(try desk.matches("perro").first?[1] == "perro")
  }

  @Test func registrationsNameTheObjects() throws {
    let provider = try SourceTree.text(
      "share/gnome-shell/search-providers/org.memorized.Memorize.search-provider.ini")
    let runner = try SourceTree.text("share/krunner/dbusplugins/org.memorized.Memorize.desktop")
    let desk = try Desk()
    for (text, keys) in [
      (provider, ["BusName", "ObjectPath"]),
      (runner, ["X-Plasma-DBusRunner-Service", "X-Plasma-DBusRunner-Path"]),
    ] {
      let values = keys.map { key in
        text.split(separator: "\n").first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
      }
      #expect(values[0].map(String.init) == MemorizeContract.name.rawValue)
      let path = try ObjectPath(String(try #require(values[1])))
      let xml = try desk.ask(
        path, "org.freedesktop.DBus.Introspectable", "Introspect", returning: String.self)
      #expect(
        xml.contains(text == provider ? "org.gnome.Shell.SearchProvider2" : "org.kde.krunner1"))
    }
    let node = try desk.ask(
      "/org/memorized/Memorize1", "org.freedesktop.DBus.Introspectable", "Introspect",
      returning: String.self)
    #expect(
      node.contains("<node name=\"Runner\"") && node.contains("<node name=\"SearchProvider\""))
  }
}
