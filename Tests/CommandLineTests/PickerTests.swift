import BoardLayout
import MemorizeBus
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Lists to choose from, without a terminal and without a bus.
@Suite struct PickerTests {
  private static let names = ["Halloween", "Vehicles", "Animals", "Fruit", "Hearts", "Japanese"]

  private static func picker(choices: [Picker.Choice] = []) -> Picker {
    Picker("Themes", names.map { Picker.Item(name: $0) }, action: "start", choices: choices)
  }

  private static func type(_ text: String, _ picker: inout Picker) {
    for character in text { _ = picker.handle(.character(character), page: 4) }
  }

  private static func shown(_ picker: Picker) -> [String] { picker.shown.map { names[$0] } }

  @Test func typingNarrowsTheList() {
    var picker = Self.picker()
    Self.type("/AN", &picker)
    #expect(Self.shown(picker) == ["Animals", "Japanese"])
    #expect(picker.chosen == 2)
    // Letters are text now, no commands.
    Self.type("q", &picker)
    #expect(Self.shown(picker).isEmpty && picker.chosen == nil)
    #expect(picker.handle(.enter, page: 4) == .none)
    _ = picker.handle(.backspace, page: 4)
    _ = picker.handle(.down, page: 4)
    #expect(picker.handle(.enter, page: 4) == .chosen(5))
    // Escape shows all again, with the same line chosen, then closes.
    #expect(picker.handle(.escape, page: 4) == .none)
    #expect(Self.shown(picker) == Self.names && picker.chosen == 5)
    #expect(picker.handle(.escape, page: 4) == .closed)
  }

  // “/es”, Enter started “Japanese”, not the deck “es”.
  @Test(arguments: [
    ("es", ["es", "Estonian", "Old Estonian", "Japanese"]), ("EST", ["Estonian", "Old Estonian"]),
    ("old e", ["Old Estonian"]), ("an", ["Japanese", "Estonian", "Old Estonian"]),
  ]) func theBestMatchComesFirstAndIsChosen(filter: String, names: [String]) {
    let all = ["Japanese", "Estonian", "Old Estonian", "es"]
    var picker = Picker("Decks", all.map { Picker.Item(name: $0) }, action: "start")
    Self.type("/" + filter, &picker)
    #expect(picker.shown.map { all[$0] } == names)
    #expect(picker.chosen.map { all[$0] } == names[0])
    // The next line is the next one that is shown.
    _ = picker.handle(.down, page: 4)
    #expect(picker.chosen.map { all[$0] } == names[min(1, names.count - 1)])
  }

  /// On a small screen only Esc was named.
  @Test func enterIsNamedOnEveryScreen() {
    for (columns, text) in [(20, "Enter start   Esc"), (80, "Enter start   / filter   Esc close")] {
      let keys = KeysLine(Self.picker().keys, columns: 0..<columns)
      var canvas = Canvas(columns: columns, rows: 1)
      keys.draw(row: 0, on: &canvas)
      #expect(withoutEscapes(canvas.lines(placesCursor: false)[0]).hasPrefix(text))
    }
  }

  @Test func keysWalkAndClose() {
    var picker = Self.picker()
    #expect(picker.handle(.up, page: 4) == .none)
    #expect(picker.handle(.wheelDown, page: 4) == .moved)
    #expect(picker.handle(.character("j"), page: 4) == .moved)
    #expect(picker.handle(.pageDown, page: 3) == .moved)
    #expect(picker.item == 5)
    #expect(picker.handle(.character(" "), page: 4) == .chosen(5))
    #expect(picker.handle(.character("q"), page: 4) == .closed)
  }

  @Test func choicesHoldForEveryLine() {
    var picker = Self.picker(choices: [
      Picker.Choice(name: "Mode", values: ["a", "b", "c"], key: "Tab", hint: "mode"),
      Picker.Choice(name: "Direction", values: ["x", "y"], key: "← →", hint: "direction"),
    ])
    for key in [Key.tab, .tab, .left, .down] { _ = picker.handle(key, page: 4) }
    #expect(picker.choices.map(\.chosen) == [2, 1])
    _ = picker.handle(.tab, page: 4)
    #expect(picker.choices.map(\.chosen) == [0, 1])
  }

  @Test func clicksChoose() throws {
    for size in [Size(80, 24), Size(40, 12), Size(200, 60)] {
      let area = CellArea(size)
      var picker = Self.picker(choices: [
        Picker.Choice(name: "Mode", values: ["one", "two"], key: "Tab", hint: "mode")
      ])
      let list = picker.layout(in: area).list
      func click(_ column: Int, _ row: Int) -> Picker.Outcome {
        picker.click(column: column, row: row, in: area, .unicode)
      }
      #expect(click(list.column + 2, list.row + 3) == .moved)
      #expect(picker.item == 3)
      #expect(click(list.column + 2, list.row + 3) == .chosen(3))
      if let details = picker.layout(in: area).details {
        // The second value, below the name of the choice.
        #expect(click(details.column + 7, details.row + 1) == .none)
        #expect(picker.choices[0].chosen == 1)
        #expect(click(0, 0) == .closed)
      }
    }
  }

  @Test func anyKeysKeepALineChosen() {
    var random = SeededGenerator(for: "anyKeysKeepALineChosen")
    let keys: [Key] =
      [.up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace, .eraseLine, .tab]
      + "/anehxyz ".map { .character($0) }
    for _ in 0..<50 {
      var picker = Self.picker()
      for _ in 0..<60 {
        let key = keys.randomElement(using: &random) ?? .up
        _ = picker.handle(key, page: Int.random(in: 0...8, using: &random))
        let shown = picker.shown
        #expect(picker.chosen.map(shown.contains) ?? shown.isEmpty)
      }
    }
  }
}
