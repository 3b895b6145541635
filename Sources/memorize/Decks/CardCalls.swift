import MemorizeBus
import PlainText
import Practice
import Screens

// Card calls that several verbs share.
extension ServiceConnection {
  /// The cards of several decks.
  func cards(
    of decks: [String], until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    var cards: [CardSummary] = []
    for deck in decks where !isEnough(cards) {
      cards += try self.cards(of: deck, until: isEnough)
      restartClock()
    }
    return cards
  }

  /// The complete number of the only card whose number begins with these digits, else the digits.
  ///
  /// Fewer than seven digits are a complete number, assigned by an older store.
  func number(beginning digits: UInt64) throws(ProgramError) -> UInt64 {
    guard (1_000_000..<1_000_000_000_000_000).contains(digits), try cards([digits]).isEmpty else {
      return digits
    }
    let decks = try themes().filter(\.isDeck).map(\.name)
    let found = try cards(of: decks).filter { "\($0.id)".hasPrefix("\(digits)") }
    let fronts = Dictionary(found.map { ($0.id, $0.front) }) { first, _ in first }
    guard fronts.count > 1 else { return fronts.keys.first ?? digits }
    let shown = fronts.sorted { $0.key < $1.key }.prefix(3).map { "\($0) (\($1))" }
    let (count, list) = (fronts.count, shown.joined(separator: ", "))
    throw ProgramError(
      .noSuchThing, name: "NoSuchCard",
      count > shown.count
        ? english("The numbers of \(count) cards begin with \(digits): \(list), …")
        : english("The numbers of \(count) cards begin with \(digits): \(list)."))
  }

  /// The decks whose cards can be changed.
  func ownDecks() throws(ProgramError) -> [String] {
    try themes().filter { $0.isDeck && $0.isImported }.map(\.name)
  }
}
