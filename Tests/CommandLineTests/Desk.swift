import Foundation
import TestSupport

/// A user's session: a bus of its own, the daemon on it, and the command line.
final class Desk {
  let bus: PrivateBus
  private(set) var daemon: Child?

  /// Starts the bus, and the daemon too where it `runs`.
  init(runs: Bool = true, activates: Bool = false) throws {
    bus = try PrivateBus(activates: activates)
    if runs { daemon = try bus.startDaemon() }
  }

  /// Starts the daemon, and waits until it is ready.
  func startDaemon() throws {
    daemon = try bus.startDaemon()
  }

  /// Ends the daemon as a crash would.
  func killDaemon() {
    daemon?.signal(SIGKILL)
    daemon?.wait()
    daemon = nil
  }

  /// The environment of a script: no terminal, nothing inherited that changes the output.
  var environment: [String: String] {
    bus.environment.merging(Self.plainEnvironment) { $1 }
  }

  static let plainEnvironment = [
    "MEMORIZE_OPTIONS": "", "NO_COLOR": "", "COLORTERM": "", "TERM": "xterm", "COLUMNS": "80",
    "LINES": "24", "LC_ALL": "C",
  ]

  /// Runs the command line to its end.
  @discardableResult
  func memorize(_ arguments: String..., with more: [String: String] = [:]) throws -> Outcome {
    try memorize(arguments, with: more)
  }

  @discardableResult
  func memorize(_ arguments: [String], with more: [String: String] = [:]) throws -> Outcome {
    try Outcome(Programs.memorize, arguments, environment: environment.merging(more) { $1 })
  }

  /// Starts the command line and leaves it running.
  func start(
    _ arguments: [String], input: Int32? = nil, output: Int32? = nil,
    with more: [String: String] = [:]
  ) throws -> Child {
    try Child(
      Programs.memorize, arguments, environment: environment.merging(more) { $1 }, input: input,
      output: output)
  }

  /// Starts `memorize watch` and leaves it running.
  func watch(_ arguments: String..., output: Int32? = nil) throws -> Child {
    try start(["watch"] + arguments, output: output)
  }

  /// Starts `memorize watch` with room for a thousand lines: what had none would be gathered.
  func watchWithRoom(_ arguments: String...) throws -> (Child, output: LineReader) {
    let (reading, writing) = try Child.pipe()
    defer { close(writing) }
    // F_SETPIPE_SZ
    guard fcntl(writing, 1031, 1 << 20) >= 1 << 20 else { throw POSIXError(.EPERM) }
    return (try start(["watch"] + arguments, output: writing), LineReader(reading))
  }

  /// Deals 🍭🍎🍬😱🍬🍎🍭😱, the vector of the rules.
  func deal() throws {
    try memorize("new", "--theme", "Halloween", "--pairs", "4", "--seed", "42", "--quiet")
  }

  /// The numbers of the cards that are up.
  var up: [Int] {
    get throws {
      let cards = try memorize("board", "--json").json.object("game").objects("cards")
      return cards.filter { $0.text("state") == "up" }.compactMap { $0.number("number") }
    }
  }
}

/// A dialogue of `play --plain` or `practice play --plain`: what is typed goes in, lines come out.
final class Dialogue {
  let program: Child
  private var input: Int32

  init(_ desk: Desk, _ arguments: [String], with more: [String: String] = [:]) throws {
    let (reading, writing) = try Child.pipe()
    defer { close(reading) }
    program = try desk.start(arguments, input: reading, with: more)
    input = writing
  }

  deinit { end() }

  func type(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  func end() {
    if input >= 0 { close(input) }
    input = -1
  }

  var next: String? { program.output.next() }
}

extension Outcome {
  /// The output as one JSON object; empty where it is none.
  var json: [String: Any] { parsed(output) }
}

/// A line of JSON as an object; empty where it is none.
func parsed(_ line: String?) -> [String: Any] {
  let value = try? JSONSerialization.jsonObject(with: Data((line ?? "").utf8))
  return value as? [String: Any] ?? [:]
}

extension [String: Any] {
  /// An object within.
  func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
  /// An array of objects within.
  func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
  /// A text within.
  func text(_ key: String) -> String? { self[key] as? String }
  /// A whole number within.
  func number(_ key: String) -> Int? { self[key] as? Int }
}
