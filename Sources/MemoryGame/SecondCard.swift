/// What a second card can be chosen as.
enum SecondCard: CaseIterable, Sendable {
  /// The mate, where the player can know it.
  case mate
  /// Any card that was not seen.
  case unseen
  /// A known card that is not the mate.
  case known
}
