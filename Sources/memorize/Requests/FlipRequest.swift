/// Turns cards up.
struct FlipRequest: Request {
  /// The numbers on their backs, in order.
  let cards: [UInt32]
  /// How long a mismatch is shown before it is turned down, if it is.
  let peek: Duration?

  func perform(_ settings: Settings) throws {
    let peek = try peek.map { try Peek($0, settings) }
    try Flipping(peek?.connection ?? ServiceConnection(settings), settings, peek: peek).flip(cards)
  }
}
