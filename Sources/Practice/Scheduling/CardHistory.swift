/// The log of one card in one direction, from which its schedule follows.
package struct CardHistory: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case review(Rating)
      /// A schedule taken over without its reviews; later reviews continue from it.
      case state(MemoryState, introducedAt: UInt64)
    }

    package let id: Int64
    /// In microseconds since 1970-01-01 UTC.
    package let at: UInt64
    /// The local day on which it was made, counted from 1970-01-01.
    package let day: Int
    package let content: Content
    package let isImported: Bool
    /// The day that was chosen for the next review; nil if none was.
    package let chosenDay: Int?

    package init(
      id: Int64, at: UInt64, on day: Int, _ content: Content, isImported: Bool = false,
      chosenDay: Int? = nil
    ) {
      self.id = id
      self.at = at
      self.day = day
      self.content = content
      self.isImported = isImported
      self.chosenDay = chosenDay
    }
  }

  /// In the order in which they count.
  package let rows: [Row]

  /// Orders rows given in the order of the log.
  ///
  /// Local answers keep the order of the log, even if the clock was wrong. An imported review was
  /// logged later than it happened, so it is placed by its time. A state includes everything before
  /// it.
  package init(_ logged: [Row]) {
    let state = logged.first(where: \.isState)
    var rows = state.map { [$0] } ?? []
    for row in logged where !row.isState {
      guard row.isImported else {
        rows.append(row)
        continue
      }
      if let state, row.at <= state.at { continue }
      let later = rows.reversed().prefix { !$0.isState && $0.at > row.at }
      rows.insert(row, at: rows.count - later.count)
    }
    self.rows = rows
  }

  package func schedule(_ fsrs: FSRS) -> Schedule? {
    rows.reduce(nil) { before, row in
      switch row.content {
      case .review(let rating):
        fsrs.schedule(
          after: before, rating, at: row.at, on: row.day, chosenDay: row.chosenDay)
      case .state(let memory, let introducedAt):
        Schedule(
          memory: memory, introducedAt: introducedAt, reviewedAt: row.at, reviewedOn: row.day,
          chosenDay: row.chosenDay)
      }
    }
  }

  /// The days between each row and the one before it; nil for the first.
  package var elapsedDays: [Int?] {
    rows.indices.map { index in
      index == 0 ? nil : Schedule.days(from: rows[index - 1].day, until: rows[index].day)
    }
  }
}

extension CardHistory.Row {
  var isState: Bool {
    if case .state = content { true } else { false }
  }
}
