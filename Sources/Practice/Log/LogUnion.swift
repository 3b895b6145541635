internal import MemoryGame

/// All events of all machines, as far as they have arrived.
///
/// They may come in any order, and more than once: the same events make the same union.
package struct LogUnion: Equatable, Sendable {
  struct Decision: Hashable {
    let order: EventOrder
    let value: String?
  }

  struct Game: Equatable {
    let order: EventOrder
    let game: FinishedGame
  }

  private(set) var reviews: [EventID: WrittenReview] = [:]
  /// The reviews that were taken back.
  private(set) var undone: Set<EventID> = []
  /// All decisions: an earlier one counts if a later one is forgotten, or is about another card that has
  /// had the same name.
  private(set) var facts: [Fact: [EventID: Decision]] = [:]
  private(set) var renames = CardRenames()
  private(set) var games: [GameKey: Game] = [:]
  /// Up to which number the reviews of each machine are forgotten.
  package private(set) var forgotten: [Machine: UInt64] = [:]

  package init() {}

  package mutating func insert(_ event: LogEvent) {
    let (id, order) = (event.id, event.order)
    switch event.content {
    case .review(let review): reviews[id] = WrittenReview(review, order)
    case .unreview(let review): undone.insert(review)
    case .fact(let fact, let value):
      facts[fact, default: [:]][id] = Decision(order: order, value: value)
    case .rename(let old, let new): renames.insert(old, to: new, order)
    case .game(let game):
      if games[game.key].map({ $0.order < order }) ?? true {
        games[game.key] = Game(order: order, game: game)
      }
    case .forget(let numbers): forgotten.merge(numbers) { max($0, $1) }
    }
  }

  func isForgotten(_ id: EventID) -> Bool { id.sequence <= forgotten[id.machine] ?? 0 }
}
