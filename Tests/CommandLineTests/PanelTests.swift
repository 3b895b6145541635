import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Panels over the board: drawn lines, keys and clicks, without a terminal and without a bus.
@Suite struct PanelTests: PanelStage {
  private static func theme(_ name: String, _ icon: String, isDeck: Bool = false) -> ThemeSummary {
    var theme = ThemeSummary()
    (theme.name, theme.icon, theme.colors) = (name, icon, ["#7209b7", "#f72585"])
    (theme.size, theme.minPairs, theme.maxPairs) = (9, 6, 9)
    (theme.isDeck, theme.isTwoSided, theme.isBuiltIn) = (isDeck, isDeck, true)
    return theme
  }

  /// With the list of themes open.
  private static func choosing(
    _ state: String = "won", look: BoardLook = BoardLook()
  ) -> GameScene {
    var scene = scene(state, look: look)
    let themes = [
      theme("Halloween", "🎃"), theme("Sea", "🐳"), theme("Japanese", "🗾", isDeck: true),
    ]
    #expect(scene.show(themes, statistics) == .pairs(of: "Halloween"))
    _ = scene.learn([ThemePair("🦑", "", ""), ThemePair("🐙", "", "")], of: "Sea")
    return scene
  }

  /// `q` in the help ended the program, though any key closes it.
  @Test func aKeyOnlyClosesTheHelp() {
    for key in [Key.character("q"), .escape, .enter, .character("n"), .down] {
      var scene = Self.scene()
      #expect(scene.press([.character("?"), key]).isEmpty)
      #expect(scene.panel == nil)
    }
  }

  /// On narrow screens the explanations were cut.
  @Test(arguments: [(20, 6), (30, 10), (40, 12), (80, 24), (200, 60)])
  func theHelpIsWholeOnEveryScreen(columns: Int, rows: Int) {
    let help = GameScene().keyTable.help
    let layout = help.layout(in: CellArea(Size(columns, rows)), .unicode)
    let text = layout.lines.map { $0.parts.map(\.text).joined(separator: " ") }
      .joined(separator: " ")
    for case .row(let key, let does, _) in help.blocks {
      #expect(text.contains(key) && text.contains(does), "\(key)")
    }
    // Everything can be scrolled to.
    var scene = Self.scene()
    scene.press("?", (columns, rows))
    var seen = scene.text((columns, rows))
    for _ in 0..<60 where layout.isScrollable {
      scene.press([.down], (columns, rows))
      seen += scene.text((columns, rows))
    }
    #expect(seen.contains("arrows") && seen.contains("Ctrl-C"))
  }

  /// A panel turned “10, 11” into “0, 1”, and cut the words of the title and beside the board.
  @Test(arguments: [(120, 40), (80, 24), (200, 60), (58, 20), (40, 12), (20, 6)])
  func aPanelCutsNoNumberAndNoWord(columns: Int, rows: Int) {
    for depth in [ColorDepth.none, .trueColor] {
      let look = BoardLook(depth: depth)
      /// The list of themes, the keys, and the question about a game.
      func scenes(_ state: String) -> [GameScene] {
        let themes = Self.choosing(state, look: look)
        var (help, question) = (themes, themes)
        help.closePanel()
        help.press("?")
        question.panel = .leaving(.dealDaily)
        return [themes, help, question]
      }
      for (scene, alone) in zip(scenes("playing"), scenes("no-game")) {
        func words(_ scene: GameScene) -> [String] {
          scene.rows((columns, rows)).flatMap {
            $0.split { !$0.isLetter && !$0.isNumber }.map(String.init)
          }
        }
        var board = scene
        board.closePanel()
        let whole = Set(words(board) + words(alone))
        let cut = words(scene).filter { !whole.contains($0) }
        #expect(cut.isEmpty, "\(cut) \(scene.text((columns, rows)))")
      }
    }
  }

  /// Panels hid all of the board, also where it had room around them.
  @Test func theBoardIsSeenAroundAPanel() {
    for size in [(128, 34), (200, 60)] {
      var scene = Self.scene()
      let before = scene.rows(size)
      scene.press("?", size)
      let after = scene.rows(size)
      let top = scene.layout(size).top
      #expect(before[..<top] == after[..<top])
      let board = scene.layout(size).text.lowerBound + 20
      #expect(after[top].prefix(board) == before[top].prefix(board))
      #expect(after.contains { $0.contains("╭─ Keys ─") })
      #expect(after.filter { $0.contains("│") && $0.drop { $0 == " " }.first != "│" }.count > 5)
    }
  }

  /// A result stood over the board that was won, though there was room beside it.
  @Test(arguments: [(100, 30), (128, 34), (200, 60)])
  func aResultStandsBesideItsBoard(columns: Int, rows: Int) throws {
    var result = Self.result()
    result.daily = "2026-01-31"
    for isDaily in [false, true] {
      var scene = Self.won(isDaily ? result : Self.result())
      _ = scene.learn(Self.statistics)
      let layout = scene.layout((columns, rows))
      let (plan, lines) = (try #require(layout.plan), scene.rows((columns, rows)))
      let text = scene.text((columns, rows))
      #expect(lines.contains { $0.contains("╭─ You have won ─") })
      #expect(text.count { $0 == "a" } >= plan.count, "\(text)")
      let right = plan.usedArea.column + layout.board.column + plan.usedArea.columns
      #expect(scene.panelArea(layout).column >= right)
      // A click beside it closes it, one on its keys does what they say.
      #expect(scene.press([.click(column: 5, row: 9)], (columns, rows)).isEmpty)
      #expect(scene.panel == nil)
    }
  }

  /// On a screen without room beside the board the result is over it.
  @Test func aResultOverItsBoardLeavesItToBeSeen() {
    let scene = Self.won(Self.result())
    let lines = scene.rows((60, 20))
    let board = scene.layout((60, 20)).board
    let text = lines[board.row..<board.row + board.rows].joined()
    #expect(lines.contains { $0.contains("╭─ You have won ─") })
    #expect(scene.game?.cards.contains { text.contains($0.face) } == true)
  }

  @Test func panelsHaveFramesInASCII() {
    var ascii = Self.scene(look: BoardLook(isASCII: true))
    ascii.press("?")
    #expect(ascii.text().contains("+- Keys -"))
  }

  @Test func aPanelFitsEveryScreen() {
    for (columns, rows) in [(1, 1), (7, 3), (20, 6), (40, 12), (44, 12), (80, 24), (200, 60)] {
      for look in [BoardLook(), BoardLook(depth: .trueColor), BoardLook(isASCII: true)] {
        var scenes = [
          Self.scene("no-game", look: look), Self.choosing(look: look),
          Self.won(Self.result(), look: look),
        ]
        var help = Self.scene(look: look)
        help.press("?")
        var daily = Self.scene(look: look)
        _ = daily.show(DailyOffer(date: "2026-01-31", isPlayed: false, [], streak: 4))
        var filtered = Self.choosing(look: look)
        filtered.press("/sea")
        scenes += [help, daily, filtered]
        for scene in scenes {
          let frame = scene.frame(on: scene.layout((columns, rows)))
          #expect(frame.lines.count == rows)
          #expect(frame.lines.allSatisfy { withoutEscapes($0).cells <= columns })
          #expect(frame.cursor.column < columns && frame.cursor.row < rows)
        }
      }
    }
  }

  @Test func themesHaveTheirDetails() {
    var scene = Self.choosing()
    #expect(scene.press([.down]).isEmpty)
    for size in [(80, 24), (200, 60)] {
      let text = scene.text(size)
      for part in [
        "▌ 🐳 Sea", "🦑   🐙", "6 to 9 of 9, at random",
        "score 14, 0.5 moves lost to",
      ] { #expect(text.contains(part), "\(part) \(text)") }
    }
    // As a whole: it was cut in the middle of a number.
    #expect(scene.text((40, 12)).contains(/6-9 pairs; best: 9 pairs, score 14(?!,)/))
    #expect(scene.rows((20, 6))[2].contains("▌ 🐳 Sea"))
    var ascii = Self.choosing(look: BoardLook(isASCII: true))
    ascii.press([.down])
    #expect(ascii.text().contains("squid   octopus"))
    // The last theme's pairs are not known yet.
    #expect(scene.press([.down]) == [.pairs(of: "Japanese")])
  }

  @Test func aThemeIsFilteredAndStarted() {
    var scene = Self.choosing()
    #expect(scene.press("/sea").isEmpty)
    #expect(!scene.text().contains("Japanese"))
    #expect(scene.press([.enter]) == [.deal(theme: "Sea")])
    #expect(scene.panel == nil)
    // A game that is on is left only after a question.
    var playing = Self.choosing("playing")
    #expect(playing.press([.down, .enter]).isEmpty)
    #expect(playing.text().contains("Abandon the current game?"))
    #expect(playing.press("y") == [.deal(theme: "Sea")])
  }

  @Test(arguments: [
    ("perfect", "★ Perfect", "Perfect"), ("gold", "🥇 Gold", "Gold"),
    ("silver", "🥈 Silver", "Silver"), ("bronze", "🥉 Bronze", "Bronze"),
  ]) func aWonGameHasAMedal(grade: String, medal: String, word: String) {
    #expect(Self.won(Self.result(grade)).text().contains(medal))
    let ascii = Self.won(Self.result(grade), look: BoardLook(isASCII: true)).text()
    #expect(ascii.contains(" \(word) ") && !ascii.contains(medal))
  }

  @Test func aResultSpeaksWithoutSigns() {
    var scene = Self.won(Self.result())
    let text = scene.text()
    for part in [
      "You have won", "score  12", "moves  10     par    7.4", "0.5 moves lost to forgetting",
      "1.9 moves lucky", "n new   t themes   r look back   any key close",
    ] { #expect(text.contains(part), "\(part) \(text)") }
    #expect(Self.won(Self.result(luck: 0.7)).text().contains("0.7 moves unlucky"))
    // What is read later.
    let game = Fake.game(state: "won", cards: Array(repeating: (.matched, "a"), count: 18))
    _ = scene.learn(Self.statistics)
    #expect(scene.text().contains("score  12     best   14"))
    #expect(scene.press("t") == [.themes])
    // A late reply does not bring it back.
    _ = scene.learn(Self.statistics)
    #expect(scene.panel == nil)
    var best = Self.result()
    (best.score, best.regret) = (14, 0.5)
    scene.show(.won([], best), game)
    _ = scene.learn(Self.statistics)
    #expect(scene.text().contains("A new best"))
  }

  @Test func thereIsAWelcomeBeforeTheFirstGame() {
    var scene = Self.scene("no-game")
    for part in ["n   Start a game", "t   Choose a theme", "d   Play today's daily game"] {
      #expect(scene.text().contains(part))
    }
    #expect(scene.rows((20, 6)).contains { $0.hasPrefix("n   Start a game") })
    #expect(scene.press("ntdp") == [.deal(theme: nil), .themes, .daily, .practice])
    scene.press([.character("?"), .escape])
    #expect(scene.text().contains("Choose a theme"))
    // Enter was refused, with advice about the bus; other keys of the board do nothing.
    #expect(scene.press([.enter]) == [.deal(theme: nil)])
    #expect(scene.press([.character("c"), .backspace, .character("3"), .left]).isEmpty)
    #expect(scene.message.isEmpty)
    // A click on a line presses its key.
    let row = scene.rows().firstIndex { $0.contains("Choose a theme") } ?? 0
    #expect(scene.press([.click(column: 30, row: row)]) == [.themes])
    var playing = Self.scene()
    #expect(playing.press("p") == [.practice])
  }

  /// On a small screen numbers and keys of a result were cut, and so were the keys of the dialog.
  @Test(arguments: [(20, 6), (30, 10), (50, 14)])
  func everythingOnAPanelCanBeReached(columns: Int, rows: Int) {
    func words(_ scene: GameScene) -> String {
      var scene = scene
      var seen = scene.text((columns, rows))
      for _ in 0..<40 {
        scene.press([.down], (columns, rows))
        seen += "\n" + scene.text((columns, rows))
      }
      return seen.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
    var daily = Self.result()
    daily.daily = "2026-01-31"
    var won = Self.won(daily)
    _ = won.learn(Self.statistics)
    if rows == 6 { #expect(won.rows((columns, rows))[0].contains("  1-4/")) }
    let result = words(won)
    for part in [
      "lost to", "moves lucky", "streak 4 days", "n new", "t themes", "any key close",
    ] { #expect(result.contains(part), "\(part): \(result)") }
    var playing = Self.scene()
    _ = playing.show(DailyOffer(date: "2026-01-31", isPlayed: false, [], streak: 4))
    #expect(playing.rows((columns, rows)).contains { $0.contains("y play   n cancel") })
    #expect(words(playing).contains("of Halloween 3 of 8 pairs"))
  }

  @Test func theKeysOfTheMomentCanBeClicked() {
    var scene = Self.scene()
    let row = scene.layout((80, 24)).keysRow ?? 0
    let line = scene.rows()[row]
    let column = line.firstRange(of: "n new game").map { line[..<$0.lowerBound].count } ?? 0
    #expect(scene.press([.click(column: column + 3, row: row)]).isEmpty)
    #expect(scene.text().contains("Abandon the current game?"))
  }
}
