/// The side a card shows, and whether its mate was found.
package enum CardState: String, Hashable, Sendable {
  /// Its back is up.
  case down
  /// Its face is up, and its mate was not found.
  case up
  /// Its mate was found; it stays visible.
  case matched
}
