package import Practice

// What was practised: schedules, reviews, and the session that is on.
extension GameStore {
  /// What is kept of practice.
  ///
  /// - Returns: The session, and the schedules of all cards.
  /// - Throws: `StoreError`.
  package func practice() throws(StoreError) -> StoredPractice {
    try practiceStatements().practice()
  }

  /// Keeps a transition of the session: all of it or nothing.
  ///
  /// - Parameter change: What it changes.
  /// - Throws: `StoreError`; then nothing is changed.
  package func keep(_ change: PracticeChange) throws(StoreError) {
    let statements = try practiceStatements()
    let settings = try settingStatements()
    try transaction { () throws(StoreError) in
      try statements.keep(change)
      for (setting, value) in change.settings { try settings.set(setting, to: value) }
    }
  }

  /// Keeps all of practice that another database has had.
  ///
  /// - Parameters:
  ///   - trainer: The session, and the schedules of all cards.
  ///   - revision: The revision of the last transition.
  ///   - lastDeck: The name of the deck of the last session; nil where there was none.
  /// - Throws: `StoreError`; then nothing is changed.
  package func add(
    _ trainer: Trainer, revision: UInt64, lastDeck: String? = nil
  ) throws(StoreError) {
    let statements = try practiceStatements()
    try transaction { () throws(StoreError) in
      for update in trainer.reviews.schedules { try statements.set(update) }
      guard let session = trainer.session else {
        return try statements.addIdle(revision: revision, deck: lastDeck ?? "")
      }
      try statements.keep(PracticeChange(revision: revision, step: .begins(session)))
      let log =
        session.right.map { ($0, true) } + session.wrong.map { ($0, false) }
      for (response, isRight) in log.sorted(by: { $0.0.sequence < $1.0.sequence }) {
        try statements.keep(
          PracticeChange(revision: revision, step: .responds(response, isRight: isRight)))
      }
      if case .revealed = trainer.state {
        try statements.keep(PracticeChange(revision: revision, step: .reveals))
      }
    }
  }

  /// The reviews of some time.
  ///
  /// - Parameter time: Microseconds since 1970-01-01 UTC, from which on they are wanted.
  /// - Returns: The reviews in their order.
  /// - Throws: `StoreError`.
  package func reviews(since time: UInt64) throws(StoreError) -> [ReviewRecord] {
    try practiceStatements().reviews(since: time)
  }

  /// Sums up the reviews of all time.
  ///
  /// - Returns: How many there are, and what they tell of memory.
  /// - Throws: `StoreError`.
  package func reviewTotals() throws(StoreError) -> (reviews: Int, reviewed: Int, recalled: Int) {
    try practiceStatements().totals()
  }

  /// Forgets who practises, and on wish all schedules and reviews, without a trace.
  ///
  /// - Parameter reviewsToo: Whether schedules and reviews are forgotten as well.
  /// - Throws: `StoreError`; then nothing is changed.
  package func forgetUser(reviewsToo: Bool) throws(StoreError) {
    let practice = reviewsToo ? try practiceStatements() : nil
    let settings = try settingStatements()
    try transaction { () throws(StoreError) in
      try practice?.forgetReviews()
      try settings.set(.userName, to: nil)
      if reviewsToo {
        try settings.set(.sessionsDone, to: nil)
        try settings.set(.remindedOn, to: nil)
      }
    }
    forget()
  }
}
