import Foundation
import TestSupport
import Testing

/// A user's session: a bus of its own, the daemon on it, and the command line.
final class Desk {
  let bus: PrivateBus
  private(set) var daemon: Child?

  /// Starts the bus, and the daemon too if it `runs`.
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

  /// As for a script: no terminal, nothing inherited that changes the output.
  var environment: [String: String] {
    bus.environment.merging(Self.plainEnvironment) { $1 }
  }

  static let plainEnvironment = [
    "MEMORIZE_OPTIONS": "", "NO_COLOR": "", "COLORTERM": "", "TERM": "xterm", "COLUMNS": "80",
    "LINES": "24", "LC_ALL": "C",
  ]

  @discardableResult
  func memorize(_ arguments: String..., with more: [String: String] = [:]) throws -> Outcome {
    try memorize(arguments, with: more)
  }

  @discardableResult
  func memorize(_ arguments: [String], with more: [String: String] = [:]) throws -> Outcome {
    try Outcome(Programs.memorize, arguments, environment: environment.merging(more) { $1 })
  }

  /// Runs a line of bash, in which the programs are found by their names.
  func shell(_ line: String, with more: [String: String] = [:]) throws -> Outcome {
    let path = ["PATH": Programs.directory + ":/usr/local/bin:/usr/bin:/bin"]
    return try Outcome(
      "/bin/bash", ["-c", line],
      environment: environment.merging(path) { $1 }.merging(more) { $1 })
  }

  /// The calls with wrong arguments that a script's own `memorize` has noted in its home.
  var misused: String {
    (try? String(contentsOfFile: bus.files.path("misused"), encoding: .utf8)) ?? ""
  }

  /// Leaves it running.
  func start(
    _ arguments: [String], input: Int32? = nil, output: Int32? = nil,
    with more: [String: String] = [:]
  ) throws -> Child {
    try Child(
      Programs.memorize, arguments, environment: environment.merging(more) { $1 }, input: input,
      output: output)
  }

  /// Leaves it running.
  func watch(_ arguments: String..., output: Int32? = nil) throws -> Child {
    try start(["watch"] + arguments, output: output)
  }

  /// With room for a thousand lines: without it they would be merged.
  func watchWithRoom(_ arguments: String...) throws -> (Child, output: LineReader) {
    let (reading, writing) = try Child.pipe(room: 1 << 20)
    defer { close(writing) }
    return (try start(["watch"] + arguments, output: writing), LineReader(reading))
  }

  /// Deals 🍭🍎🍬😱🍬🍎🍭😱, the vector of the rules.
  func deal() throws {
    try memorize("new", "--theme", "Halloween", "--pairs", "4", "--seed", "42", "--quiet")
  }

  var up: [Int] {
    get throws {
      let cards = try memorize("board", "--json").json.object("game").objects("cards")
      return cards.filter { $0.text("state") == "up" }.compactMap { $0.number("number") }
    }
  }
}

/// A dialogue of `play --plain` or `practice play --plain`: typed lines go in, printed lines come out.
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

  /// Types a line, and expects those that follow; “…” is the rest of a line.
  func type(
    _ text: String, expecting answers: String..., at place: SourceLocation = #_sourceLocation
  ) {
    type(text)
    for answer in answers {
      let line = next ?? "the end"
      #expect(line.isLine(answer), "\(line)", sourceLocation: place)
    }
  }
}

/// Reads one byte, the first that a program prints; false at the end.
func readByte(from descriptor: Int32) -> Bool {
  var byte: UInt8 = 0
  return read(descriptor, &byte, 1) == 1
}

extension String {
  /// Whether it is that text, or begins with it if that ends in “…”.
  func isLine(_ expected: String) -> Bool {
    expected.hasSuffix("…") ? hasPrefix(expected.dropLast()) : self == expected
  }
}

extension Outcome {
  /// Runs a Python program that reads lines from the file that is its last argument.
  static func python(
    _ script: String, _ arguments: String..., reading lines: [String]
  ) throws -> Outcome {
    let directory = try TemporaryDirectory()
    try directory.write("lines", lines.map { $0 + "\n" }.joined())
    return try Outcome(
      "/usr/bin/python3", ["-c", script] + arguments + [directory.path("lines")])
  }

  /// Empty if it is not one JSON object.
  var json: [String: Any] { parsed(output) }
}

/// Empty if it is not an object.
func parsed(_ line: String?) -> [String: Any] {
  let value = try? JSONSerialization.jsonObject(with: Data((line ?? "").utf8))
  return value as? [String: Any] ?? [:]
}

extension [String: Any] {
  func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
  func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
  func text(_ key: String) -> String? { self[key] as? String }
  func number(_ key: String) -> Int? { self[key] as? Int }
}
