/// The expected moves to the end, this one included, for each choice in a move: the Q table.
///
/// p, k and u are those at the move's start.
struct MoveChoices: Sendable {
  let table: ExpectedMoves
  let counts: KnownCounts

  private var p: Int { counts.pairs }
  private var k: Int { counts.singles }
  private var u: Int { counts.unseen }

  /// Returns Q of a second flip, or nil if there is no such choice.
  func cost(of second: SecondCard, after first: FirstCard) -> Double? {
    switch second {
    case .mate: costOfMate(after: first)
    case .unseen: costOfUnseen(after: first)
    case .known: costOfKnown(after: first)
    }
  }

  /// Returns W: the least cost of a move that has begun.
  func leastCost(after first: FirstCard) -> Double {
    SecondCard.allCases.reduce(.infinity) { min($0, cost(of: $1, after: first) ?? .infinity) }
  }

  /// Returns Q of a first flip; the card may turn out to be any of its kind.
  func cost(ofFirst first: FirstCard) -> Double {
    switch first {
    case .ofKnownPair, .knownSingle: return leastCost(after: first)
    case .completing, .fresh:
      var sum = 0.0
      if k > 0 { sum += Double(k) * leastCost(after: .completing) }
      if u > 0 { sum += Double(2 * u) * leastCost(after: .fresh) }
      return sum / Double(counts.unknownCards)
    }
  }

  /// Returns min Q: the cost of the best first flip.
  func leastCostOfFirst() -> Double {
    var least = Double.infinity
    if p > 0 { least = min(least, cost(ofFirst: .ofKnownPair)) }
    if k > 0 { least = min(least, cost(ofFirst: .knownSingle)) }
    if counts.unknownCards > 0 { least = min(least, cost(ofFirst: .fresh)) }
    return least
  }

  /// Whether a known second card is better than an unseen one after a fresh first card.
  var prefersKnownAfterFresh: Bool {
    guard u > 0, let known = cost(of: .known, after: .fresh) else { return false }
    guard let unseen = cost(of: .unseen, after: .fresh) else { return true }
    return known < unseen - Grading.tolerance
  }

  private func costOfMate(after first: FirstCard) -> Double? {
    switch first {
    case .ofKnownPair: 1 + value(p - 1, k, u)
    case .completing: 1 + value(p, k - 1, u)
    case .knownSingle, .fresh: nil
    }
  }

  private func costOfUnseen(after first: FirstCard) -> Double? {
    let sum: Double
    switch first {
    case .ofKnownPair:
      sum = term(k, p + 1, k - 1, u) + term(2 * u, p, k + 1, u - 1)
    case .knownSingle:
      sum =
        term(1, p, k - 1, u) + term(k - 1, p + 1, k - 1, u) + term(2 * u, p, k + 1, u - 1)
    case .completing:
      sum = term(k - 1, p + 2, k - 2, u) + term(2 * u, p + 1, k, u - 1)
    case .fresh:
      sum =
        term(1, p, k, u - 1) + term(k, p + 1, k, u - 1) + term(2 * (u - 1), p, k + 2, u - 2)
    }
    let firstIsUnseen = first == .completing || first == .fresh
    let cards = counts.unknownCards - (firstIsUnseen ? 1 : 0)
    return cards > 0 ? 1 + sum / Double(cards) : nil
  }

  private func costOfKnown(after first: FirstCard) -> Double? {
    // The known cards without the first one and its mate.
    let (others, after) =
      switch first {
      case .ofKnownPair: (2 * (p - 1) + k, (p, k, u))
      case .knownSingle: (2 * p + k - 1, (p, k, u))
      case .completing: (2 * p + k - 1, (p + 1, k - 1, u))
      case .fresh: (2 * p + k, (p, k + 1, u - 1))
      }
    return others == 0 ? nil : 1 + value(after.0, after.1, after.2)
  }

  private func value(_ p: Int, _ k: Int, _ u: Int) -> Double {
    table.value(KnownCounts(pairs: p, singles: k, unseen: u))
  }

  /// A weighted value; with weight 0, the position need not exist.
  private func term(_ weight: Int, _ p: Int, _ k: Int, _ u: Int) -> Double {
    weight == 0 ? 0 : Double(weight) * value(p, k, u)
  }
}

enum FirstCard: Sendable {
  /// P: a card of a known pair.
  case ofKnownPair
  /// S: a known card whose mate is unseen.
  case knownSingle
  /// C: an unseen card whose mate is known.
  case completing
  /// F: an unseen card whose mate is unseen too.
  case fresh

  init(isKnown: Bool, mateIsKnown: Bool) {
    switch (isKnown, mateIsKnown) {
    case (true, true): self = .ofKnownPair
    case (true, false): self = .knownSingle
    case (false, true): self = .completing
    case (false, false): self = .fresh
    }
  }
}

enum SecondCard: CaseIterable, Sendable {
  /// The mate, if the player can know it.
  case mate
  /// Any unseen card.
  case unseen
  /// A known card that is not the mate.
  case known
}
