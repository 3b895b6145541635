import BoardLayout
import MemorizeBus
import MemoryGame
import PlainText
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// After a game: the moves that forgetting cost, on the screens of `play` and `replay`.
@Suite(.timeLimit(.minutes(30))) struct LookBackTests: PanelStage {
  /// 🍭🍎🍬😱🍬🍎🍭😱: the third move forgets the lollipop at 0, the others turn known cards up in vain.
  private static let flips = [0, 1, 2, 3, 6, 2, 2, 4, 0, 6, 1, 5, 3, 7]

  private static func record(
    _ flips: [Int] = flips, players: [String] = []
  ) throws -> RecordedGame {
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    let start = Moment(epoch: 1_790_000_000_000_000, boottime: 1)
    let beginning = GameBeginning(
      deal: try Deal(theme: theme, pairs: 4, seed: 42), players: players, isSeeded: true,
      startedAt: start)
    var game = try Game(beginning)
    for card in flips { _ = try game.flip(card, at: start) }
    return RandomRecords.record(of: game, beginning, id: 3)
  }

  /// The screen of `play` after that game.
  private static func won(_ record: RecordedGame) throws -> GameScene {
    var replay = try ReplayedGame(record)
    while replay.next() != nil {}
    var scene = GameScene()
    scene.handle(.state(replay.view))
    scene.show(.won([], record.result), replay.view)
    return scene
  }

  @Test func aSentenceNamesTheCardAndWhenItWasSeen() throws {
    var records = RandomRecords(for: #function)
    var sentences = 0
    for _ in 0..<300 {
      let replay = try ReplayedGame(records.next())
      let costly = replay.costlyMoves
      for (index, move) in costly.enumerated() {
        let text = move.text(place: index + 1, of: costly.count, inGameOf: "")
        sentences += 1
        #expect(text.contains("ove \(move.number) lost ") && text.contains("(\(index + 1) of "))
        for known in move.known {
          let name = faceName(known.face).harmless.clipped(to: 32)
          let moves = known.age == 1 ? "1 move" : "\(known.age) moves"
          #expect(text.contains("\(name) was at \(known.card), seen \(moves) before"), "\(text)")
        }
        #expect(text.cells < 300)
      }
    }
    #expect(sentences > 300)
  }

  @Test func aSentenceIsWorded() throws {
    let costly = try ReplayedGame(Self.record()).costlyMoves
    let texts = costly.enumerated().map { $1.text(place: $0 + 1, of: costly.count, inGameOf: "") }
    try #require(texts.count == 3)
    #expect(
      texts[0].contains(
        /^Move 3 lost \d\.\d \(1 of 3\)\. Known: lollipop was at 0, seen 2 moves before\./))
    #expect(texts[0].hasSuffix(" Perfect memory turns up 0, not 2."))
    let players = try ReplayedGame(
      Self.record(Array(Self.flips.prefix(6)), players: ["Ada", "Bob"]))
    #expect(players.costlyMoves.first?.player == "Ada")
    let text = try #require(players.costlyMoves.first).text(place: 1, of: 1, inGameOf: "")
    #expect(text.hasPrefix("Ada's move 3 lost "))
  }

  @Test func aResultOffersTheLookBack() throws {
    let record = try Self.record()
    var scene = try Self.won(record)
    #expect(scene.text().contains("look back"))
    #expect(scene.press("r") == [.lookBack(3)])
    // Until the log is there the result stays.
    #expect(scene.text().contains("You have won"))
    _ = scene.lookBack(on: try ReplayedGame(record))
    #expect(scene.text().contains("Move 3 lost ") && !scene.text().contains("You have won"))
    #expect(scene.text().contains("r next loss"))
    #expect(scene.remark.contains("lollipop was at 0"))
    // From the last one on to the first, and back.
    for (key, number) in [("r", 4), ("r", 6), ("r", 3), ("R", 6), ("R", 4), ("R", 3)] {
      scene.press(key)
      #expect(scene.text().contains("Move \(number) lost "))
    }
    // Then move by move, to the end and back to the result.
    scene.press([.enter])
    #expect(scene.text().contains("Card 2: candy") && !scene.text().contains("Known:"))
    scene.press([.enter, "q"])
    #expect(scene.shownGame == nil && scene.text().contains("You have won"))
    #expect(scene.remark.isEmpty)
  }

  @Test func theLookBackEndsWithTheLogOrWithAnotherGame() throws {
    let record = try Self.record()
    var scene = try Self.won(record)
    _ = scene.lookBack(on: try ReplayedGame(record))
    for _ in 0..<30 { scene.press([.enter]) }
    #expect(scene.shownGame == nil)
    _ = scene.lookBack(on: try ReplayedGame(record))
    #expect(scene.shownGame != nil)
    var other = Fake.game(cards: Array(repeating: (.down, ""), count: 8))
    other.id = 4
    scene.show(.started, other)
    #expect(scene.shownGame == nil)
    // An answer that comes too late.
    _ = scene.lookBack(on: try ReplayedGame(record))
    #expect(scene.shownGame == nil)
  }

  /// It names faces that are face down.
  @Test func nothingIsShownBeforeTheGameIsWon() throws {
    var playing = Self.scene()
    #expect(playing.press("r").isEmpty)
    #expect(playing.text().contains("You can look back once the game is won."))
    var perfect = try Self.won(Self.record([0, 6, 1, 5, 2, 4, 3, 7]))
    #expect(!perfect.text().contains("look back"))
    #expect(perfect.press("r").isEmpty)
    #expect(perfect.text().contains("No move was lost to forgetting."))
    let shown = ShownGame(try ReplayedGame(Self.record([0, 6])), BoardLook())
    #expect(!shown.frame(on: shown.layout((80, 24))).lines.joined().contains("next loss"))
  }

  /// On narrow screens too the sentence is whole, and what was known is marked.
  @Test(arguments: [(40, 12), (80, 24), (120, 40)])
  func theSentenceFits(columns: Int, rows: Int) throws {
    for look in [BoardLook(), BoardLook(isASCII: true)] {
      var shown = ShownGame(try ReplayedGame(Self.record()), look)
      shown.jump(.next)
      let text = shown.frame(on: shown.layout((columns, rows))).lines.map(withoutEscapes)
        .joined(separator: " ")
      let words = text.split(separator: " ").joined(separator: " ")
      for part in ["lollipop was at 0, seen 2 moves before", "Perfect memory turns up 0, not 2."] {
        #expect(words.contains(part), "\(text)")
      }
    }
  }

  @Test func aReplayJumpsToTheMoves() throws {
    let desk = try Desk.offline()
    let path = try desk.file(of: Self.record())
    let screen = try TmuxScreen(desk)
    try screen.start("memorize replay --from \(path) --delay 1000 --color never")
    try screen.waitFor("r next loss")
    try screen.press("r")
    try screen.waitFor("lollipop was at 0, seen 2 moves before")
    try screen.press("R")
    try screen.waitFor("(3 of 3)")
    try screen.press("Enter")
    try screen.waitFor("Card 3: face screaming in fear")
    try screen.press("q")
    #expect(try screen.linesAfterEnd(0).contains { $0.hasPrefix("Halloween: 3 of 4 pairs") })
  }

  @Test func aGameThatWasJustWonIsLookedBackAt() throws {
    let desk = try Desk()
    try desk.deal()
    let screen = try TmuxScreen(desk, columns: 80, rows: 24)
    try screen.start("memorize play --color never")
    try screen.waitFor("Enter turn up")
    try desk.memorize(["flip", "--quiet"] + Self.flips.map(String.init))
    try screen.waitFor("look back")
    try screen.press("r")
    try screen.waitFor("lollipop was at 0, seen 2 moves before")
    try screen.press("q")
    try screen.waitFor("You have won")
    try screen.press("Escape")
    try screen.press("r")
    try screen.waitFor("lollipop was at 0, seen 2 moves before")
    try screen.press("q")
    try screen.press("q")
    _ = try screen.linesAfterEnd(0)
  }
}
