package import MemoryGame

/// What happened on one machine, and counts on all.
package struct LogEvent: Equatable, Sendable {
  package let id: EventID
  /// When it was written, in microseconds since 1970-01-01 UTC; later than everything that its machine
  /// had read or written, even if its clock was wrong.
  package let stamp: UInt64
  package let content: Content

  package init(_ id: EventID, at stamp: UInt64, _ content: Content) {
    (self.id, self.stamp, self.content) = (id, stamp, content)
  }

  package enum Content: Equatable, Sendable {
    case review(ReviewEvent)
    /// A response was taken back.
    case unreview(EventID)
    /// Nil if the fact has no value any more.
    case fact(Fact, String?)
    /// A card was given another identity, since its first side was edited or it got a guid.
    case rename(CardIdentity, to: CardIdentity)
    case game(FinishedGame)
    /// Nothing that tells of reviews counts any more, up to a number of each machine.
    case forget([Machine: UInt64])
  }

  package var order: EventOrder { EventOrder(stamp, id) }
}

/// A fact that the last event about it decides.
package struct Fact: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One of the user's settings, by its name.
    case setting
    case suspended
    /// The card was removed from all decks; without a value, it was added again.
    case gone
    // Of a deck, by its comparison key: what ``DeckStanding`` has.
    case place
    case added
    case started
    case deckSuspended = "deck-suspended"
    /// The day for the next review after an answer, if a planned break moved it.
    case day
    /// Of a local day, by its number: a session was finished on it; without a value, all were undone.
    case practiced
    /// How people call a machine.
    case machine

    /// Whether it tells that something was practiced, and is forgotten with the reviews.
    package var tellsOfReviews: Bool {
      switch self {
      case .added, .started, .day, .practiced: true
      case .setting, .suspended, .gone, .place, .deckSuspended, .machine: false
      }
    }
  }

  package enum Subject: Hashable, Sendable {
    case name(String)
    case card(CardIdentity)
    case event(EventID)
  }

  package let kind: Kind
  package let subject: Subject

  private init(_ kind: Kind, _ subject: Subject) { (self.kind, self.subject) = (kind, subject) }

  /// `day` is counted from 1970-01-01.
  package init(practicedOn day: Int) { self.init(.practiced, named: "\(day)") }

  /// Of a setting, a deck, a day or a machine.
  package init(_ kind: Kind, named name: String) { self.init(kind, .name(name)) }

  package init(_ kind: Kind, of card: CardIdentity) { self.init(kind, .card(card)) }

  package init(dayAfter review: EventID) { self.init(.day, .event(review)) }
}

/// A review of a card in one direction, as the log has it.
package struct ReviewEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case answer(Rating, PracticeMode)
    case imported(Rating)
    /// A schedule that was taken over without its reviews.
    case state(MemoryState, introducedAt: UInt64)

    var isImported: Bool {
      if case .imported = self { true } else { false }
    }
  }

  package let card: CardIdentity
  package let direction: Direction
  package let content: Content
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// The local day on which it was made, counted from 1970-01-01.
  package let day: Int
  /// In milliseconds, at most ``Response/maximumTook``.
  package let took: UInt32
  /// The day that was chosen for the next review; nil if none was.
  package let chosenDay: Int?

  package init(
    _ card: CardIdentity, _ direction: Direction, _ content: Content, at: UInt64, on day: Int,
    took: UInt32 = 0, chosenDay: Int? = nil
  ) {
    (self.card, self.direction, self.content) = (card, direction, content)
    (self.at, self.day, self.took, self.chosenDay) = (at, day, took, chosenDay)
  }

  /// When it counts among the reviews of its card: an answer when it was written, because a clock may
  /// be wrong, and others when they were made, because they came later.
  package func time(writtenAt stamp: UInt64) -> UInt64 {
    if case .answer = content { stamp } else { Self.time(madeElsewhereAt: at, writtenAt: stamp) }
  }

  /// Nothing is made after it was written.
  package static func time(madeElsewhereAt time: UInt64, writtenAt stamp: UInt64) -> UInt64 {
    min(time, stamp)
  }
}

/// A review with the place of its event.
package struct WrittenReview: Hashable, Sendable {
  package let event: ReviewEvent
  package let written: EventOrder

  package init(_ event: ReviewEvent, _ written: EventOrder) {
    (self.event, self.written) = (event, written)
  }
}

extension LogEvent {
  /// Whether ``Content/forget(_:)`` erases it.
  package var tellsOfReviews: Bool {
    switch content {
    case .review: true
    // What took back a review of another machine, or of an earlier name of its own, must not be erased
    // before that one is.
    case .unreview(let review): review.machine == id.machine
    case .fact(let fact, _): fact.kind.tellsOfReviews
    case .rename, .game, .forget: false
    }
  }
}
