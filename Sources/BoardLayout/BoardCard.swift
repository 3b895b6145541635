package import MemoryGame

/// A card as the player sees it.
package struct BoardCard: Sendable, Hashable {
  /// The number on the card's back, from 0.
  package let number: Int
  package let state: CardState
  /// Empty if the back is up.
  package let face: String

  /// Drops the face of a card whose back is up, so that no drawing can show it.
  package init(number: Int, state: CardState, face: String = "") {
    self.number = number
    self.state = state
    self.face = state == .down ? "" : face
  }
}

/// The line of a card for screen readers and scripts: `NUMBER<TAB>STATE<TAB>FACE<TAB>NAME`.
///
/// Face and name are empty if the back is up. Control characters in a face become spaces, so
/// that it is always one line of four fields.
package func plainLine(_ card: BoardCard) -> String {
  [String(card.number), card.state.rawValue, card.face, faceName(card.face)]
    .map { WrittenText.harmless($0) }.joined(separator: "\t")
}
