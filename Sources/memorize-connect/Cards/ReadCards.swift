internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import Screens
internal import UserService

// Actions that find and describe cards.
extension ToolResponder {
  struct Notes: Decodable {
    let notes: [ToolNumber]
  }

  struct Cards: Decodable {
    let cards: [ToolNumber]
  }

  func findNotes(_ given: Query) throws(Refusal) -> JSON {
    .array(Set(try cards(given).map(\.note)).sorted().map { .integer($0) })
  }

  func findCards(_ given: Query) throws(Refusal) -> JSON {
    .array(try cards(given).map { .integer($0.id) })
  }

  /// An empty object for a number that no card has.
  func infos(
    _ numbers: [ToolNumber], _ info: (ToolCard) -> JSON
  ) throws(Refusal) -> JSON {
    let known = try cards(numbered: numbers)
    return .array(numbers.map { known[$0.key].map(info) ?? [:] })
  }

  func areSuspended(_ given: Cards) throws(Refusal) -> JSON {
    let known = try cards(numbered: given.cards)
    return .array(
      given.cards.map { number in
        known[number.key].map { .boolean($0.summary.isSuspended) } ?? .null
      })
  }

  /// New cards count as due.
  func areDue(_ given: Cards) throws(Refusal) -> JSON {
    let known = try cards(numbered: given.cards)
    let now = WallClock.microseconds / 1000
    return .array(
      given.cards.map { number in
        let card = known[number.key]
        return .boolean(card.map { $0.isDue(at: now) || $0.isNew } ?? false)
      })
  }

  /// The reviews of cards by their numbers, with the days until the next one.
  func reviews(_ given: Cards) throws(Refusal) -> JSON {
    var rows: [UInt64: [JSON]] = [:]
    var days: [UInt64: Int] = [:]
    let wanted = Set(given.cards.compactMap(\.card))
    let log = try ask { (service) throws(ProgramError) in
      try wanted.isEmpty ? [] : service.loggedReviews()
    }
    for logged in log where wanted.contains(logged.review.card) {
      guard let rating = logged.review.rating else { continue }
      let card = logged.review.card
      let before = days[card].map { logged.day - $0 } ?? 0
      let next = logged.chosenDay.map { $0 - logged.day } ?? 0
      days[card] = logged.day
      rows[card, default: []].append([
        "id": .integer(logged.review.at / 1000), "usn": .integer(0),
        "ease": .integer(rating.rawValue), "ivl": .integer(next), "lastIvl": .integer(before),
        "factor": .integer(0), "time": .integer(logged.review.took), "type": .integer(1),
      ])
    }
    let numbers = Dictionary(given.cards.map { ($0.text, $0.key) }) { first, _ in first }
    return .object(
      numbers.sorted { $0.key < $1.key }.map { ($0.key, .array(rows[$0.value] ?? [])) })
  }

  /// Opens a terminal with the first card, if there is one and a terminal.
  func browse(_ given: Query) throws(Refusal) -> JSON {
    let cards = try cards(given)
    if let card = cards.first {
      let command = ShellCommand(
        inTerminal: "\"$0\" deck show \"$1\"; read _", of: "memorize", ["\(card.id)"])
      do {
        _ = try command?.start(token: nil)
      } catch {
        throw Refusal("No terminal could be opened: \(error)")
      }
    }
    return .array(cards.map { .integer($0.id) })
  }
}
