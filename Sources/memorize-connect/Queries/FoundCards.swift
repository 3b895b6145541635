internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import Screens

extension NoteQuery {
  /// A set of cards in which all that fit are, as far as the service can find one without looking at all.
  enum Candidates: Hashable {
    case numbers([UInt64])
    case added(days: Int)
    case front(String)
    /// Those of decks that fit, or of all.
    case decks(TextPattern?)
  }

  /// More than one for alternatives.
  var candidates: [Candidates] {
    switch self {
    case .term(.note(let numbers)), .term(.card(let numbers)): [.numbers(numbers)]
    case .term(.added(let days)): [.added(days: days)]
    case .term(.field(.front, let pattern)):
      pattern.literal.map { [.front($0)] } ?? [.decks(nil)]
    case .term(.deck(let pattern)): [.decks(pattern)]
    case .term, .not: [.decks(nil)]
    case .all(let parts):
      parts.map(\.candidates).min { Self.cost($0) < Self.cost($1) } ?? [.decks(nil)]
    case .any(let parts):
      // All cards are read once at most.
      Self.whole(Set(parts.flatMap(\.candidates)))
    }
  }

  private static func whole(_ candidates: Set<Candidates>) -> [Candidates] {
    candidates.contains(.decks(nil)) ? [.decks(nil)] : Array(candidates)
  }

  private static func cost(_ candidates: [Candidates]) -> Int {
    candidates.reduce(0) { sum, part in
      switch part {
      case .numbers, .front: sum + 1
      case .added: sum + 10
      case .decks(let pattern): sum + (pattern == nil ? 10_000 : 1_000)
      }
    }
  }

  func fits(_ card: ToolCard, at now: SearchTime) -> Bool {
    switch self {
    case .not(let query): return !query.fits(card, at: now)
    case .all(let parts): return parts.allSatisfy { $0.fits(card, at: now) }
    case .any(let parts): return parts.contains { $0.fits(card, at: now) }
    case .term(let term):
      switch term {
      case .note(let numbers): return numbers.contains(card.note)
      case .card(let numbers): return numbers.contains(card.id)
      case .deck(let pattern): return pattern.matches(thisOrBelow: card.deck)
      case .model(let pattern): return pattern.matches(NoteModel.name)
      case .tag(nil): return card.summary.tags.isEmpty
      case .tag(let pattern?):
        return card.summary.tags.contains { pattern.matches(thisOrBelow: $0) }
      case .field(let field, let pattern): return pattern.matches(card.plain(field))
      case .added(let days): return card.addedAt.map { $0 >= now.start(ofDays: days) } ?? false
      case .state(.due): return card.isDue(at: now.milliseconds)
      case .state(.new): return card.isNew
      case .state(.suspended): return card.summary.isSuspended
      case .text(let pattern):
        return NoteModel.Field.allCases.contains { pattern.matches(card.plain($0)) }
      }
    }
  }
}

extension TextPattern {
  /// Whether a name fits, or one above it, such as “Spanish” above “Spanish::Basics”.
  fileprivate func matches(thisOrBelow name: String) -> Bool {
    let parts = name.split(separator: "::", omittingEmptySubsequences: false)
    return parts.indices.contains { matches(parts[...$0].joined(separator: "::")) }
  }
}

/// The time of a search, in milliseconds since 1970.
struct SearchTime {
  let milliseconds: UInt64
  private let calendar: LocalCalendar

  init(_ microseconds: UInt64, _ calendar: LocalCalendar) {
    (milliseconds, self.calendar) = (microseconds / 1000, calendar)
  }

  /// When the first of the last days began.
  func start(ofDays days: Int) -> UInt64 {
    calendar.start(of: calendar.day(of: milliseconds * 1000) - (days - 1)) / 1000
  }
}

// Finding cards.
extension ToolResponder {
  struct Query: Decodable {
    let query: String
  }

  /// The cards that fit, in the order of their numbers.
  func cards(_ given: Query) throws(Refusal) -> [ToolCard] {
    let query = try NoteQuery(given.query)
    let now = SearchTime(WallClock.microseconds, SystemCalendar.current)
    var found: [UInt64: CardSummary] = [:]
    for part in query.candidates {
      for card in try cards(part, now) where found[card.id] == nil { found[card.id] = card }
    }
    return try toolCards(Array(found.values)).filter { query.fits($0, at: now) }
  }

  private func cards(
    _ candidates: NoteQuery.Candidates, _ now: SearchTime
  ) throws(Refusal) -> [CardSummary] {
    switch candidates {
    case .numbers(let numbers):
      let cards = try summaries(numbers)
      return try cards + gaps(of: cards)
    case .added(let days):
      let start = now.start(ofDays: days) * 1000
      let added = try ask { (service) throws(ProgramError) in
        try service.read(DecksContract.added, start)
      }
      return try added + gaps(of: added)
    case .front(let text):
      // The first finds it in other cases too, the second also a whole sentence.
      let own = Set(try ownDecks())
      return try ask { (service) throws(ProgramError) in
        try service.read(DecksContract.search, text, DecksContract.maximumCards)
          .filter { own.contains($0.deck) } + service.read(DecksContract.findFronts, [text])
      }
    case .decks(let pattern):
      var cards: [CardSummary] = []
      for deck in try ownDecks() where pattern?.matches(thisOrBelow: deck) != false {
        cards += try ask { (service) throws(ProgramError) in try service.cards(of: deck) }
      }
      return cards
    }
  }
}
