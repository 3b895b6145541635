// How a game goes on: the table of turns, and what each transition does to the position.
extension Game {
  /// Turns a card up.
  ///
  /// - Parameters:
  ///   - card: The card's number, from 0.
  ///   - moment: When it is done.
  /// - Returns: What changed.
  /// - Throws: `Refusal`, and then nothing changed.
  package mutating func flip(_ card: Int, at moment: Moment) throws(Refusal) -> Transition {
    try flip(card, at: moment, elapsed: nil)
  }

  /// Turns a mismatch on show down before the next flip does.
  ///
  /// - Parameter moment: When it is done.
  /// - Returns: What changed.
  /// - Throws: `Refusal`, and then nothing changed.
  package mutating func conceal(at moment: Moment) throws(Refusal) -> Transition {
    if isWon { throw .gameOver }
    guard case .mismatchUp(let first, let second) = position.tally.state else {
      throw .nothingToConceal
    }
    beginTransition()
    turnDown(first, second)
    position.tally.state = .nothingUp
    return finish(.conceal, card: 0, at: moment)
  }

  /// Takes the last transition back, where it could not be stored.
  ///
  /// - Returns: False where there is none to take back: one step is remembered.
  @discardableResult
  package mutating func takeBack() -> Bool {
    guard let before = overwritten else { return false }
    for (number, record) in before.cards { position.cards[number] = record }
    if let score = before.playerScore { position.players[before.tally.player].score = score }
    position.tally = before.tally
    position.log.removeLast()
    overwritten = nil
    return true
  }

  /// Returns why a card cannot be turned up, or nil where it can.
  ///
  /// - Parameter card: Any number.
  /// - Returns: The first refusal that applies.
  package func refusal(toFlip card: Int) -> Refusal? {
    if isWon { return .gameOver }
    guard position.cards.indices.contains(card) else { return .noSuchCard }
    switch position.cards[card].state {
    case .matched: return .cardMatched
    case .up: return .cardFaceUp
    case .down: return nil
    }
  }

  /// Turns a card up; a replay knows from the log what time had elapsed.
  mutating func flip(
    _ card: Int, at moment: Moment, elapsed: UInt64?
  ) throws(Refusal) -> Transition {
    if let refusal = refusal(toFlip: card) { throw refusal }
    beginTransition()
    position.tally.flips += 1
    position.tally.firstFlipAt = position.tally.firstFlipAt ?? moment
    position.tally.lastFlipAt = moment
    switch position.tally.state {
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
    let known = position.tally.known
    let kind = FirstCard(isKnown: isKnown(card), mateIsKnown: isKnown(mate(of: card)))
    var grading = position.tally.grading
    grading.judge(first: kind, choices: MoveChoices(table: expected, counts: known))
    turnUp(card)
    position.tally.state = .firstUp(
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
      position.tally.known.pairs -= 1
      position.tally.matchedPairs += 1
      position.tally.state = .nothingUp
    } else {
      position.tally.state = .mismatchUp(open.first, card)
    }
    position.tally.grading = open.grading
    position.tally.grading.judge(
      second: second, after: open.kind,
      choices: MoveChoices(table: expected, counts: open.known),
      outcome: expected.value(position.tally.known))
    position.tally.moves += 1
    position.tally.score += points
    if !players.isEmpty {
      position.players[turn].score += points
      if !isMatch { position.tally.player = (turn + 1) % players.count }
    }
    return finish(
      .flip, card: card, at: moment, elapsed: elapsed,
      outcome: isMatch ? (isWon ? .won : .matched) : .mismatched,
      move: Move(
        first: open.first, second: card, firstFace: self.card(open.first).face,
        secondFace: self.card(card).face, points: points))
  }

  /// Returns what the player chose; a mate that nobody knew was chosen as an unseen card.
  private func choice(of card: Int, in open: OpenMove) -> SecondCard {
    if !isKnown(card) { return .unseen }
    return card == mate(of: open.first) ? .mate : .known
  }

  private func isKnown(_ card: Int) -> Bool { position.cards[card].isKnown }

  private func seenCount(_ card: Int) -> Int { position.cards[card].isSeen ? 1 : 0 }

  private func mate(of card: Int) -> Int { Int(deal.mates[card]) }
}

// Each change of a card goes through here, so that it can be told and taken back.
extension Game {
  private mutating func beginTransition() {
    overwritten = Overwritten(
      tally: position.tally, playerScore: players.isEmpty ? nil : players[turn].score)
  }

  private mutating func change(_ card: Int, _ body: (inout CardRecord) -> Void) {
    overwritten?.cards.append((card, position.cards[card]))
    body(&position.cards[card])
  }

  private mutating func turnUp(_ card: Int) {
    let mateIsKnown = isKnown(mate(of: card))
    if !isKnown(card) { position.tally.known.learn(mateIsKnown: mateIsKnown) }
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

  /// Logs a transition and tells what it changed.
  private mutating func finish(
    _ kind: TransitionKind, card: Int, at moment: Moment, elapsed: UInt64 = 0,
    outcome: Outcome? = nil, move: Move? = nil
  ) -> Transition {
    let points = move?.points ?? 0
    position.log.append(
      LogEntry(at: moment, kind: kind, card: card, points: points, elapsed: elapsed))
    let numbers = overwritten?.cards.map(\.number).sorted() ?? []
    return Transition(
      kind: kind, outcome: outcome, points: points,
      changes: numbers.map { CardChange(number: $0, card: self.card($0)) }, move: move)
  }
}
