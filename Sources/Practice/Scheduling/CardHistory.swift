/// The log of one card in one direction, from which its schedule follows.
package struct CardHistory: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case review(Rating)
      /// A schedule taken over without its reviews; later ones go on from it.
      case state(MemoryState, introducedAt: UInt64)
    }

    package let id: Int64
    /// In microseconds since 1970-01-01 UTC.
    package let at: UInt64
    package let content: Content
    package let isImported: Bool

    package init(id: Int64, at: UInt64, _ content: Content, isImported: Bool = false) {
      self.id = id
      self.at = at
      self.content = content
      self.isImported = isImported
    }
  }

  /// In the order in which they count.
  package let rows: [Row]

  /// Orders rows that come as they were logged.
  ///
  /// Imported rows were logged later than they happened, so then the time counts; otherwise it does
  /// not, since the clock may have been wrong. Reviews before a state are contained in it.
  package init(_ logged: [Row]) {
    let state = logged.first(where: \.isState)
    let reviews = logged.filter { row in
      !row.isState && !(row.isImported && row.at <= state?.at ?? 0)
    }
    let isMixed = reviews.contains(where: \.isImported)
    let ordered = isMixed ? reviews.sorted { ($0.at, $0.id) < ($1.at, $1.id) } : reviews
    rows = (state.map { [$0] } ?? []) + ordered
  }

  package func schedule(_ fsrs: FSRS) -> Schedule? {
    rows.reduce(nil) { before, row in
      switch row.content {
      case .review(let rating): fsrs.schedule(after: before, rating, at: row.at)
      case .state(let memory, let introducedAt):
        Schedule(memory: memory, introducedAt: introducedAt, reviewedAt: row.at)
      }
    }
  }

  /// The whole days between each row and the one before it; nil for the first.
  package var elapsedDays: [Int?] {
    rows.indices.map { place in
      place == 0 ? nil : Schedule.days(from: rows[place - 1].at, until: rows[place].at)
    }
  }
}

extension CardHistory.Row {
  var isState: Bool {
    if case .state = content { true } else { false }
  }
}
