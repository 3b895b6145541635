/// A card that a transition changed, as it is afterwards.
package struct CardChange: Hashable, Sendable {
  /// The card's number, its place in the deal from 0.
  package let number: Int
  /// The card as everybody may see it.
  package let card: VisibleCard
}
