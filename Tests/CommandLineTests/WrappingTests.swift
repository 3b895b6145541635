import TestSupport
import Testing

/// Lines that are longer than a terminal is wide.
@Suite(.timeLimit(.minutes(30))) struct WrappingTests {
  /// What a terminal shows, in one line.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func wordsAreNotBrokenOnATerminal() throws {
    // Questions, errors, the overview and the dialogue were broken wherever the terminal ends.
    let desk = try Desk()
    let screen = try TmuxScreen(desk, columns: 40, rows: 24)
    try screen.runCleared("memorize")
    let overview = try screen.waitFor("memorize help")
    #expect(overview.split(separator: "\n").count <= 11, "\(overview)")
    try desk.memorize("new", "--daily", "--quiet")
    for (line, parts) in [
      ("memorize new", ["“memorize new --daily”", "Start another game? [y/N]"]),
      ("n", ["memorize: Nothing was changed."]),
      ("memorize status --timeout 0", ["Give a number of seconds above 0 and at most 3155760000"]),
      ("memorize play --plain", ["0 of 8 pairs, score 0, 0 flips, 0 moves"]),
    ] {
      if line.hasPrefix("m") { try screen.runCleared(line) } else { try screen.run(line) }
      try screen.waitFor { text in parts.allSatisfy { Self.words(text).contains($0) } }
    }
  }

  @Test func aPipeGetsLongLines() throws {
    let desk = try Desk()
    let error = try desk.memorize("status", "--timeout", "0", with: ["COLUMNS": "20"]).errors
    #expect(error.split(separator: "\n").count == 2, "\(error)")
  }
}
