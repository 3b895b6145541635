internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Practice
internal import Store

/// Adds reviews made elsewhere, a part at a time.
///
/// Each part is stored with its schedules, so an interrupted import has added whole parts; repeating
/// it adds the rest.
final class ReviewImport: PreparedWork {
  private let store: Store
  private let practice: PracticeOnBus
  /// The reviews that are still to be added.
  private var rest: ArraySlice<Review<CardIdentity>>
  private var added = 0
  private var failure: StoreError?

  init(
    of given: [ForeignReview], to store: Store, _ practice: PracticeOnBus
  ) throws(BusError) {
    guard given.count <= PracticeContract.maximumReviews else {
      throw .invalidArguments(
        "At most \(PracticeContract.maximumReviews) reviews can be imported at a time, not "
          + "\(given.count).")
    }
    var reviews: [Review<CardIdentity>] = []
    for review in given { reviews.append(try Review(review)) }
    (self.store, self.practice, rest) = (store, practice, reviews[...])
  }

  var isDone: Bool { rest.isEmpty || failure != nil }

  func advance(while mayContinue: () -> Bool) -> Bool {
    repeat { addPart() } while !isDone && mayContinue()
    practice.reload()
    return !isDone
  }

  private func addPart() {
    do throws(StoreError) {
      added += try store.use { tables throws(StoreError) in
        try tables.transaction { () throws(StoreError) in
          var left = rest
          let count = try tables.practice.add(&left, at: practice.now, store.userSettings.fsrs)
          rest = left
          return count
        }
      }
    } catch {
      failure = error
    }
  }

  /// The number of reviews that were new.
  func count() throws(StoreError) -> Int {
    while !isDone { _ = advance { true } }
    if let failure { throw failure }
    return added
  }
}

extension CardIdentity {
  /// The card with a guid from a package.
  init(importedGuid guid: String) throws(BusError) {
    let text = WrittenText.trimmed(guid)
    if WrittenText.fault(in: text, maximumBytes: WordCard.maximumBytes) != nil {
      throw .invalidArguments("A guid cannot be “\(guid.printable(upTo: 100))”.")
    }
    self = .guid(text)
  }
}

extension Review<CardIdentity> {
  fileprivate init(_ review: ForeignReview) throws(BusError) {
    guard let direction = review.direction.known else {
      throw .invalidArguments(Direction.refusal(of: "direction", review.direction.text.printable))
    }
    guard let rating = Rating(rawValue: Int(review.rating)) else {
      throw .invalidArguments("A rating must be 1, 2, 3 or 4, not \(review.rating).")
    }
    guard review.at > 0, review.at <= latestReview else {
      throw .invalidArguments("A review cannot be made at \(review.at) µs since 1970.")
    }
    self.init(
      card: try CardIdentity(importedGuid: review.guid), direction: direction, rating: rating,
      at: review.at, took: min(review.took, Response.maximumTook))
  }
}

/// The end of the year 9999.
private let latestReview: UInt64 = 253_402_300_800_000_000
