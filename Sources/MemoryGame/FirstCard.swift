/// What a first card can turn out to be.
enum FirstCard: Sendable {
  /// P: a card of a pair of which both cards were known.
  case ofKnownPair
  /// S: a known card whose mate was not seen.
  case knownSingle
  /// C: it was not seen, and its mate is known.
  case completing
  /// F: it was not seen, and neither was its mate.
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
