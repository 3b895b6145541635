import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize
/// The panels of the daily game.
@Suite struct DailyPanelTests: PanelStage {
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

  /// A streak of days stood under each game that was won.
  @Test func onlyADailyGameShowsTheStreak() {
    var scene = Self.won(Self.result())
    _ = scene.learn(Self.statistics)
    #expect(!scene.text().contains("streak"))
  }
}
