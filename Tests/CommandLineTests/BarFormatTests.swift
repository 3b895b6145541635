import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import PlainText
import TestSupport
import Testing

@testable import Screens
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

  static let names = ["waybar", "i3blocks", "polybar", "{theme} {icon} {up} {turn}"]

  @Test(arguments: names) func eachFormatIsOneHarmlessLine(name: String) throws {
    let format = try GameFormat(argument: name)
    let lines = Self.hostileGames().map { format.line($0) }
    #expect(!lines.contains(format.offlineLine))
    if ["waybar", "i3blocks"].contains(name) {
      try JSONSchema.validate((lines + [format.offlineLine]).map { (name, $0) })
    }
    for line in lines + [format.offlineLine] {
      #expect(!line.unicodeScalars.contains { $0.isHarmful }, "\(line.debugDescription)")
      #expect(!line.isEmpty)
      #expect(name != "polybar" || !line.contains("%{"))
    }
  }

  @Test func waybarIsJSONWithPangoMarkup() throws {
    let format = GameFormat.bar(.waybar)
    let lines = Self.hostileGames().map { format.line($0) } + [format.offlineLine]
    let script = """
      import json, sys
      import gi
      gi.require_version("Pango", "1.0")
      from gi.repository import Pango
      lines = list(open(sys.argv[1], encoding="utf-8", newline="\\n"))
      for item in map(json.loads, lines):
          assert item["alt"] == item["class"]
          for key in "text", "tooltip":
              done, attributes, text, accelerator = Pango.parse_markup(item[key], -1, "\\0")
              assert done
              # Nothing but our own <tt> is markup.
              runs = attributes.get_attributes()
              assert all(run.klass.type == Pango.AttrType.FAMILY for run in runs), (item, runs)
              assert not any(ord(c) < 32 and c != "\\n" for c in text), repr(text)
              assert "\\n" not in text or key == "tooltip"
      print(len(lines))
      """
    let outcome = try Outcome.python(script, reading: lines)
    #expect(outcome.output == "\(lines.count)", "\(outcome.errors)")
  }

  @Test func theTooltipIsTheBoardAsItIsVisible() throws {
    let game = Fake.game(
      theme: "Sea", icon: "🐙",
      cards: [(.up, "🐙"), (.down, ""), (.matched, "<"), (.matched, "<")], pairs: 2, matched: 1)
    let item = parsed(GameFormat.bar(.waybar).line(game))
    #expect(item.text("text") == "🐙 1/2 · 0 🐙")
    #expect(item.number("percentage") == 50)
    #expect(item.text("class") == "one-up")
    #expect(
      item.text("tooltip")
        == "<tt>Sea: 1 of 2 pairs, score 0, 0 flips, 0 moves\n0&gt;🐙  1\n2✓&lt;  3✓&lt;</tt>")
  }

  /// No bar said that the game is today's daily one.
  @Test func theDailyGameIsMarkedInBars() throws {
    var game = Fake.game(icon: "🐶", pairs: 8, matched: 1)
    game.daily = "2026-11-23"
    func line(_ bar: BarFormat) -> String { GameFormat.bar(bar).line(game) }
    let waybar = parsed(line(.waybar))
    #expect(waybar.text("text") == "🐶 daily 1/8" && waybar.text("alt") == "playing")
    #expect(waybar["class"] as? [String] == ["playing", "daily"])
    #expect(line(.polybar) == "🐶 daily 1/8")
    let block = parsed(line(.i3blocks))
    #expect(block.text("full_text") == "🐶 daily 1/8" && block.text("short_text") == "daily 1/8")
    // A later one does not count.
    game.isRepeatedDaily = true
    #expect(line(.polybar) == "🐶 1/8" && parsed(line(.waybar)).text("class") == "playing")
  }
}
