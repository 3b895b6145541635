/// Turns cards up.
struct FlipRequest: Request {
  /// The numbers on their backs, in order.
  let cards: [UInt32]
  /// How long a mismatch is shown before it is turned down, if it is.
  let peek: Duration?

  func perform(_ options: Options) throws {
    let peek = try peek.map { try Peek($0, options) }
    try Flipping(peek?.connection ?? ServiceConnection(options), options, peek: peek).flip(cards)
  }
}
