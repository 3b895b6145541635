internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Practice
internal import Store

extension DecksOnBus {
  /// Adds reviews made elsewhere, a part at a time; returns the number of those that were new.
  ///
  /// Each part is stored with its schedules, so an interrupted import has added whole parts; repeating
  /// it adds the rest.
  func adding(
    _ given: [ForeignReview], dayStart: ClockTime?
  ) throws(BusError) -> SteppedWork<Int> {
    guard given.count <= PracticeContract.maximumReviews else {
      throw .invalidArguments(
        english(
          "At most \(PracticeContract.maximumReviews) reviews can be imported at a time, not "
            + "\(given.count)."))
    }
    var rest: ArraySlice<Review<CardIdentity>> = try given.map(Review.init)[...]
    var added = 0
    var calendar = practice.clock.calendar()
    if let dayStart { calendar = calendar.starting(at: dayStart) }
    return SteppedWork { [store, practice, calendar] mayContinue throws(StoreError) in
      while !rest.isEmpty {
        defer { practice.reload() }
        added += try store.change { tables throws(StoreError) in
          try tables.practice.add(&rest, at: practice.now, calendar, store.userSettings.fsrs)
        }
        if !mayContinue() { break }
      }
      return rest.isEmpty ? added : nil
    }
  }
}

extension CardIdentity {
  /// The card with a guid from a package, which a tab and a number follow for a gap.
  init(importedGuid guid: String) throws(BusError) {
    let parts = guid.split(separator: "\t", omittingEmptySubsequences: false)
    let text = WrittenText.trimmed(String(parts[0]))
    let gap = parts.count == 2 ? Int(parts[1]).flatMap { "\($0)" == parts[1] ? $0 : nil } : nil
    guard WrittenText.fault(in: text, maximumBytes: WordCard.maximumBytes) == nil,
      parts.count == 1 || gap.map({ (1...GapSentence.maximumNumber).contains($0) }) == true
    else {
      throw .invalidArguments(english("A guid cannot be “\(guid.printable(upTo: 100))”."))
    }
    self = .guid(text, gap: gap)
  }
}

extension Review<CardIdentity> {
  fileprivate init(_ review: ForeignReview) throws(BusError) {
    guard let direction = review.direction.known else {
      throw .invalidArguments(Direction.refusal(of: "direction", review.direction.text.printable))
    }
    guard let rating = Rating(rawValue: Int(review.rating)) else {
      throw .invalidArguments(english("A rating must be 1, 2, 3 or 4, not \(review.rating)."))
    }
    guard review.at > 0, review.at <= latestReview else {
      throw .invalidArguments(english("A review cannot be made at \(review.at) µs since 1970."))
    }
    self.init(
      card: try CardIdentity(importedGuid: review.guid), direction: direction, rating: rating,
      at: review.at, took: min(review.took, Response.maximumTook))
  }
}

/// The end of the year 9999.
private let latestReview: UInt64 = 253_402_300_800_000_000
