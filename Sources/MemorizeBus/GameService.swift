package import DBus

/// What answers the interface `org.memorized.Memorize1.Game`; ``GameContract`` says what each means.
package protocol GameService: AnyObject {
  /// Answers ``GameContract/newGame``.
  func newGame(_ options: [String: Value]) throws -> (UInt64, UInt64)
  /// Answers ``GameContract/flip``.
  func flip(_ card: UInt32) throws -> (String, Int32, UInt64, [ChangedCard])
  /// Answers ``GameContract/conceal``.
  func conceal() throws -> UInt64

  /// The values of all properties but the cards, kept ready: all are compared after each transition.
  var facts: GameFacts { get }
  /// See ``GameContract/cards``.
  var cards: [CardOnShow] { get }
}
