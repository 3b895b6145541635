import EventLoop
import Foundation
import TestSupport
import Testing

/// A terminal of a test's own: a tmux server that nobody else knows, with a shell on its one screen.
final class TmuxScreen {
  private let desk: Desk
  private let environment: [String: String]
  private let socket = "memorize-\(UUID().uuidString.prefix(8))"
  private let loop: Loop
  /// Whether programs have written to the terminal since it was last looked at.
  private var hasOutput = false

  /// Starts a shell on a screen, with more in its environment; throws `Late` if no shell shows up.
  init(
    _ desk: Desk, columns: Int = 80, rows: Int = 24, terminal: String = "tmux-256color",
    hasOtherScreen: Bool = true, with more: [String: String] = [:]
  ) throws {
    self.desk = desk
    loop = try Loop()
    // The directory of the sockets is the bus', and goes with it.
    environment = desk.environment.merging([
      "TMUX_TMPDIR": desk.bus.files.root, "TMUX": "", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
    ]) { $1 }
    let configuration = try desk.bus.files.write(
      "tmux.conf",
      """
      set -g default-terminal \(terminal)
      set -g status off
      set -g alternate-screen \(hasOtherScreen ? "on" : "off")
      set -s exit-empty off
      """)
    let directory = (Programs.memorize as NSString).deletingLastPathComponent
    var variables = ["PATH": directory + ":/usr/bin:/bin", "PS1": "$ ", "LC_ALL": "C.UTF-8"]
    // What a script's environment has, and a terminal says by itself.
    for name in ["COLUMNS", "LINES", "TERM"] { variables[name] = "" }
    variables.merge(more) { $1 }
    variables["TERM"] = more["TERM"] ?? terminal
    let words = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    try tmux(
      [
        "-f", configuration, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env", "-u",
        "COLUMNS", "-u", "LINES",
      ] + words + ["bash", "--norc", "--noprofile", "-i"])
    try followOutput()
    try waitFor("$")
  }

  /// Makes tmux copy what programs write to a pipe, which shows each change of the screen.
  private func followOutput() throws {
    let path = desk.bus.files.path(socket)
    // With a writing end of our own it never ends.
    let pipe = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    try #require(pipe >= 0)
    _ = try loop.watch(owning: pipe, for: .readable) { [weak self] _ in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while read(pipe, &bytes, bytes.count) > 0 {}
      self?.hasOutput = true
    }
    try tmux(["pipe-pane", "exec cat >'\(path)'"])
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  @discardableResult
  func tmux(_ arguments: [String]) throws -> String {
    try Outcome("tmux", ["-u", "-L", socket] + arguments, environment: environment).output
  }

  var text: String { get throws { try tmux(["capture-pane", "-p"]) } }

  /// The text on the screen and above it.
  var history: String { get throws { try tmux(["capture-pane", "-p", "-S", "-"]) } }

  /// Whether the alternate screen is shown, and where the cursor is.
  var state: String {
    get throws { try tmux(["display-message", "-p", "#{alternate_on} #{cursor_x},#{cursor_y}"]) }
  }

  /// The process that the shell runs now.
  var program: pid_t? {
    get throws {
      guard let shell = Int32(try tmux(["display-message", "-p", "#{pane_pid}"])) else {
        return nil
      }
      let path = "/proc/\(shell)/task/\(shell)/children"
      let children = try String(contentsOfFile: path, encoding: .utf8)
      return children.split(separator: " ").last.flatMap { Int32($0) }
    }
  }

  /// Presses keys, each by tmux' name for it.
  func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  func type(_ text: String) throws {
    try tmux(["send-keys", "-l", text])
  }

  /// Runs a line in the shell.
  func run(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  /// Runs a line in the shell once its screen is empty.
  ///
  /// What the program before has left there could be taken for this one's.
  func runCleared(_ line: String) throws {
    try run("clear")
    try waitFor { $0.trimmingCharacters(in: .whitespacesAndNewlines) == "$" }
    try run(line)
  }

  /// Runs a program in a cleared shell, and waits until the screen contains that part.
  ///
  /// Its line is short on any screen: a narrow one would break it.
  func start(_ line: String, until part: String? = nil) throws {
    try run("alias it='\(line); echo \"ended $?\"'")
    try run("clear; stty -g >\"$XDG_RUNTIME_DIR/before\"; echo before")
    try waitFor { $0.hasPrefix("before\n$") }
    try run("it")
    if let part { try waitFor(part) }
  }

  /// Waits until the program that `start` ran ends with that code; screen and modes are as before it.
  ///
  /// Returns the lines that it has left.
  func linesAfterEnd(_ code: Int32) throws -> [String] {
    try waitFor("ended \(code)\n$")
    #expect(try state.hasPrefix("0 "))
    let lines = try history.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["before", "$ it"] && lines.suffix(2) == ["ended \(code)", "$"])
    try run("stty -g | diff - \"$XDG_RUNTIME_DIR/before\" && echo same")
    try waitFor("\nsame\n")
    return Array(lines.dropFirst(2).dropLast(2))
  }

  func resize(_ columns: Int, _ rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Why a screen never showed what was awaited.
  struct Late: Error, CustomStringConvertible {
    let description: String
  }

  /// Waits until the screen is as awaited; looks at it again when programs have written to it.
  @discardableResult
  func waitFor(_ isThere: (String) throws -> Bool) throws -> String {
    var text = ""
    let isInTime = try isIn(.patience) {
      text = $0
      return try isThere($0)
    }
    guard isInTime else { throw Late(description: "The screen is:\n" + text) }
    return text
  }

  /// Whether the screen is as awaited before the time is over.
  func isIn(_ time: Duration, _ isThere: (String) throws -> Bool) throws -> Bool {
    let end = ContinuousClock.now + time
    while true {
      hasOutput = false
      if try isThere(self.text) { return true }
      guard loop.waits(end - .now, until: { hasOutput }) else { return false }
    }
  }

  /// Waits until `state` is as expected.
  func waitForState(_ expected: String) throws {
    try waitFor { _ in try state == expected }
  }

  @discardableResult
  func waitFor(_ part: String) throws -> String {
    try waitFor { $0.contains(part) }
  }
}
