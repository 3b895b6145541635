import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorize

/// Keys, cursor and frames, without a terminal and without a bus.
@Suite struct PlaySceneTests {
  private static func game(
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

  private static func scene(_ cards: String = "........", state: String = "playing") -> GameScene {
    var scene = GameScene()
    scene.handle(.state(game(cards, state: state)))
    return scene
  }

  /// Presses keys one after the other; returns the requests.
  private static func press(
    _ keys: [Key], _ scene: inout GameScene, size: (Int, Int) = (80, 24)
  ) -> [GameScene.Command] {
    keys.compactMap { scene.handle($0, on: scene.layout(size)) }
  }

  @Test(arguments: [
    (Key.up, Intent?.some(.walk(.up))), (.left, .walk(.left)), (.character("h"), .walk(.left)),
    (.character("j"), .walk(.down)), (.character("k"), .walk(.up)),
    (.character("l"), .walk(.right)), (.enter, .flip), (.character(" "), .flip),
    (.character("7"), .digit(7)), (.character("c"), .conceal), (.character("x"), nil),
    (.character("٣"), nil), (.escape, nil),
  ]) func keysMeanWhatTheHelpSays(key: Key, intent: Intent?) {
    #expect(Intent(key) == intent)
  }

  /// A board of 3 columns and 8 cards: the last row lacks one.
  @Test(arguments: [
    (0, Walk.left, 0), (0, .right, 1), (2, .right, 2), (3, .left, 3), (0, .up, 0), (1, .down, 4),
    (4, .down, 7), (5, .down, 7), (6, .down, 6), (7, .right, 7), (7, .up, 4), (5, .first, 0),
    (0, .last, 7), (2, .pageDown, 5), (1, .pageDown, 7), (7, .pageUp, 1), (0, .pageUp, 0),
  ]) func theCursorStaysOnTheBoard(from: Int, walk: Walk, to: Int) {
    #expect(walk.from(from, count: 8, columns: 3, page: 8) == to)
  }

  @Test(arguments: [
    (Walk.pageDown, 1, 7), (.pageDown, 5, 9), (.pageUp, 9, 3), (.down, 4, 7),
  ]) func theCursorGoesFromPageToPage(walk: Walk, from: Int, to: Int) {
    #expect(walk.from(from, count: 10, columns: 3, page: 6) == to)
  }

  @Test func everyWalkEndsOnACard() {
    let walks: [Walk] = [.left, .right, .up, .down, .first, .last, .pageUp, .pageDown]
    for count in 0...13 {
      for columns in 0...14 {
        for page in [1, 4, 20] {
          for place in 0..<max(count, 1) {
            for walk in walks {
              let end = walk.from(place, count: count, columns: columns, page: page)
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
    let back = [entry.takeBack(), entry.takeBack(), entry.takeBack()]
    #expect(back == [true, true, false])
    #expect(entry.pending == nil)
  }

  @Test func keysTurnCardsUp() {
    var scene = Self.scene()
    #expect(Self.press([.enter], &scene) == [.flip(0)])
    #expect(Self.press([.right, .down, .character(" ")], &scene) == [.flip(5)])
    #expect(Self.press([.character("3"), .enter], &scene) == [.flip(3)])
    #expect(Self.press([.character("9")], &scene).isEmpty)
    #expect(scene.message == "There is no card 9.")
    #expect(Self.press([.left], &scene).isEmpty)
    #expect(scene.message.isEmpty)
    #expect(Self.press([.character("c"), .backspace], &scene) == [.conceal, .conceal])
    #expect(Self.press([.character("t"), .character("q")], &scene) == [.themes, .quit])
  }

  @Test func clicksTurnCardsUp() throws {
    var scene = Self.scene()
    let layout = scene.layout((80, 24))
    let card = try #require(layout.plan?.area(of: 6))
    let click = Key.click(column: card.column + 1, row: card.row + layout.board.row)
    #expect(Self.press([click], &scene) == [.flip(6)])
    #expect(scene.chosen == 6)
    // The title, the gap between two cards, the message, the keys.
    for (column, row) in [(5, 0), (card.column - 1, card.row + 3), (5, 22), (0, 23)] {
      #expect(Self.press([.click(column: column, row: row)], &scene).isEmpty)
    }
  }

  @Test func aGameThatIsOnIsNotLeftByOneKey() {
    var scene = Self.scene()
    #expect(Self.press([.character("n"), .enter, .escape], &scene).isEmpty)
    #expect(Self.press([.character("n"), .character("y")], &scene) == [.deal(theme: nil)])
    var over = Self.scene("AABB", state: "won")
    #expect(Self.press([.character("n")], &over) == [.deal(theme: nil)])
  }

  @Test func aQuestionStaysUntilItIsAnswered() {
    var scene = Self.scene()
    _ = Self.press([.character("n")], &scene)
    scene.show(.concealed, Self.game())
    let lines = scene.frame(on: scene.layout((80, 24))).lines.map(withoutEscapes)
    #expect(lines.contains { $0.contains("Abandon the current game?") })
    _ = Self.press([.escape], &scene)
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
    _ = Self.press([.character("n")], &scene, size: (columns, rows))
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
    #expect(Self.press([click], &scene, size: (columns, rows)) == [.deal(theme: nil)])
  }

  /// A game without a flip was left only after a question, and so was a won one.
  @Test func onlyWhatIsLostIsAskedAbout() {
    func asks(_ flips: UInt32, daily: String = "", isPractice: Bool = false) -> Bool {
      var game = Self.game()
      (game.flips, game.daily, game.isPractice) = (flips, daily, isPractice)
      var scene = GameScene()
      scene.handle(.state(game))
      return Self.press([.character("n")], &scene).isEmpty
    }
    #expect(!asks(0) && asks(1))
    // A flip counts before the service has replied.
    var game = Self.game()
    game.flips = 0
    var scene = GameScene()
    scene.handle(.state(game))
    #expect(Self.press([.enter, .character("n")], &scene) == [.flip(0)])
    #expect(asks(0, daily: "2026-11-23"))
    #expect(!asks(0, daily: "2026-11-23", isPractice: true))
    #expect(asks(2, daily: "2026-11-23", isPractice: true))
  }

  /// A small screen did not say that the game is today's daily one.
  @Test(arguments: [
    (20, 6, false, "daily  1/4  page 1/2"), (20, 6, true, "not counted   1/4"),
    (40, 12, false, "🎃 Halloween   daily 2026-11-23"),
    (40, 12, true, "🎃 Halloween   does not count"),
    (80, 6, false, "🎃 Halloween   daily 2026-11-23   1/4"),
    (80, 24, true, "🎃 Halloween   does not count   "),
  ]) func aDailyGameIsMarked(columns: Int, rows: Int, isPractice: Bool, title: String) {
    var game = Self.game("........" + (rows == 6 && columns == 20 ? "........" : ""), matched: 1)
    (game.daily, game.isPractice, game.pairs) = ("2026-11-23", isPractice, 4)
    var scene = GameScene()
    scene.handle(.state(game))
    let layout = scene.layout((columns, rows))
    let line = withoutEscapes(scene.frame(on: layout).lines[layout.titleRow ?? 0])
    #expect(line.drop { $0 == " " }.hasPrefix(title), "\(line)")
  }

  /// A daily game that was resumed was announced as a new one.
  @Test func aResumedGameGoesOn() {
    var game = Self.game("AA......", matched: 1)
    var scene = Self.scene()
    scene.show(.started, game)
    #expect(scene.message == "The daily game is resumed: 1 of 4 pairs, 2 moves.")
    #expect(GameEvent.started.lines(game) == ["resumed: Halloween, 1 of 4 pairs, 2 moves"])
    (game.flips, game.moves) = (0, 0)
    scene.show(.started, game)
    #expect(scene.message == "A new game: Halloween, 4 pairs.")
  }

  /// The cursor hid the number of the card that one looks at.
  @Test func theCursorStandsBesideTheNumber() {
    for size in [(200, 60), (80, 24), (40, 12), (20, 6), (20, 5), (12, 4)] {
      for cards in ["........", "ab....CC", String(repeating: ".", count: 18)] {
        var scene = Self.scene(cards)
        for number in 0..<cards.count {
          _ = Self.press([.end], &scene, size: size)
          _ = Self.press("\(number)".map { .character($0) } + [.escape], &scene, size: size)
          let layout = scene.layout(size)
          let frame = scene.frame(on: layout)
          let row = withoutEscapes(frame.lines[frame.cursor.row])
          var column = 0
          let before = row.prefix { character in
            defer { column += CellWidth.of(character) }
            return column < frame.cursor.column
          }
          let isBeside = ["", "]"].contains { before.hasSuffix("\(number)\($0)") }
          #expect(isBeside, "\(size) \(cards) \(number): “\(row)”")
        }
      }
    }
  }

  @Test func aLargeBoardHasPagesOnASmallScreen() {
    var scene = Self.scene(String(repeating: ".", count: 36))
    func header() -> String { withoutEscapes(scene.frame(on: scene.layout((20, 6))).lines[0]) }
    #expect(header().contains("page 1/"))
    _ = Self.press([.pageDown], &scene, size: (20, 6))
    #expect(header().contains("page 2/") && scene.chosen > 0)
  }

  @Test func framesFillTheScreenAndNoMore() {
    for columns in [1, 2, 7, 20, 33, 80, 200] {
      for rows in [1, 2, 3, 6, 11, 24] {
        for cards in ["", "........", "abCC....", String(repeating: ".", count: 50)] {
          var scene = Self.scene(cards, state: cards.isEmpty ? "no-game" : "playing")
          for keys: [Key] in [[], [.character("?")], [.escape, .character("n")]] {
            _ = Self.press(keys, &scene, size: (columns, rows))
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
    let old = Frame(["a", "b", "c"], cursor: cell, size: (10, 3))
    let new = Frame(["a", "x", "c"], cursor: cell, size: (10, 3))
    #expect(new.changes(from: old).map(\.row) == [1])
    #expect(new.changes(from: nil).count == 3)
    #expect(Frame(["a"], cursor: cell, size: (10, 1)).changes(from: old).count == 1)
  }

  /// More pairs found than there are made a bar of gigabytes.
  @Test(arguments: [
    (
      false, 1, 80, "🎃 Halloween                  1 of 4 pairs   2 moves   score -1",
      "━━━━━━━━━━━━━━━──────"
    ),
    (
      true, UInt32.max, 80, "Halloween            4294967295 of 4 pairs   2 moves   score -1",
      "########################################"
    ),
    (false, 1, 30, "🎃 Halloween", "1 of 4 pairs   score -1"),
  ]) func numbersExplainThemselves(
    isASCII: Bool, matched: UInt32, columns: Int, title: String, progress: String
  ) {
    var scene = GameScene(BoardLook(isASCII: isASCII))
    scene.handle(.state(Self.game(matched: matched)))
    let layout = scene.layout((columns, 24))
    let lines = scene.frame(on: layout).lines.map(withoutEscapes)[(layout.titleRow ?? 0)...]
      .map { $0.drop { $0 == " " } }
    #expect(lines[0] == title)
    #expect(lines[1].hasPrefix(progress), "\(lines[1])")
  }

  /// Which rows a screen of some height has: title, progress, message, keys.
  @Test(arguments: [
    (60, [11, 12, 46, 59]), (24, [1, 2, 20, 23]), (10, [0, 1, 8, 9]), (7, [0, nil, 5, 6]),
    (4, [0, nil, 2, nil]), (2, [nil, nil, 1, nil]), (1, [nil, nil, nil, nil]),
  ]) func smallScreensShowLess(rows: Int, places: [Int?]) {
    let layout = Self.scene().layout((80, rows))
    #expect(
      [layout.titleRow, layout.progressRow, layout.messageRow, layout.keysRow] == places)
    #expect(layout.plan != nil)
  }

  /// On a large screen the title, the board, the message and the moves were far from each other.
  @Test(arguments: [(60, 18), (80, 24), (100, 30), (120, 40), (200, 60), (40, 12)])
  func everythingStandsTogetherInTheMiddle(columns: Int, rows: Int) throws {
    for count in [4, 8, 16, 36] {
      let layout = Self.scene(String(repeating: ".", count: count)).layout((columns, rows))
      let plan = try #require(layout.plan)
      let (left, top) = (
        plan.usedArea.column + layout.board.column, plan.usedArea.row + layout.board.row
      )
      let (right, bottom) = (left + plan.usedArea.columns, top + plan.usedArea.rows)
      // Without room for the title at the board's edge the board alone is in the middle.
      #expect(left == layout.text.lowerBound || right - left < layout.text.count)
      #expect(left >= layout.text.lowerBound && right <= layout.text.upperBound)
      let message = try #require(layout.messageRow)
      #expect(top - layout.top <= 1 && (0...1).contains(message - bottom))
      let end = layout.moves.map { $0.column + $0.columns } ?? right
      #expect(abs(left - (columns - end)) <= 1 || layout.moves != nil)
      if let moves = layout.moves {
        #expect(left == layout.text.lowerBound && moves.column == right + 4 && moves.row == top)
        #expect(abs(layout.text.lowerBound - (columns - layout.text.upperBound)) <= 1)
      }
      let title = try #require(layout.titleRow)
      #expect(abs(title - ((layout.keysRow ?? rows) - message - 1)) <= 1)
    }
  }

  /// The board moved when there was something to say beside it.
  @Test func theMovesHaveTheirPlaceFromTheStart() {
    var scene = Self.scene()
    let before = scene.layout((120, 30))
    func cards(_ mark: Character) -> [BoardCard] {
      [2, 5].map { BoardCard(number: $0, state: .up, face: String(mark)) }
    }
    scene.show(.mismatched(first: cards("x")[0], second: cards("x")[1]), Self.game("..x..x.."))
    scene.show(.matched(cards("y")), Self.game("..Y..Y.."))
    let after = scene.layout((120, 30))
    #expect(before.plan == after.plan && before.moves == after.moves)
    let lines = scene.frame(on: after).lines.map(withoutEscapes)
    let moves = lines.compactMap { line in
      line.firstRange(of: "2 · 5").map { line[$0.lowerBound...] }
    }
    // A card that is face down again shows no face.
    #expect(moves.count == 2 && !moves[0].contains("x") && moves[1].contains("y"), "\(lines)")
  }

  /// On the smallest screen nothing said how to leave, or where the keys are explained.
  @Test func aSmallScreenNamesItsKeys() {
    let scene = Self.scene()
    let lines = scene.frame(on: scene.layout((20, 6))).lines.map(withoutEscapes)
    #expect(lines.contains { $0.hasPrefix("? help   q quit") })
  }

  @Test func theKeysAreThoseOfTheMoment() {
    func keys(_ cards: String, state: String = "playing") -> String {
      let scene = Self.scene(cards, state: state)
      let lines = scene.frame(on: scene.layout((80, 24))).lines.map(withoutEscapes)
      return String(lines[23].drop { $0 == " " })
    }
    #expect(keys("........").hasPrefix("Enter turn up"))
    #expect(keys("ab......").hasPrefix("c turn face down"))
    #expect(keys("AABB", state: "won").hasPrefix("n new game   t themes   d daily"))
  }

  /// A match stands out only until its time is over.
  @Test func aMatchIsFreshForAMoment() {
    var scene = Self.scene()
    let cards = [0, 1].map { BoardCard(number: $0, state: .matched, face: "a") }
    scene.show(.matched(cards), Self.game("AA......"))
    let first = scene.fresh
    #expect(first == [0, 1])
    scene.show(
      .matched([2, 3].map { BoardCard(number: $0, state: .matched, face: "b") }),
      Self.game("AABB...."))
    scene.settle(first)
    #expect(scene.fresh == [2, 3])
    scene.settle(scene.fresh)
    #expect(scene.fresh.isEmpty)
  }

  /// A text that was cut ended in what looked like a full stop.
  @Test func aCutIsMarked() {
    #expect("It is cut here.".clipped(to: 9, isASCII: false) == "It is cu…")
    #expect("It is cut here.".clipped(to: 9, isASCII: true) == "It is ...")
    #expect("It is cut here.".clipped(to: 2, isASCII: true) == "..")
    #expect("fits".clipped(to: 4, isASCII: false) == "fits")
    #expect("🎃🎃".clipped(to: 3, isASCII: false) == "🎃…")
    #expect("cut".clipped(to: 0, isASCII: true).isEmpty)
  }

  /// At 80 columns nobody could read what to do about a service that cannot be started.
  ///
  /// Nor may the message cover the board.
  @Test(arguments: [(80, 24), (80, 29), (80, 30), (60, 24), (200, 24), (40, 12), (20, 6), (60, 18)])
  func aLongMessageSaysWhatToDo(columns: Int, rows: Int) {
    let short = Self.scene()
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
        "It is not there. Start it, or wait.", columns: columns, rows: rows, isASCII: false)
    }
    #expect(lines(35, 1) == ["It is not there. Start it, or wait."])
    #expect(lines(20, 2) == ["It is not there.", "Start it, or wait."])
    #expect(lines(20, 1) == ["Start it, or wait."])
    #expect(lines(10, 2) == ["Start it,", "or wait."])
    #expect(lines(10, 1) == ["Start it,…"])
    #expect(lines(3, 3).allSatisfy { $0.cells <= 3 } && lines(3, 3).count == 3)
    #expect(messageLines("", columns: 3, rows: 3, isASCII: false).isEmpty)
  }

  /// A long error from the bus was broken anew after each of its sentences: minutes for a frame.
  @Test func anEndlessMessageIsShownAtOnce() {
    let clock = ContinuousClock()
    let start = clock.now
    let text = String(repeating: "a. ", count: 33_000) + "Do this."
    let lines = messageLines(text, columns: 20, rows: 3, isASCII: false)
    #expect(start.duration(to: clock.now) < .seconds(2))
    #expect(lines.count == 3 && lines.last?.hasSuffix("Do this.") == true)
    let word = String(repeating: "a", count: 100_000)
    #expect(messageLines(word, columns: 5, rows: 1, isASCII: true) == ["....."])
    #expect(messageLines(word, columns: 5, rows: 1, isASCII: false) == ["…aaa…"])
  }

  @Test func anAbsenceIsNamedAndFaint() {
    var scene = Self.scene()
    scene.handle(.absent)
    let frame = scene.frame(on: scene.layout((80, 24)))
    #expect(frame.lines[5].contains("\u{1B}[2m"))
    #expect(frame.lines.contains { $0.contains("has stopped") })
    scene.handle(.state(Self.game()))
    #expect(scene.message.contains("back"))
  }

  @Test(arguments: [
    ("7", PlainCommand?.some(.flip([7]))), (" 7  12 ", .flip([7, 12])), ("row 2", .row(2)),
    ("ROW 2", .row(2)), ("row", nil), ("new", .new(nil)),
    ("new Sea Side", .new("Sea Side")), ("7 x", nil),
    ("99999999999999999999", nil),
  ]) func linesOfADialogueAreUnderstood(line: String, command: PlainCommand?) {
    #expect(PlainCommand(line) == command)
  }
}
