package import Practice

/// Rows of the log of reviews by columns, which take less time than as many structures.
package struct ReviewColumns {
  package typealias Wire = (
    [UInt64], [UInt64], [Bool], [UInt8], [UInt64], [UInt32], [Int32], [Int32]
  )

  package let wire: Wire

  package init(_ wire: Wire) { self.wire = wire }

  package init(_ rows: [(id: UInt64, logged: LoggedReview)]) {
    let reviews = rows.map(\.logged.review)
    wire = (
      rows.map(\.id), reviews.map(\.card), reviews.map { $0.direction == .backward },
      reviews.map { UInt8($0.rating?.rawValue ?? 0) }, reviews.map(\.at), reviews.map(\.took),
      rows.map { Int32(clamping: $0.logged.day) },
      rows.map { Int32(clamping: $0.logged.chosenDay ?? 0) }
    )
  }

  /// The review is nil in a row of a later version.
  package var rows: [(id: UInt64, logged: LoggedReview?)] {
    let (ids, cards, backward, ratings, times, took, days, chosen) = wire
    let count =
      [
        ids.count, cards.count, backward.count, ratings.count, times.count, took.count, days.count,
        chosen.count,
      ].min() ?? 0
    return (0..<count).map { row in
      let rating = Rating(rawValue: Int(ratings[row]))
      if rating == nil, ratings[row] != 0 { return (ids[row], nil) }
      let review = Review(
        card: cards[row], direction: backward[row] ? .backward : .forward, rating: rating,
        at: times[row], took: took[row])
      return (
        ids[row],
        LoggedReview(
          review, on: Int(days[row]),
          chosenDay: chosen[row] == 0 ? nil : Int(chosen[row]))
      )
    }
  }
}
