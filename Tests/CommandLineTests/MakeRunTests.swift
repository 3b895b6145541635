import Foundation
import TestSupport
import Testing

/// `make run` at a terminal.
@Suite(.timeLimit(.minutes(30))) struct MakeRunTests {
  /// It plays on the screen, and ends the daemon that it started, but no other.
  @Test(arguments: [("session", false), ("session", true), ("private", false)])
  func itOpensTheScreenAndEndsWhatItStarted(bus: String, hasDaemon: Bool) throws {
    let desk = try Desk(runs: hasDaemon)
    let terminal = try PseudoTerminal()
    var environment = desk.environment.merging(
      ["TERM": "xterm-256color", "COLUMNS": "", "LINES": ""]
    ) { $1 }
    if bus == "private" { environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere" }
    let run = try Child(
      "setsid",
      [
        "--ctty", SourceTree.root.appendingPathComponent("share/make/play").path,
        Programs.directory,
      ], environment: environment, input: terminal.inside, output: terminal.inside)
    terminal.read { $0.contains("\u{1B}[?1049h") }
    let told = hasDaemon ? "the running daemon" : "on \(bus == "session" ? "your" : "a private") "
    #expect(terminal.text.contains(told), "\(terminal.text)")
    terminal.write("q")
    #expect(run.codeInTime == 0)
    #expect(try desk.memorize("status", "--no-autostart").code == (hasDaemon ? 0 : 3))
  }
}
