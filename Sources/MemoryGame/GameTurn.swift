internal import PlainText

// The rules of turns, and what each transition does to the position.
extension Game {
  /// Turns a shown mismatch face down before the next flip does.
  package mutating func conceal(at moment: Moment) throws(GameError) -> Transition {
    if isWon { throw .gameOver }
    guard case .mismatchUp(let first, let second) = position.counts.state else {
      throw .nothingToConceal
    }
    beginTransition()
    turnDown(first, second)
    position.counts.state = .nothingUp
    return finish(.conceal, card: 0, at: moment)
  }

  /// Undoes the last transition, because it could not be stored.
  @discardableResult
  package mutating func undoTransition() -> Bool {
    guard let before = undoRecord else { return false }
    for (number, record) in before.cards { position.cards[number] = record }
    if let score = before.playerScore { position.players[before.counts.player].score = score }
    position.counts = before.counts
    position.log.removeLast()
    undoRecord = nil
    return true
  }

  package func refusal(toFlip card: Int) -> GameError? {
    if isWon { return .gameOver }
    guard position.cards.indices.contains(card) else { return .noSuchCard }
    switch (position.cards[card].state, position.counts.state) {
    case (.matched, _): return .cardMatched
    case (.up, .firstUp): return .cardFaceUp
    // A card of a mismatch turns face down with the other one, and begins the next move.
    case (.up, _), (.down, _): return nil
    }
  }

  /// Turns a card up; a replay passes the elapsed time from the log.
  package mutating func flip(
    _ card: Int, at moment: Moment, elapsed: UInt64? = nil, asBot: Bool = false
  ) throws(GameError) -> Transition {
    if let refusal = refusal(toFlip: card) { throw refusal }
    beginTransition()
    if asBot { position.counts.bots |= 1 << turn }
    position.counts.flips += 1
    position.counts.firstFlipAt = position.counts.firstFlipAt ?? moment
    position.counts.lastFlipAt = moment
    switch position.counts.state {
    case .nothingUp:
      beginMove(with: card, at: moment)
    case .mismatchUp(let first, let second):
      turnDown(first, second)
      beginMove(with: card, at: moment)
    case .firstUp(let open):
      let elapsed = elapsed ?? moment.microseconds(since: open.begunAt)
      return completeMove(open, with: card, at: moment, elapsed: elapsed)
    }
    return finish(.flip, card: card, at: moment, outcome: .turnedUp)
  }

  private mutating func beginMove(with card: Int, at moment: Moment) {
    let known = position.counts.known
    let kind = FirstCard(isKnown: isKnown(card), mateIsKnown: isKnown(mate(of: card)))
    var grading = position.counts.grading
    grading.judge(first: kind, choices: MoveChoices(table: expected, counts: known))
    turnUp(card)
    position.counts.state = .firstUp(
      OpenMove(first: card, kind: kind, begunAt: moment, known: known, grading: grading))
  }

  private mutating func completeMove(
    _ open: OpenMove, with card: Int, at moment: Moment, elapsed: UInt64
  ) -> Transition {
    let isMatch = card == mate(of: open.first)
    let second = choice(of: card, in: open)
    turnUp(card)
    let penalty = seenCount(open.first) + seenCount(card)
    let points = (isMatch ? 2 : -penalty) * scoring.factor(after: elapsed)
    if isMatch {
      change(open.first) { $0.state = .matched }
      position.cards[card].state = .matched
      position.counts.known.pairs -= 1
      position.counts.matchedPairs += 1
      position.counts.state = .nothingUp
    } else {
      position.counts.state = .mismatchUp(open.first, card)
    }
    position.counts.grading = open.grading
    position.counts.grading.judge(
      second: second, after: open.kind,
      choices: MoveChoices(table: expected, counts: open.known),
      outcome: expected.value(position.counts.known))
    position.counts.moves += 1
    position.counts.score += points
    if !players.isEmpty {
      position.players[turn].score += points
      if !isMatch { position.counts.player = (turn + 1) % players.count }
    }
    return finish(
      .flip, card: card, at: moment, elapsed: elapsed,
      outcome: isMatch ? (isWon ? .won : .matched) : .mismatched,
      move: Move(
        first: open.first, second: card, firstFace: self.card(open.first).face,
        secondFace: self.card(card).face, points: points))
  }

  /// The player's choice; an unknown mate counts as an unseen card.
  private func choice(of card: Int, in open: OpenMove) -> SecondCard {
    if !isKnown(card) { return .unseen }
    return card == mate(of: open.first) ? .mate : .known
  }

  private func isKnown(_ card: Int) -> Bool { position.cards[card].isKnown }

  private func seenCount(_ card: Int) -> Int { position.cards[card].isSeen ? 1 : 0 }

  private func mate(of card: Int) -> Int { Int(deal.mates[card]) }
}

// Each change of a card goes through here, so that it can be published and undone.
extension Game {
  private mutating func beginTransition() {
    undoRecord = UndoRecord(
      counts: position.counts, playerScore: players.isEmpty ? nil : players[turn].score)
  }

  private mutating func change(_ card: Int, _ body: (inout CardRecord) -> Void) {
    // A card of a mismatch may change twice: down, and up again.
    if undoRecord?.cards.contains(where: { $0.number == card }) == false {
      undoRecord?.cards.append((card, position.cards[card]))
    }
    body(&position.cards[card])
  }

  private mutating func turnUp(_ card: Int) {
    let mateIsKnown = isKnown(mate(of: card))
    if !isKnown(card) { position.counts.known.learn(mateIsKnown: mateIsKnown) }
    change(card) { record in
      record.state = .up
      record.isKnown = true
    }
  }

  private mutating func turnDown(_ first: Int, _ second: Int) {
    for card in [first, second] {
      change(card) { record in
        record.state = .down
        record.isSeen = true
      }
    }
  }

  private mutating func finish(
    _ kind: TransitionKind, card: Int, at moment: Moment, elapsed: UInt64 = 0,
    outcome: Outcome? = nil, move: Move? = nil
  ) -> Transition {
    let numbers = undoRecord?.cards.map(\.number).sorted() ?? []
    let transition = Transition(
      outcome: outcome, changes: numbers.map { BoardCard($0, self.card($0)) }, move: move)
    position.log.append(
      LogEntry(at: moment, kind: kind, card: card, points: transition.points, elapsed: elapsed))
    return transition
  }
}

/// Why a flip or a conceal was refused, in the order of the tests.
package enum GameError: String, Error, Hashable, Sendable {
  case gameOver
  case noSuchCard
  case cardMatched
  case cardFaceUp
  case nothingToConceal

  package var message: String {
    switch self {
    case .gameOver: english("The game is over; start a new one.")
    case .noSuchCard: english("There is no card with this number; cards are numbered from 0.")
    case .cardMatched: english("This card is already matched; choose one that is face down.")
    case .cardFaceUp: english("This card is already face up; choose one that is face down.")
    case .nothingToConceal: english("There is no mismatch to turn face down.")
    }
  }
}
