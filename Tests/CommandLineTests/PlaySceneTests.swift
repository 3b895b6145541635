import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Keys, cursor and frames, without a terminal and without a bus.
@Suite struct PlaySceneTests {
  static func game(
    _ cards: String = "........", state: String = "playing", matched: UInt32 = 0
  ) -> GameState {
    // `.` is a back, a letter a face, a capital a matched one.
    Fake.game(
      state: state, theme: "Halloween", icon: "🎃",
      cards: cards.map { mark in
        mark == "." ? (.down, "") : (mark.isUppercase ? .matched : .up, mark.lowercased())
      }, pairs: UInt32(cards.count / 2), matched: matched, score: -1, flips: 4, moves: 2,
      regret: 1.25)
  }

  static func scene(_ cards: String = "........", state: String = "playing") -> GameScene {
    var scene = GameScene()
    scene.handle(.state(game(cards, state: state)))
    return scene
  }

  @Test(arguments: [
    (Key.up, GameScene.Action?.some(.move(.up))), (.left, .move(.left)),
    (.character("h"), .move(.left)),
    (.character("j"), .move(.down)), (.character("k"), .move(.up)),
    (.character("l"), .move(.right)), (.enter, .flip), (.character(" "), .flip),
    (.character("7"), .digit(7)), (.character("c"), .command(.conceal)), (.character("x"), nil),
    (.character("٣"), nil), (.escape, nil),
  ]) func keysMeanWhatTheHelpSays(key: Key, action: GameScene.Action?) {
    #expect(GameScene().keyTable[key] == action)
  }

  /// A board of 3 columns and 8 cards: the last row lacks one.
  @Test(arguments: [
    (0, CursorMove.left, 0), (0, .right, 1), (2, .right, 2), (3, .left, 3), (0, .up, 0),
    (1, .down, 4),
    (4, .down, 7), (5, .down, 7), (6, .down, 6), (7, .right, 7), (7, .up, 4), (5, .first, 0),
    (0, .last, 7), (2, .pageDown, 5), (1, .pageDown, 7), (7, .pageUp, 1), (0, .pageUp, 0),
  ]) func theCursorStaysOnTheBoard(from: Int, walk: CursorMove, to: Int) {
    #expect(walk.index(from: from, count: 8, columns: 3, page: 8) == to)
  }

  @Test(arguments: [
    (CursorMove.pageDown, 1, 7), (.pageDown, 5, 9), (.pageUp, 9, 3), (.down, 4, 7),
  ]) func theCursorGoesFromPageToPage(walk: CursorMove, from: Int, to: Int) {
    #expect(walk.index(from: from, count: 10, columns: 3, page: 6) == to)
  }

  @Test func everyWalkEndsOnACard() {
    let walks: [CursorMove] = [.left, .right, .up, .down, .first, .last, .pageUp, .pageDown]
    for count in 0...13 {
      for columns in 0...14 {
        for page in [1, 4, 20] {
          for place in 0..<max(count, 1) {
            for walk in walks {
              let end = walk.index(from: place, count: count, columns: columns, page: page)
              #expect((0..<max(count, 1)).contains(end))
            }
          }
        }
      }
    }
  }

  @Test func numbersAreTypedDigitByDigit() {
    var entry = NumberEntry()
    #expect(entry.type(1, count: 16) == 1)
    #expect(entry.pending == 1)
    #expect(entry.type(2, count: 16) == 12)
    #expect(entry.pending == nil)
    // 2 can only be card 2 itself; there is no card 19, so 9 begins a new number.
    #expect(entry.type(2, count: 16) == 2)
    #expect(entry.pending == nil)
    #expect(entry.type(1, count: 16) == 1)
    #expect(entry.type(9, count: 16) == 9)
    #expect(entry.type(9, count: 8) == nil)
    #expect(entry.type(1, count: 200) == 1)
    #expect(entry.type(2, count: 200) == 12)
    let back = [entry.deleteDigit(), entry.deleteDigit(), entry.deleteDigit()]
    #expect(back == [true, true, false])
    #expect(entry.pending == nil)
  }

  @Test func keysTurnCardsUp() {
    var scene = Self.scene()
    #expect(scene.press([.enter]) == [.flip(0)])
    #expect(scene.press([.right, .down, .character(" ")]) == [.flip(5)])
    #expect(scene.press([.character("3"), .enter]) == [.flip(3)])
    #expect(scene.press([.character("9")]).isEmpty)
    #expect(scene.message == "There is no card 9; this board's cards are numbered 0 to 7.")
    #expect(scene.press([.left]).isEmpty)
    #expect(scene.message.isEmpty)
    #expect(scene.press([.character("c"), .backspace]) == [.conceal, .conceal])
    #expect(scene.press([.character("t"), .character("q")]) == [.themes, .quit])
  }

  @Test func clicksTurnCardsUp() throws {
    var scene = Self.scene()
    let layout = scene.layout((80, 24))
    var card = try #require(layout.plan?.area(of: 6))
    card.column += layout.board.column
    card.row += layout.board.row
    let click = Key.click(column: card.column + 1, row: card.row)
    #expect(scene.press([click]) == [.flip(6)])
    #expect(scene.chosen == 6)
    let keys = try #require(layout.keysRow)
    // The title, the gap between two cards, the message, beside the keys.
    for (column, row) in [
      (5, layout.top - 1), (card.column - 1, card.row + 3), (5, keys - 1), (0, keys),
    ] {
      #expect(scene.press([.click(column: column, row: row)]).isEmpty)
    }
  }

  @Test func aGameInProgressIsNotLeftByOneKey() {
    var scene = Self.scene()
    #expect(scene.press([.character("n"), .enter, .escape]).isEmpty)
    #expect(scene.press([.character("n"), .character("y")]) == [.deal(theme: nil)])
    var over = Self.scene("AABB", state: "won")
    #expect(over.press([.character("n")]) == [.deal(theme: nil)])
  }

  @Test func aQuestionStaysUntilItIsAnswered() {
    var scene = Self.scene()
    scene.press([.character("n")])
    scene.show(.concealed, Self.game())
    let lines = scene.rows()
    #expect(lines.contains { $0.contains("Abandon the current game?") })
    scene.press([.escape])
    #expect(scene.message == "The mismatch is face down.")
  }

  /// On a small screen the question before a game is abandoned was only “y or n”.
  @Test(arguments: [
    (80, 24, false, ["│ Abandon the current game?   y yes   n no │"]),
    (
      80, 24, true, ["Stop the daily game? You can resume it only on its day (UTC).   y yes   n no"]
    ),
    (40, 9, true, ["│ Stop the daily?   y yes   n no │"]),
    (20, 6, false, ["│ Abandon?     │", "│ y yes   n no │"]),
    (20, 6, true, ["│ Stop the daily? │", "│ y yes   n no    │"]),
    (12, 4, false, ["Abandon?", "y yes   n no"]), (80, 3, false, ["game?   y yes   n no"]),
    (30, 1, false, ["Abandon?   y yes   n no"]),
  ]) func aQuestionSaysWhatItAsks(
    columns: Int, rows: Int, isDaily: Bool, question: [String]
  ) {
    var game = Self.game(String(repeating: ".", count: 16))
    if isDaily { game.daily = "2026-11-23" }
    var scene = GameScene()
    scene.handle(.state(game))
    scene.press([.character("n")], (columns, rows))
    let frame = scene.frame(on: scene.layout((columns, rows)))
    let lines = frame.lines.map(withoutEscapes)
    let first = lines.firstIndex { $0.contains(question[0]) } ?? rows
    for (line, part) in zip(lines.dropFirst(first), question) {
      #expect(line.contains(part), "\(lines)")
    }
    #expect(first + question.count <= rows, "\(lines)")
    // The cursor stands on the key, which a click presses.
    #expect(lines[frame.cursor.row].contains("y yes"))
    let click = Key.click(column: frame.cursor.column, row: frame.cursor.row)
    #expect(scene.press([click], (columns, rows)) == [.deal(theme: nil)])
  }

  /// A game without a flip was left only after a question, and so was a won one.
  @Test func aQuestionComesOnlyIfMovesWouldBeLost() {
    func asks(_ flips: UInt32, daily: String = "", isRepeatedDaily: Bool = false) -> Bool {
      var game = Self.game()
      (game.flips, game.daily, game.isRepeatedDaily) = (flips, daily, isRepeatedDaily)
      var scene = GameScene()
      scene.handle(.state(game))
      return scene.press([.character("n")]).isEmpty
    }
    #expect(!asks(0) && asks(1))
    // A flip counts before the service has replied.
    var game = Self.game()
    game.flips = 0
    var scene = GameScene()
    scene.handle(.state(game))
    #expect(scene.press([.enter, .character("n")]) == [.flip(0)])
    #expect(asks(0, daily: "2026-11-23"))
    #expect(!asks(0, daily: "2026-11-23", isRepeatedDaily: true))
    #expect(asks(2, daily: "2026-11-23", isRepeatedDaily: true))
  }

  /// A small screen did not say that the game is today's daily one.
  @Test(arguments: [
    (20, 6, false, "daily  1/4  page 1/2"), (20, 6, true, "not counted   1/4"),
    (40, 12, false, "🎃 Halloween   daily 2026-11-23"),
    (40, 12, true, "🎃 Halloween   does not count"),
    (80, 6, false, "🎃 Halloween   daily 2026-11-23   1/4"),
    (80, 24, true, "🎃 Halloween   daily 2026-11-23   does not count   "),
    (58, 24, true, "🎃 Halloween   does not count   "),
  ]) func aDailyGameIsMarked(columns: Int, rows: Int, isRepeatedDaily: Bool, title: String) {
    var game = Self.game("........" + (rows == 6 && columns == 20 ? "........" : ""), matched: 1)
    (game.daily, game.isRepeatedDaily, game.pairs) = ("2026-11-23", isRepeatedDaily, 4)
    var scene = GameScene()
    scene.handle(.state(game))
    let layout = scene.layout((columns, rows))
    let line = withoutEscapes(scene.frame(on: layout).lines[layout.titleRow ?? 0])
    #expect(line.drop { $0 == " " }.hasPrefix(title), "\(line)")
  }

  /// A game that was resumed was announced as a new one, and then as a daily one.
  @Test func aResumedGameGoesOn() {
    var game = Self.game("AA......", matched: 1)
    var scene = Self.scene()
    scene.show(.started, game)
    #expect(scene.message == "The game of Halloween is resumed: 1 of 4 pairs, 2 moves.")
    #expect(GameEvent.started.lines(game) == ["resumed: Halloween, 1 of 4 pairs, 2 moves"])
    (game.flips, game.moves) = (0, 0)
    scene.show(.started, game)
    #expect(scene.message == "A new game: Halloween, 4 pairs.")
  }

  /// The terminal's cursor blinked beside the frame of the chosen card, as if a text were typed there.
  @Test func theFrameIsTheOnlyCursorOfTheBoard() {
    for size in [(200, 60), (80, 24), (40, 12), (20, 6), (12, 4)] {
      var scene = Self.scene("ab....CC")
      let layout = scene.layout(size)
      let frame = scene.frame(on: layout)
      #expect(!frame.showsCursor)
      // Magnifiers follow it all the same.
      #expect(layout.place(atColumn: frame.cursor.column, row: frame.cursor.row) == scene.chosen)
      scene.press("?", size)
      #expect(!scene.frame(on: scene.layout(size)).showsCursor)
    }
  }
}
