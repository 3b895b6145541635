/// A card as everybody may see it.
package struct VisibleCard: Hashable, Sendable {
  /// The side the card shows.
  package let state: CardState
  /// The text of its face, "" for a card that is down.
  package let face: String

  /// Shows a card: the one place where it is decided who sees a face.
  init(state: CardState, hiding face: Face) {
    self.state = state
    self.face = state == .down ? "" : face.text
  }
}

/// The side a card shows, and whether its mate was found.
package enum CardState: String, Hashable, Sendable {
  /// Its back is up.
  case down
  /// Its face is up, and its mate was not found.
  case up
  /// Its mate was found; it stays visible.
  case matched
}
