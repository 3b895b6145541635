import BoardLayout
package import MemorizeBus
package import MemoryGame
import MemorizeText
import PlainText

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

  /// Without ends: one line, and for a win a second with the result.
  package func lines(_ game: GameState) -> [String] {
    switch self {
    case .started:
      [game.startedLine]
    case .turnedUp(let card):
      ["\(card.number) up \(card.name)"]
    case .mismatched(let first, let second):
      ["miss: " + [first, second].compactMap { $0?.numbered }.joined(separator: ", ")]
    case .matched(let cards):
      [matchLine(cards, game)]
    case .won(let cards, let result):
      [
        matchLine(cards, game),
        result?.line ?? "won: score \(game.score), \(movesText(game.moves))",
      ]
    case .concealed:
      ["concealed"]
    case .other(let name):
      [name.harmless]
    }
  }

  private func matchLine(_ cards: [BoardCard], _ game: GameState) -> String {
    let names = Self.names(of: cards).enumeration
    return "match: \(names), \(game.matchedPairs) of \(game.pairs), score \(game.score)"
  }

  /// A two-sided pair has two names.
  static func names(of cards: [BoardCard]) -> [String] {
    distinct(cards.map(\.name))
  }

  static func distinct(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// For a screen, which shows the numbers elsewhere.
  package func sentence(_ game: GameState) -> String {
    switch self {
    case .started where game.isResumed: game.resumption.harmless
    case .started: "A new game: \(game.theme.harmless), \(pairsText(game.pairs))."
    case .turnedUp(let card): "Card \(card.number): \(card.name)."
    case .mismatched(let first, let second):
      "No match: " + [first, second].compactMap { $0?.numbered }.joined(separator: ", ") + "."
    case .matched(let cards): "A match: \(Self.names(of: cards).enumeration)."
    case .won(let cards, _): "The last match: \(Self.names(of: cards).enumeration)."
    case .concealed: "The mismatch is face down."
    case .other(let name): name.harmless
    }
  }
}

extension BoardCard {
  package var name: String { faceName(face).harmless }

  package var numbered: String { "\(number) \(name)" }
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
