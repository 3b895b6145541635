import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Panels over the board: drawn lines, keys and clicks, without a terminal and without a bus.
@Suite struct PanelTests {
  private static func scene(
    _ state: String = "playing", look: BoardLook = BoardLook(), daily: String = ""
  ) -> GameScene {
    var game = Fake.game(
      state: state, theme: "Halloween", icon: "🎃",
      cards: state == "no-game" ? [] : Array(repeating: (.down, ""), count: 16), pairs: 8,
      matched: 3, flips: 6)
    game.daily = daily
    var scene = GameScene(look)
    scene.handle(.state(game))
    return scene
  }

  private static func theme(_ name: String, _ icon: String, isDeck: Bool = false) -> ThemeSummary {
    var theme = ThemeSummary()
    (theme.name, theme.icon, theme.colors) = (name, icon, ["#7209b7", "#f72585"])
    (theme.size, theme.minPairs, theme.maxPairs) = (9, 6, 9)
    (theme.isDeck, theme.isTwoSided, theme.isBuiltIn) = (isDeck, isDeck, true)
    return theme
  }

  private static var statistics: GameStatistics {
    var best = GameStatistics.Best()
    (best.theme, best.pairs, best.scoring, best.score, best.regret) =
      ("Sea", 9, "classic", 14, 0.5)
    var statistics = GameStatistics()
    (statistics.best, statistics.dailyStreak) = ([best], 4)
    return statistics
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

  private static func result(_ grade: String = "gold", luck: Double = -1.9) -> FinalResult {
    var result = FinalResult()
    (result.score, result.moves, result.par, result.regret) = (12, 10, 7.4, 0.5)
    (result.luck, result.grade, result.theme, result.pairs) = (luck, Word(text: grade), "Sea", 9)
    return result
  }

  private static func won(_ result: FinalResult, look: BoardLook = BoardLook()) -> GameScene {
    var scene = scene(look: look)
    let game = Fake.game(state: "won", cards: Array(repeating: (.matched, "a"), count: 18))
    scene.show(.won([], result), game)
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

  /// A streak of days stood under each game that was won.
  @Test func onlyADailyGameShowsTheStreak() {
    var scene = Self.won(Self.result())
    _ = scene.learn(Self.statistics)
    #expect(!scene.text().contains("streak"))
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
    #expect(scene.text((40, 12)).contains("6-9 pairs; best: 9 pairs, score 14"))
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
      "1.9 moves lucky", "n new   t themes   any key close",
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

  /// The panel of the daily game had nothing to look at.
  @Test func theDailyPanelShowsTheWeek() {
    func played(_ day: String, _ grade: String, isRepeatedDaily: Bool = false) -> PastGame {
      var game = Self.past("won", daily: day)
      game.result?.grade = Word(text: grade)
      game.result?.isRepeatedDaily = isRepeatedDaily
      return game
    }
    let games = [
      played("2026-01-30", "silver", isRepeatedDaily: true), played("2026-01-29", "gold"),
      played("2026-01-24", "bronze"),
    ]
    var scene = Self.scene("won")
    _ = scene.show(
      DailyOffer(
        date: "2026-01-31", isPlayed: false, games, streak: 4, now: 1_769_846_400))
    let text = scene.text()
    for part in [
      "Thu     🥇 Gold, 7 moves", "Fri     -", "today   -",
      "Daily streak: 4 days. The next one can be played in 16 hours.",
    ] { #expect(text.contains(part), "\(part) \(text)") }
    #expect(!text.contains("Bronze") && !text.contains("Silver"))
  }

  /// A won daily game said nothing of its streak but a number, and not how to share it.
  @Test func aWonDailyGameShowsItsStreak() {
    var result = Self.result()
    result.daily = "2026-01-31"
    var scene = Self.won(result)
    _ = scene.learn(Self.statistics)
    let text = scene.text()
    for part in ["● ● ● ● ○ ○ ○", "Daily streak: 4 days", "Share it: memorize share"] {
      #expect(text.contains(part), "\(part)")
    }
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

  private static func past(_ state: String, daily: String) -> PastGame {
    var game = PastGame()
    game.state = Word(text: state)
    var result = FinalResult()
    (result.daily, result.moves) = (daily, 7)
    game.result = result
    return game
  }

  @Test func theDailyGameSaysWhatItIs() {
    let day = "2026-01-31"
    for (isPlayed, state, text) in [
      (false, "", "You have not played today's"),
      (true, "abandoned", "You have begun today's daily game: 7 moves"),
      (true, "won", "Another one today does not"),
    ] {
      let games = state.isEmpty ? [] : [Self.past(state, daily: day)]
      let offer = DailyOffer(date: day, isPlayed: isPlayed, games, streak: 4)
      var scene = Self.scene("won")
      _ = scene.show(offer)
      #expect(scene.text().contains(text), "\(text)")
      #expect(scene.press([.enter]) == [.dealDaily])
      // Enter alone does not end another game.
      var playing = Self.scene()
      _ = playing.show(offer)
      #expect(playing.text().contains("This abandons your game of Halloween (3 of 8 pairs)."))
      #expect(playing.press([.enter]).isEmpty)
      #expect(playing.press("y") == [.dealDaily])
    }
    var daily = Self.scene(daily: day)
    _ = daily.show(DailyOffer(date: day, isPlayed: true, [], streak: 4))
    #expect(daily.panel == nil && daily.message == "This is today's daily game.")
    daily.press("n")
    #expect(daily.text().contains("You can resume it"))
  }

  /// The dialog kept saying what the game had been when it was opened.
  @Test func theDailyDialogFollowsTheGame() {
    var scene = Self.scene()
    _ = scene.show(DailyOffer(date: "2026-01-31", isPlayed: false, [], streak: 4))
    var game = Fake.game(
      theme: "Halloween", cards: Array(repeating: (.down, ""), count: 16), pairs: 8, matched: 7,
      flips: 14)
    scene.show(.turnedUp(BoardCard(number: 1, state: .up, face: "a")), game)
    #expect(scene.text().contains("This abandons your game of Halloween (7 of 8 pairs)."))
    (game.state, game.matchedPairs) = ("won", 8)
    scene.show(.matched([]), game)
    #expect(!scene.text().contains("This abandons"))
    #expect(scene.press([.enter]) == [.dealDaily])
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
