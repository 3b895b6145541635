import DBus
import MemoryGame
import Testing

@testable import MemorizeBus
@testable import memorize_notify

/// Which news become bubbles, without a bus.
@Suite struct GamePresenterTests {
  private static let game = {
    var game = GameState()
    (game.theme, game.pairs, game.matchedPairs) = ("Halloween", 8, 1)
    game.cards = [VisibleCard(.down, ""), VisibleCard(.up, "👻"), VisibleCard(.matched, "🦇")]
    return game
  }()

  private func flipped(_ cards: (Int, CardState, String)..., move: GameTransition.Move? = nil)
    -> GameFollower.News
  {
    var transition = GameTransition()
    transition.changes = cards.map { BoardCard(number: $0.0, state: $0.1, face: $0.2) }
    transition.move = move
    return .transition(transition, Self.game)
  }

  private func summary(_ step: Bubble.Change) -> String? {
    if case .show(let bubble) = step { bubble.summary } else { nil }
  }

  private let miss = GameTransition.Move(first: 7, second: 2, points: 0, faces: nil)
  private let hit = GameTransition.Move(first: 7, second: 2, points: 2, faces: ("👻", "👻"))

  @Test func aStateShowsNothing() {
    for shows in [false, true] {
      var presenter = GamePresenter(showsFlips: shows)
      #expect(presenter.step(.state(Self.game)) == .hide)
      #expect(presenter.step(.absent) == .hide)
      #expect(presenter.step(.update(Self.game)) == .keep)
    }
  }

  @Test func aMatchTakesItsCardsAway() {
    var presenter = GamePresenter(showsFlips: true)
    _ = presenter.step(flipped((7, .up, "👻")))
    let match = presenter.step(flipped((2, .matched, "👻"), (7, .matched, "👻"), move: hit))
    #expect(summary(match) == "Match: 👻")
    #expect(summary(presenter.step(flipped((4, .up, "🎃")))) == "4 🎃")
  }

  @Test func aRefusalStandsWithTheCardsThatAreUp() {
    var presenter = GamePresenter(showsFlips: true)
    #expect(presenter.refused("Too late.") == .show(.refusal("Too late.", [])))
    _ = presenter.step(flipped((7, .up, "👻")))
    let change = presenter.refused("Too late.")
    let card = BoardCard(number: 7, state: .up, face: "👻")
    #expect(change == .show(.refusal("Too late.", [card])))
    guard case .show(let bubble) = change else { return }
    // They stay on the screen until they are turned face down.
    #expect(
      bubble.kind == .flip && bubble.summary == "Too late." && bubble.body == ["Face up: 7 👻"])
    presenter.showsFlips = false
    #expect(presenter.refused("Too late.") == .keep)
  }

  /// The setting may change while cards are up.
  @Test func flipsAreShownAsSoonAsTheyAreWanted() {
    var presenter = GamePresenter(showsFlips: false)
    #expect(presenter.step(flipped((7, .up, "👻"))) == .hide)
    presenter.showsFlips = true
    #expect(summary(presenter.step(flipped((2, .up, "🦇"), move: miss))) == "7 👻, 2 🦇: no match")
  }

  /// A card may have been up before the notifier started.
  @Test func cardsThatWereUpAreKnown() {
    var presenter = GamePresenter(showsFlips: true)
    _ = presenter.step(.state(Self.game))
    let second = presenter.step(flipped((0, .up, "🎃"), move: miss))
    #expect(summary(second) == "1 👻, 0 🎃: no match")
  }
}
