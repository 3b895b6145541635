internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Practice

// The calls of a session.
extension PracticeOnBus {
  func answer(_ question: UInt32, choice: UInt32) throws -> Bool {
    try act {
      try $0.answer(Int(question), choice: Int(choice), $1.settings, at: $1.time)
    }.given?.isCorrect == true
  }

  func answer(_ question: UInt32, text: String) throws -> Bool {
    try act { try $0.answer(Int(question), text: text, $1.settings, at: $1.time) }
      .given?.isCorrect == true
  }

  func reveal(_ question: UInt32) throws -> String {
    try act { try $0.reveal(Int(question), $1.settings, at: $1.time) }.revealed ?? ""
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    guard let rating = Rating(rawValue: Int(grade)) else {
      throw BusError.invalidArguments(
        english("A grade must be 1 (again), 2 (hard), 3 (good) or 4 (easy), not \(grade)."))
    }
    try act { try $0.grade(Int(question), rating, $1.settings, at: $1.time) }
  }

  func undo() throws { try act { trainer, context in try trainer.undo(at: context.time.now) } }

  /// Starts a session like the current or finished one.
  func restart() throws {
    try act { try $0.restart($1.settings, at: $1.time, using: &$1.generator) }
  }

  func stop() throws { try act { trainer, _ in try trainer.stop() } }
}

// Cards and decks that the session leaves out.
extension PracticeOnBus {
  /// Suspends or resumes cards; the session continues without suspended ones.
  ///
  /// `then` receives the changed cards before the session's step is published.
  func setSuspended(
    _ isSuspended: Bool, _ cards: [CardIdentity], then: ([CardIdentity]) -> Void
  ) throws {
    try rest {
      $0.setSuspended(isSuspended, cards, at: $1.time.now)
    } then: {
      then($0.suspension?.cards ?? [])
    }
  }

  /// Changes the standings of decks, by comparison key; the session continues without suspended ones.
  ///
  /// `then` is called if anything changes, before that is published.
  func setStandings(
    _ standings: (Reviews) throws -> [String: DeckStanding], then: () -> Void = {}
  ) throws {
    try rest {
      $0.setStandings(try standings($0.reviews), at: $1.time.now)
    } then: {
      if $0.standings != nil { then() }
    }
  }
}

// What others read of it.
extension PracticeOnBus {
  var reviews: Reviews { model.trainer.reviews }

  var now: UInt64 { clock.now }

  /// When the session ends by itself; nil if no question is open.
  var sessionEnd: UInt64? { model.sessionEnd }
}
