/// A card as somebody who looks at the board sees it.
package struct BoardCard: Sendable, Hashable {
  /// Which side of a card is up, and whether its pair was found.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// The back is up.
    case down
    /// The face is up and not matched.
    case up
    /// The face is up and its pair was found.
    case matched
  }

  /// The number on the card's back, from 0.
  package let number: Int
  /// Which side is up.
  package let state: State
  /// The emoji or text on the face; empty where the back is up.
  package let face: String

  /// Makes a card to draw; the face of one whose back is up is dropped, so that no drawing shows it.
  package init(number: Int, state: State, face: String = "") {
    self.number = number
    self.state = state
    self.face = state == .down ? "" : face
  }
}

/// The line of a card for screen readers and scripts: `NUMBER<TAB>STATE<TAB>FACE<TAB>NAME`.
///
/// Face and name are empty where the back is up. Control characters in a face become spaces, so
/// that it is always one line of four fields.
package func plainLine(_ card: BoardCard) -> String {
  let fields = [
    String(card.number), card.state.rawValue, harmless(card.face), harmless(faceName(card.face)),
  ]
  return fields.joined(separator: "\t")
}
