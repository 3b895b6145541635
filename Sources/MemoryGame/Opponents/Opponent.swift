/// A player with a limited memory, who sees what every player sees.
///
/// It remembers the last different cards that were face up, whoever turned them up; matched ones
/// take no room. Alone it makes the choices without regret for what it remembers; in a game by
/// turns those of the better move of a duel.
package struct Opponent: Sendable {
  private enum Rule: Sendable {
    case solo(ExpectedMoves)
    case duel(DuelValues)
  }

  private let rule: Rule
  private var states: [CardState]
  /// The unmatched cards that are face up.
  private var up: [Int] = []
  private var matchedCards = 0
  private var memory: RememberedCards

  /// Makes an opponent that has seen no card yet; fewer than 2 players mean a solo game.
  package init(span: MemorySpan, pairs: Int, players: Int, mates: FaceMates = FaceMates()) {
    rule = players < 2 ? .solo(ExpectedMoves(pairs: pairs)) : .duel(DuelValues(pairs: pairs))
    states = Array(repeating: .down, count: 2 * pairs)
    memory = RememberedCards(span, cards: 2 * pairs, mates: mates)
  }

  /// Notes cards that have changed, as they are published.
  package mutating func see(_ changes: [BoardCard]) {
    for change in changes where states.indices.contains(change.number) {
      let (card, state) = (change.number, change.state)
      if state == .matched, states[card] != .matched { matchedCards += 1 }
      states[card] = state
      up.removeAll { $0 == card }
      switch state {
      case .down: break
      case .up:
        up.append(card)
        memory.note(card, face: change.face)
      case .matched: memory.forget(card)
      }
    }
    if up.count == 2 { memory.refute(up[0], up[1]) }
  }

  /// The next card to turn up, drawn from the choices; nil if all are matched.
  package func choice(using generator: inout DealGenerator) -> Int? {
    let choices = choices
    return choices.isEmpty ? nil : choices[generator.below(choices.count)]
  }

  /// The equally good choices, given what is remembered.
  package var choices: [Int] {
    let first = up.count == 1 ? up[0] : nil
    if let first {
      if let mate = memory.mate(of: first) { return [mate] }
    } else if let card = memory.pairedCard {
      return [card]
    }
    var (known, unseen): ([Int], [Int]) = ([], [])
    for card in states.indices where states[card] != .matched && card != first {
      if memory.remembers(card) { known.append(card) } else { unseen.append(card) }
    }
    if known.isEmpty || unseen.isEmpty { return known + unseen }
    guard let first, prefersKnown(after: first) else { return unseen }
    return known
  }

  /// Whether the second card should be a known one when the first one's mate is unknown.
  private func prefersKnown(after first: Int) -> Bool {
    let left = (states.count - matchedCards) / 2
    let known = memory.counts(without: first)
    switch rule {
    case .duel(let values): return values.prefersKnown(left: left, known: known.singles)
    case .solo(let table):
      let pairs = min(known.pairs, left)
      let singles = min(known.singles, left - pairs)
      let counts = KnownCounts(pairs: pairs, singles: singles, unseen: left - pairs - singles)
      return MoveChoices(table: table, counts: counts).prefersKnownAfterFresh
    }
  }
}
