/// The log of one card in one direction, from which its schedule follows.
package struct CardHistory: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case review(Rating)
      /// A schedule taken over without its reviews; later reviews continue from it.
      case state(MemoryState, introducedAt: UInt64)
    }

    /// Of the store's row; 0 for none.
    package let id: Int64
    package let order: EventOrder
    /// In microseconds since 1970-01-01 UTC.
    package let at: UInt64
    /// The local day on which it was made, counted from 1970-01-01.
    package let day: Int
    package let content: Content
    package let isImported: Bool
    /// The day that was chosen for the next review; nil if none was.
    package let chosenDay: Int?

    package init(
      id: Int64 = 0, _ order: EventOrder, at: UInt64, on day: Int, _ content: Content,
      isImported: Bool = false, chosenDay: Int? = nil
    ) {
      self.id = id
      self.order = order
      self.at = at
      self.day = day
      self.content = content
      self.isImported = isImported
      self.chosenDay = chosenDay
    }
  }

  /// In the order in which they count.
  package let rows: [Row]

  /// Orders the rows.
  ///
  /// A state includes everything that was made elsewhere before it, and of two states the first
  /// counts.
  package init(_ unordered: [Row]) {
    let ordered = unordered.sorted { $0.order < $1.order }
    let state = ordered.first(where: \.isState)
    rows =
      (state.map { [$0] } ?? [])
      + ordered.filter { row in
        !row.isState && !(row.isImported && state.map { row.at <= $0.at } ?? false)
      }
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
