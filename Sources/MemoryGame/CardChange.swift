/// A card that a transition changed, as it is afterwards.
public struct CardChange: Hashable, Sendable {
  /// The card's number, its place in the deal from 0.
  public let number: Int
  /// The card as everybody may see it.
  public let card: VisibleCard
}
