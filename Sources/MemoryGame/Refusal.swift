/// Why a flip or a conceal was refused, in the order of the tests.
package enum Refusal: String, Error, Hashable, Sendable {
  /// All pairs are found.
  case gameOver
  /// No card has this number.
  case noSuchCard
  /// The card's mate was found before.
  case cardMatched
  /// The card's face is up already.
  case cardFaceUp
  /// No mismatch is on show.
  case nothingToConceal

  /// A sentence that says what to do instead.
  package var message: String {
    switch self {
    case .gameOver: "The game is over; start a new one."
    case .noSuchCard: "There is no card with this number; cards are counted from 0."
    case .cardMatched: "This card was matched already; choose one that is face down."
    case .cardFaceUp: "This card is face up already; choose one that is face down."
    case .nothingToConceal: "There is no mismatch on show to turn down."
    }
  }
}
