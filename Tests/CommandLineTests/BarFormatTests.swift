import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorize

private typealias Outcome = TestSupport.Outcome

/// The formats for bars, with the worst names, read by real parsers.
@Suite(.timeLimit(.minutes(30))) struct BarFormatTests {
  private static func hostileGames() -> [GameState] {
    Fake.hostileNames.flatMap { name in
      ["no-game", "playing", "won"].map { state in
        Fake.game(
          state: state, theme: name, icon: name,
          cards: [(.up, name), (.down, ""), (.matched, name), (.matched, name)], pairs: 2,
          matched: 1, players: [name, "Bob"])
      }
    }
  }

  private static let names = ["waybar", "i3blocks", "polybar", "{theme} {icon} {up} {turn}"]

  /// A Python program that has to accept all lines.
  private func python(_ script: String, _ lines: [String]) throws -> Outcome {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try lines.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    return try Outcome("/usr/bin/python3", ["-c", script, file.path])
  }

  @Test(arguments: names) func aLineIsALineAndHarmless(name: String) throws {
    let format = try LineFormat(argument: name)
    for line in Self.hostileGames().map({ format.line($0) }) + [format.offlineLine] {
      #expect(!line.unicodeScalars.contains { $0.isHarmful }, "\(line.debugDescription)")
      #expect(!line.isEmpty)
    }
  }

  @Test func waybarIsJSONWithPangoMarkup() throws {
    let format = LineFormat.bar(.waybar)
    let lines = Self.hostileGames().map { format.line($0) } + [format.offlineLine]
    let outcome = try python(
      """
      import json, sys, gi
      gi.require_version("Pango", "1.0")
      from gi.repository import Pango
      count = 0
      for line in open(sys.argv[1], encoding="utf-8", newline="\\n"):
          item = json.loads(line)
          assert set(item) == {"text", "alt", "class", "percentage", "tooltip"}, item
          assert item["alt"] == item["class"]
          for key in "text", "tooltip":
              done, attributes, text, accelerator = Pango.parse_markup(item[key], -1, "\\0")
              assert done
              # Nothing but our own <tt> is markup.
              runs = attributes.get_attributes()
              assert all(run.klass.type == Pango.AttrType.FAMILY for run in runs), (item, runs)
              assert not any(ord(c) < 32 and c != "\\n" for c in text), repr(text)
              assert "\\n" not in text or key == "tooltip"
          count += 1
      print(count)
      """, lines)
    #expect(outcome.output == "\(lines.count)", "\(outcome.errors)")
  }

  @Test func i3blocksIsFlatJSON() throws {
    let format = LineFormat.bar(.i3blocks)
    let lines = Self.hostileGames().map { format.line($0) } + [format.offlineLine]
    let outcome = try python(
      """
      import json, re, sys
      count = 0
      for line in open(sys.argv[1], encoding="utf-8", newline="\\n"):
          item = json.loads(line)
          assert set(item) <= {"full_text", "short_text", "color", "markup"}, item
          assert item["full_text"] and item["short_text"] and item["markup"] == "none"
          assert re.fullmatch("#[0-9a-f]{6}", item.get("color", "#000000"))
          count += 1
      print(count)
      """, lines)
    #expect(outcome.output == "\(lines.count)", "\(outcome.errors)")
  }

  @Test func polybarSeesNoTags() throws {
    for game in Self.hostileGames() {
      #expect(!LineFormat.bar(.polybar).line(game).contains("%{"))
    }
  }

  @Test func offlineIsLikeNothingElse() throws {
    for name in Self.names {
      let format = try LineFormat(argument: name)
      for game in Self.hostileGames() { #expect(format.line(game) != format.offlineLine) }
    }
  }

  @Test func theTooltipIsTheBoardAsItIsVisible() throws {
    let game = Fake.game(
      theme: "Sea", icon: "🐙",
      cards: [(.up, "🐙"), (.down, ""), (.matched, "<"), (.matched, "<")], pairs: 2, matched: 1)
    let item = parsed(LineFormat.bar(.waybar).line(game))
    #expect(item.text("text") == "🐙 1/2 0 🐙")
    #expect(item.number("percentage") == 50)
    #expect(item.text("class") == "one-up")
    #expect(
      item.text("tooltip")
        == "<tt>Sea: 1 of 2 pairs, score 0, 0 flips, 0 moves\n🐙  1\n &lt;  &lt;</tt>")
  }

  /// The same from end to end: neither a bar nor a terminal gets anything to act on.
  @Test(arguments: Fake.hostileNames.filter { !$0.contains("\0") })
  func namesOfTheBusAreHarmlessEverywhere(name: String) throws {
    let desk = try Desk(runs: false)
    let service = try PuppetService(on: desk.bus, saying: name, named: true)
    defer { service.end() }
    let formats = Self.names.flatMap { [["--format", $0]] } + [["--json"], ["--plain"], []]
    let commands =
      formats.flatMap { [["status"] + $0, ["watch", "--count", "1"] + $0] }
      + [["board", "--json"], ["board", "--plain"], ["board"], ["board", "--ascii"]]
    for command in commands {
      let outcome = try desk.memorize(command)
      #expect(outcome.code == 0, "\(command): \(outcome.errors)")
      #expect(outcome.harmful.isEmpty, "\(command): \(outcome.output.debugDescription)")
      #expect(!command.contains("polybar") || !outcome.output.contains("%{"))
      if command[0] != "board" { #expect(outcome.output.split(separator: "\n").count == 1) }
    }
  }
}
