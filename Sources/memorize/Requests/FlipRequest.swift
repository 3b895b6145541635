/// Turns cards up.
struct FlipRequest: Request {
  /// The numbers on their backs, in order.
  let cards: [UInt32]
  /// How long a mismatch is shown before it is turned down, if it is.
  let peek: Duration?

  func perform(_ settings: Settings) throws {
    let session = try Session(settings)
    let peek = peek.map { Peek($0, session, settings) }
    try Flipping(session, settings, peek: peek).flip(cards)
  }
}
