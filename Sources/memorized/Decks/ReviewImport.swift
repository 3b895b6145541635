internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store

/// Adds reviews made elsewhere, a part in each turn of the loop, while the call that brings them
/// waits and others are answered.
///
/// Each part is stored with the schedules that follow from it, so an import that is cut short has
/// added whole parts; repeated, it adds the others.
final class ReviewImport {
  private struct Work {
    let given: [ForeignReview]
    /// Those that were not added yet.
    var rest: ArraySlice<ImportedReview>
    var added = 0
    var failure: StoreError?

    init(_ given: [ForeignReview]) throws(BusError) {
      guard given.count <= PracticeContract.maximumReviews else {
        throw .invalidArguments(
          "At most \(PracticeContract.maximumReviews) reviews can be imported at a time, not "
            + "\(given.count).")
      }
      self.given = given
      var reviews: [ImportedReview] = []
      for review in given { reviews.append(try ImportedReview(review)) }
      rest = reviews[...]
    }

    var isDone: Bool { rest.isEmpty || failure != nil }
  }

  private let store: Store
  private let practice: PracticeOnBus
  private var work: Work?
  /// The call for which it is done.
  private var call: Message?

  init(store: Store, practice: PracticeOnBus) {
    self.store = store
    self.practice = practice
  }

  /// Whether nothing is left to add for a call; begins to add if nothing else is being added.
  func isReady(for call: Message) -> Bool {
    if let work { return self.call === call && work.isDone }
    // Whatever is wrong with the call, it says so itself, and nothing is added.
    guard let (suspended, given) = try? call.arguments(of: [String].self, [ForeignReview].self),
      (try? suspended.map(CardIdentity.init(importedGuid:))) != nil, let begun = try? Work(given)
    else { return true }
    if begun.isDone { return true }
    (work, self.call) = (begun, call)
    return false
  }

  /// Adds a part; returns false if there is nothing to add.
  func step() -> Bool {
    let slice = TimeSlice()
    return step { !slice.isOver }
  }

  private func step(while goesOn: () -> Bool) -> Bool {
    guard var now = work, !now.isDone else { return false }
    work = nil
    do throws(StoreError) {
      now.added += try store.use { tables throws(StoreError) in
        try tables.transaction { () throws(StoreError) in
          var rest = now.rest
          let count = try tables.practice.add(
            &rest, at: practice.now, store.userSettings.fsrs, while: goesOn)
          now.rest = rest
          return count
        }
      }
    } catch {
      now.failure = error
    }
    work = now
    practice.reload()
    return true
  }

  /// Adds what is left of the reviews, and returns how many were new.
  func finish(_ given: [ForeignReview]) throws -> Int {
    if work?.given != given { work = try Work(given) }
    defer { (work, call) = (nil, nil) }
    while step(while: { true }) {}
    if let failure = work?.failure { throw failure }
    return work?.added ?? 0
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

extension ImportedReview {
  fileprivate init(_ review: ForeignReview) throws(BusError) {
    guard let direction = Direction(rawValue: review.direction) else {
      throw .invalidArguments(Direction.refusal(of: "direction", review.direction.printable))
    }
    guard let rating = Rating(rawValue: Int(review.rating)) else {
      throw .invalidArguments("A rating must be 1, 2, 3 or 4, not \(review.rating).")
    }
    guard review.at > 0, review.at <= Self.latest else {
      throw .invalidArguments("A review cannot be made at \(review.at) µs since 1970.")
    }
    self.init(
      card: try CardIdentity(importedGuid: review.guid), direction: direction, rating: rating,
      at: review.at, took: min(review.took, LoggedReview.maximumTook))
  }

  /// The end of the year 9999.
  private static let latest: UInt64 = 253_402_300_800_000_000
}
