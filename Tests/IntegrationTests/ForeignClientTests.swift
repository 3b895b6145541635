import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The daemon for programs that know nothing of ours.
@Suite struct ForeignClientTests {
  @Test func playsAWholeGame() throws {
    try Script.run("play_dbus_next.py")
  }

  /// busctl and gdbus know the types of what comes from the messages alone.
  @Test func everyToolStartsAGameAndFlips() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let (name, path) = (MemorizeContract.name.rawValue, MemorizeContract.path.rawValue)
    let game = GameContract.interface.name.rawValue
    func busctl(_ arguments: String...) throws -> String {
      let call = ["--user", "--json=short", "call", name, path, game]
      return try Outcome("busctl", call + arguments, environment: bus.environment).output
    }
    func gdbus(_ method: String, _ arguments: String...) throws -> String {
      let call = ["call", "--session", "--dest", name, "--object-path", path, "--method"]
      return try Outcome(
        "gdbus", call + [game + "." + method] + arguments, environment: bus.environment
      ).output
    }
    #expect(
      try busctl("NewGame", "a{sv}", "2", "theme", "s", "Sea", "pairs", "u", "2")
        == #"{"type":"tt","data":[1,1]}"#)
    let flip = try busctl("Flip", "u", "0")
    #expect(flip.hasPrefix(#"{"type":"sita(uss)","data":["turned-up",0,2,[[0,"up",""#))
    let options = "{'theme': <'Sea'>, 'pairs': <uint32 2>}"
    #expect(try gdbus("NewGame", options) == "(uint64 3, uint64 2)")
    #expect(try gdbus("Flip", "0").hasPrefix("('turned-up', 0, uint64 4, [(uint32 0, 'up', '"))
    #expect(daemon.isRunning)
  }

  /// What release 0.1.0 printed may be added to, and nothing of it may be missing or different.
  @Test func theProgramsPrintWhatTheyPrinted() throws {
    let frozen = try #require(Bundle.module.resourceURL).appendingPathComponent("Frozen").path
    try Script.run("frozen.py", [Programs.directory, frozen], on: PrivateBus())
  }

  /// Needs the package index, or the environment of an earlier run.
  @Test func ankiAgreesOnItsPackages() throws {
    let ranges = SourceTree.root.appendingPathComponent("Tests/PracticeTests/Vectors/ranges.json")
    try Script.run(
      "anki_judge.py", [Programs.directory, ranges.path], with: ["anki==26.9.3", "genanki==0.13.1"])
  }

  @Test func optionsOutOfRangeAreRefused() throws {
    let user = try UserSession()
    for options in [
      ["color": .string("red")], ["theme": .uint32(1)], ["pairs": .string("8")],
      ["seed": .uint32(42)], ["pairs": .uint32(0)], ["pairs": .uint32(1)],
      ["min-pairs": .uint32(4)], ["max-pairs": .uint32(4)],
      ["pairs": .uint32(4), "min-pairs": .uint32(2), "max-pairs": .uint32(4)],
      ["min-pairs": .uint32(6), "max-pairs": .uint32(4)], ["scoring": .string("golf")],
      ["daily": .boolean(true), "seed": .uint64(42)],
      ["daily": .boolean(true), "theme": .string("Halloween")],
      ["daily": .boolean(true), "pairs": .uint32(4)],
      ["daily": .boolean(true), "players": Value(["Ann", "Bob"])],
      ["players": Value(["Ann", "Ann"])],
    ] as [[String: Value]] {
      #expect(user.refusal { try user.newGame(options) }?.name == .invalidArgs, "\(options)")
    }
    func pairs(_ theme: String) throws -> [ThemePair] {
      try user.proxy.callAndWait(ThemesContract.pairs, theme, .max, .max)
    }
    #expect(try pairs("Halloween").isEmpty)
    #expect(try user.refusalName { _ = try pairs("No such theme") } == "NoSuchTheme")
    try user.newGame(["theme": .string("Halloween"), "pairs": .uint32(.max)])
    #expect(try user.game().pairs == 9)
    for card in [18, 0x7FFF_FFFF, .max] as [UInt32] {
      #expect(try user.refusalName { try user.flip(card) } == "NoSuchCard")
    }
    #expect(try user.refusalName { try user.conceal() } == "NothingToConceal")
  }

  /// What a peer says in place of the bus or of the daemon is not believed.
  @Test func signalsOfAPeerChangeNothing() throws {
    let user = try UserSession()
    try user.newGame()
    let before = try user.game()
    let name = MemorizeContract.name.rawValue
    let bus = "org.freedesktop.DBus"
    let daemon = try user.connection.wait { (done: @escaping (Result<String, BusError>) -> Void) in
      user.connection.bus("GetNameOwner", name, returning: String.self, completion: done)
    }
    for (path, signal) in [
      ("/org/freedesktop/DBus", [bus + ".NameOwnerChanged", name, daemon, ""]),
      ("/org/freedesktop/DBus", [bus + ".NameOwnerChanged", daemon, daemon, ""]),
      ("/org/freedesktop/DBus", [bus + ".NameOwnerChanged", bus, bus, ""]),
      ("/org/freedesktop/DBus", [bus + ".NameLost", name]),
      ("/org/freedesktop/DBus", [bus + ".NameAcquired", name]),
      (MemorizeContract.path.rawValue, [name + ".Game.CardsChanged", "x"]),
      (MemorizeContract.path.rawValue, [bus + ".Properties.PropertiesChanged", name + ".Game"]),
    ] {
      for destination in [[], ["--dest=" + name]] {
        let arguments = [path, signal[0]] + signal.dropFirst().map { "string:" + $0 }
        let outcome = try Outcome(
          "dbus-send", ["--session", "--type=signal"] + destination + arguments,
          environment: user.bus.environment)
        #expect(outcome.code == 0, "\(outcome.errors)")
        user.waitForBus()
        #expect(try user.game() == before)
      }
    }
    #expect(user.daemon.isRunning)
  }
}

/// A script beside the tests, run on a private bus.
enum Script {
  static func path(_ name: String) throws -> String {
    try #require(Bundle.module.resourceURL).appendingPathComponent("Scripts/\(name)").path
  }

  /// Runs it against its own daemon; both have to end well.
  ///
  /// `packages` are those of PyPI that it needs.
  static func run(
    _ name: String, _ arguments: [String] = [], with packages: [String] = []
  ) throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    try run(name, arguments, with: packages, on: bus)
    #expect(daemon.isRunning, "\(daemon.errors.lines)")
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0, "\(daemon.errors.rest())")
  }

  static func run(
    _ name: String, _ arguments: [String] = [], with packages: [String] = [], on bus: PrivateBus
  ) throws {
    var (python, words) = ("/usr/bin/python3", ["-B", try path(name)] + arguments)
    if !packages.isEmpty {
      (python, words) = SourceTree.python(with: packages, [try path(name)] + arguments)
    }
    let outcome = try Outcome(python, words, environment: bus.environment)
    if outcome.code == 3, !packages.isEmpty {
      return print("NOT RUN: \(name), for PyPI is out of reach.\n\(outcome.errors)")
    }
    #expect(outcome.code == 0, "\(name) \(arguments): \(outcome.output)\n\(outcome.errors)")
  }
}
