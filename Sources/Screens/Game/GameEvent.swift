import BoardLayout
package import MemorizeBus
package import MemoryGame
import MemorizeText
import PlainText
import Translation

/// One transition of the game, as `flip` and `watch` print it.
package enum GameEvent {
  case started
  /// A card was turned up and began a move.
  case turnedUp(BoardCard)
  /// `first` is nil if it is not known.
  case mismatched(first: BoardCard?, second: BoardCard)
  case matched([BoardCard])
  /// The last pair was found; the result is nil if it is not known.
  case won([BoardCard], FinalResult?)
  case concealed
  /// Something from a later version.
  case other(String)

  /// In JSON: a Flip's outcome, `started` or `concealed`.
  package var name: String {
    switch self {
    case .started: "started"
    case .turnedUp: "turned-up"
    case .mismatched: "mismatched"
    case .matched: "matched"
    case .won: "won"
    case .concealed: "concealed"
    case .other(let name): name
    }
  }

  /// For people, without ends: one line, and for a win a second with the result.
  package func lines(_ game: GameState) -> [String] {
    switch self {
    case .started:
      [game.startedLine]
    case .turnedUp(let card):
      // Translators: {number} is that of a card that was turned up, and {name} what it shows.
      [tr("{number} up {name}", ["number": card.number, "name": card.shownName])]
    case .mismatched(let first, let second):
      // Translators: two cards did not match; {cards} are their numbers and what they show.
      [tr("miss: {cards}", ["cards": [first, second].compactMap { $0?.shownNumbered }.listText])]
    case .matched(let cards):
      [matchLine(cards, game)]
    case .won(let cards, let result):
      [
        matchLine(cards, game),
        result?.line
          ?? tr(
            game.moves, "won: score {score}, 1 move", "won: score {score}, {n} moves",
            ["score": game.score]),
      ]
    case .concealed:
      [Self.concealedLine]
    case .other(let name):
      [name.harmless]
    }
  }

  private func matchLine(_ cards: [BoardCard], _ game: GameState) -> String {
    // Translators: two cards matched; {names} is what they show, {found} of {pairs} pairs are found.
    tr(
      "match: {names}, {found} of {pairs}, score {score}",
      [
        "names": Self.shownNames(of: cards).enumerationText, "found": game.matchedPairs,
        "pairs": game.pairs, "score": game.score,
      ])
  }

  /// That a mismatch was turned face down.
  static var concealedLine: String { tr("concealed", context: "event") }

  /// For scripts; a two-sided pair has two names.
  static func names(of cards: [BoardCard]) -> [String] {
    distinct(cards.map(\.name))
  }

  private static func shownNames(of cards: [BoardCard]) -> [String] {
    distinct(cards.map(\.shownName))
  }

  static func distinct(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// For a screen, which shows the numbers elsewhere.
  package func sentence(_ game: GameState) -> String {
    switch self {
    case .started where game.isResumed: game.resumption.harmless
    case .started:
      tr(
        game.pairs, "A new game: {theme}, 1 pair.", "A new game: {theme}, {n} pairs.",
        ["theme": shownThemeName(game.theme).harmless])
    case .turnedUp(let card):
      // Translators: {name} is what the card shows.
      tr("Card {number}: {name}.", ["number": card.number, "name": card.shownName])
    case .mismatched(let first, let second):
      // Translators: {cards} are the numbers of two cards and what they show.
      tr(
        "No match: {cards}.", ["cards": [first, second].compactMap { $0?.shownNumbered }.listText])
    case .matched(let cards):
      // Translators: {names} is what the cards show.
      tr("A match: {names}.", ["names": Self.shownNames(of: cards).enumerationText])
    case .won(let cards, _):
      // Translators: {names} is what the cards show.
      tr("The last match: {names}.", ["names": Self.shownNames(of: cards).enumerationText])
    case .concealed: tr("The mismatch is face down.")
    case .other(let name): name.harmless
    }
  }
}

extension BoardCard {
  /// For scripts, as the next one.
  package var name: String { faceName(face).harmless }

  package var numbered: String { "\(number) \(name)" }

  fileprivate var shownName: String { shownFaceName(face).harmless }

  fileprivate var shownNumbered: String { "\(number) \(shownName)" }
}

extension GameEvent {
  package init(_ transition: GameTransition, _ game: GameState) {
    if transition.dealtCards != nil {
      self = .started
    } else if let move = transition.move {
      let both = [move.first, move.second].map { game.board[Int($0)] }
      if let result = transition.result {
        self = .won(both, result)
      } else {
        self = move.faces != nil ? .matched(both) : .mismatched(first: both[0], second: both[1])
      }
    } else {
      let up = transition.changes.first { $0.state == .up }
      self = up.map { .turnedUp($0) } ?? .concealed
    }
  }

  /// From the outcome of flipping a card, in the service's word.
  ///
  /// `before` is nil for the first flip.
  package init(
    _ outcome: Word<Outcome>, _ number: Int, _ changed: [BoardCard], before: GameState?,
    now: GameState,
    result: FinalResult?
  ) {
    let card = changed.first { $0.number == number }
    switch (outcome.known, card) {
    case (.turnedUp, let card?): self = .turnedUp(card)
    case (.matched, _): self = .matched(changed)
    case (.won, _): self = .won(changed, result)
    case (.mismatched, let card?):
      // If somebody moved before we read the game, the card may be face down again.
      let first = (now.board + (before?.board ?? [])).first {
        $0.state == .up && $0.number != number
      }
      self = .mismatched(first: first, second: card)
    case (.turnedUp, nil), (.mismatched, nil), (nil, _): self = .other(outcome.text)
    }
  }
}
