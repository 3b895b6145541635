import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// What `memorize play` draws, without a terminal and without a bus.
@Suite struct PlayFrameTests {
  @Test func aLargeBoardHasPagesOnASmallScreen() {
    var scene = PlaySceneTests.scene(String(repeating: ".", count: 36))
    func header() -> String { withoutEscapes(scene.frame(on: scene.layout((20, 6))).lines[0]) }
    #expect(header().contains("page 1/"))
    scene.press([.pageDown], (20, 6))
    #expect(header().contains("page 2/") && scene.chosen > 0)
  }

  @Test func framesFillTheScreenAndNoMore() {
    for columns in [1, 2, 7, 20, 33, 80, 200] {
      for rows in [1, 2, 3, 6, 11, 24] {
        for cards in ["", "........", "abCC....", String(repeating: ".", count: 50)] {
          var scene = PlaySceneTests.scene(cards, state: cards.isEmpty ? "no-game" : "playing")
          for keys: [Key] in [[], [.character("?")], [.escape, .character("n")]] {
            scene.press(keys, (columns, rows))
            let frame = scene.frame(on: scene.layout((columns, rows)))
            #expect(frame.lines.count == rows)
            #expect(frame.lines.allSatisfy { withoutEscapes($0).cells <= columns })
            #expect((0..<columns).contains(frame.cursor.column))
            #expect((0..<rows).contains(frame.cursor.row))
          }
        }
      }
    }
  }

  @Test func onlyChangedRowsAreDrawn() {
    let cell = Frame.Cell(column: 0, row: 0)
    let old = Frame(["a", "b", "c"], cursor: cell, size: Size(10, 3))
    let new = Frame(["a", "x", "c"], cursor: cell, size: Size(10, 3))
    #expect(new.changes(from: old).map(\.row) == [1])
    #expect(new.changes(from: nil).count == 3)
    #expect(Frame(["a"], cursor: cell, size: Size(10, 1)).changes(from: old).count == 1)
  }

  /// More pairs found than there are made a bar of gigabytes.
  @Test(arguments: [
    (
      false, 1, 58, "🎃 Halloween        1 of 4 pairs   2 moves   score -1",
      "━━━━━━━━━━━━━──────"
    ),
    (
      true, UInt32.max, 58, "Halloween    4294967295 of 4 pairs  2 moves  score -1",
      "########################################"
    ),
    (
      false, 1, 80, "🎃 Halloween                                                    1 of 4 pairs",
      "━━━━━━━━━━━━━━━━━━━───"
    ),
    (false, 1, 30, "🎃 Halloween", "1 of 4 pairs   score -1"),
  ]) func numbersExplainThemselves(
    isASCII: Bool, matched: UInt32, columns: Int, title: String, progress: String
  ) {
    var scene = GameScene(BoardLook(isASCII: isASCII))
    // On the narrower screens they leave no room for a side panel.
    var game = PlaySceneTests.game(
      String(repeating: ".", count: columns == 58 ? 36 : 8), matched: matched)
    game.pairs = 4
    scene.handle(.state(game))
    let layout = scene.layout((columns, 24))
    let lines = scene.frame(on: layout).lines.map(withoutEscapes)[(layout.titleRow ?? 0)...]
      .map { $0.drop { $0 == " " } }
    #expect(lines[0] == title)
    #expect(lines[1].hasPrefix(progress), "\(lines[1])")
  }

  /// Which rows a screen of some height has: title, progress, message, keys.
  @Test(arguments: [
    (60, [1, 2, 56, 58]), (24, [1, 2, 22, 23]), (10, [0, 1, 8, 9]), (7, [0, nil, 5, 6]),
    (4, [0, nil, 2, nil]), (2, [nil, nil, 1, nil]), (1, [nil, nil, nil, nil]),
  ]) func smallScreensShowLess(rows: Int, places: [Int?]) {
    let layout = PlaySceneTests.scene().layout((80, rows))
    #expect(
      [layout.titleRow, layout.progressRow, layout.messageRow, layout.keysRow] == places)
    #expect(layout.plan != nil)
  }

  /// The frame around the first card was cut where two columns were free at the right.
  @Test func theFirstCardHasRoomForItsFrame() throws {
    for columns in 20...60 {
      let layout = PlaySceneTests.scene().layout((columns, 24))
      let plan = try #require(layout.plan)
      guard plan.usedArea.columns + 1 < columns else { continue }
      #expect(layout.board.column + plan.area(of: 0).column > 0, "\(columns)")
    }
  }

  /// On the smallest screen nothing said how to leave, or where the keys are explained.
  @Test func aSmallScreenNamesItsKeys() {
    let scene = PlaySceneTests.scene()
    let lines = scene.rows((20, 6))
    #expect(lines.contains { $0.hasPrefix("? help   q quit") })
  }

  @Test func theKeysAreThoseOfTheMoment() {
    func keys(_ cards: String, state: String = "playing") -> String {
      let scene = PlaySceneTests.scene(cards, state: state)
      let lines = scene.rows()
      return String(lines[scene.layout((80, 24)).keysRow ?? 0].drop { $0 == " " })
    }
    #expect(keys("........").hasPrefix("Enter turn up"))
    #expect(keys("ab......").hasPrefix("c turn face down"))
    #expect(keys("AABB", state: "won").hasPrefix("n new game   t themes   d daily"))
  }

  /// A match stands out only until its time is over.
  @Test func aMatchIsFreshForAMoment() {
    var scene = PlaySceneTests.scene()
    let cards = [0, 1].map { BoardCard(number: $0, state: .matched, face: "a") }
    scene.show(.matched(cards), PlaySceneTests.game("AA......"))
    let first = scene.highlighted
    #expect(first == [0, 1])
    scene.show(
      .matched([2, 3].map { BoardCard(number: $0, state: .matched, face: "b") }),
      PlaySceneTests.game("AABB...."))
    scene.endHighlight(first)
    #expect(scene.highlighted == [2, 3])
    scene.endHighlight(scene.highlighted)
    #expect(scene.highlighted.isEmpty)
  }

  /// Nothing moves for those who asked for no colors or for ASCII, and nothing after its time.
  @Test func aWonBoardHasOneWave() {
    func won(_ look: BoardLook, _ result: FinalResult?) -> GameScene {
      var scene = GameScene(look)
      scene.show(.won([], result), PlaySceneTests.game("AABB", state: "won"))
      return scene
    }
    let colors = BoardLook(depth: .ansi256)
    #expect(won(BoardLook(), FinalResult()).wave == nil)
    #expect(won(BoardLook(depth: .trueColor, isASCII: true), FinalResult()).wave == nil)
    // A replay stays as it is.
    #expect(won(colors, nil).wave == nil)
    var scene = won(colors, FinalResult())
    let before = scene.rows()
    var steps = 1
    while scene.moveWave() { steps += 1 }
    #expect(GameScene.waveStep * steps == .milliseconds(300))
    #expect(scene.wave == nil && !scene.moveWave() && scene.rows() == before)
    // A new game does not inherit it.
    scene = won(colors, FinalResult())
    scene.show(.started, PlaySceneTests.game())
    #expect(!scene.moveWave() && scene.wave == nil)
  }

  /// A text that was cut ended in what looked like a full stop.
  @Test func aCutIsMarked() {
    #expect("It is cut here.".clipped(to: 9) == "It is cu…")
    #expect("It is cut here.".clipped(to: 9, "...") == "It is ...")
    #expect("It is cut here.".clipped(to: 2, "...") == "..")
    #expect("fits".clipped(to: 4) == "fits")
    #expect("🎃🎃".clipped(to: 3) == "🎃…")
    #expect("cut".clipped(to: 0, "...").isEmpty)
  }

  /// At 80 columns nobody could read what to do about a service that cannot be started.
  ///
  /// Nor may the message cover the board.
  @Test(arguments: [(80, 24), (80, 29), (80, 30), (60, 24), (200, 24), (40, 12), (20, 6), (60, 18)])
  func aLongMessageSaysWhatToDo(columns: Int, rows: Int) {
    let short = PlaySceneTests.scene()
    var long = short
    long.show(ProgramError.notInstalled)
    let layout = short.layout((columns, rows))
    let (before, after) = (short.frame(on: layout), long.frame(on: layout))
    let message = layout.messageRow ?? 0
    #expect(before.lines[..<message] == after.lines[..<message])
    #expect(after.lines.allSatisfy { withoutEscapes($0).cells <= columns })
    let text = after.lines[message...].map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(columns < 60 || text.contains("Start “memorized”, or install"), "\(text)")
  }

  /// A line was cut although there were empty ones above it.
  @Test func aMessageIsWrappedIfThereIsRoom() {
    func lines(_ columns: Int, _ rows: Int) -> [String] {
      messageLines(
        "It is not there. Start it, or wait.", columns: columns, rows: rows, .unicode)
    }
    #expect(lines(35, 1) == ["It is not there. Start it, or wait."])
    #expect(lines(20, 2) == ["It is not there.", "Start it, or wait."])
    #expect(lines(20, 1) == ["Start it, or wait."])
    #expect(lines(10, 2) == ["Start it,", "or wait."])
    #expect(lines(10, 1) == ["Start it,…"])
    #expect(lines(3, 3).allSatisfy { $0.cells <= 3 } && lines(3, 3).count == 3)
    #expect(messageLines("", columns: 3, rows: 3, .unicode).isEmpty)
  }

  /// A long error from the bus was broken anew after each of its sentences: minutes for a frame.
  @Test func anEndlessMessageIsShownAtOnce() {
    let clock = ContinuousClock()
    let start = clock.now
    let text = String(repeating: "a. ", count: 33_000) + "Do this."
    let lines = messageLines(text, columns: 20, rows: 3, .unicode)
    #expect(start.duration(to: clock.now) < .seconds(2))
    #expect(lines.count == 3 && lines.last?.hasSuffix("Do this.") == true)
    let word = String(repeating: "a", count: 100_000)
    #expect(messageLines(word, columns: 5, rows: 1, .ascii) == ["....."])
    #expect(messageLines(word, columns: 5, rows: 1, .unicode) == ["…aaa…"])
  }

  @Test func anAbsenceIsNamedAndFaint() {
    var scene = PlaySceneTests.scene()
    scene.handle(.absent)
    let frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines[5].contains("\u{1B}[2m"))
    #expect(frame.lines.contains { $0.contains("has stopped") })
    scene.handle(.state(PlaySceneTests.game()))
    #expect(scene.message.contains("back"))
  }

  @Test(arguments: [
    ("7", GameCommand?.some(.flip([7]))), (" 7  12 ", .flip([7, 12])), ("row 2", .row(2)),
    ("ROW 2", .row(2)), ("row", nil), ("new", .new(nil)),
    ("new Sea Side", .new("Sea Side")), ("7 x", nil),
    ("99999999999999999999", nil),
  ]) func linesOfADialogueAreUnderstood(line: String, command: GameCommand?) {
    #expect(GameCommand(line.split(separator: " ").map(String.init)) == command)
  }
}
