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
    /// Nil if it was not begun before it was answered.
    let call: Message?
    let given: [ForeignReview]
    /// Those that were not added yet.
    var rest: ArraySlice<ImportedReview>
    var added = 0
    var failure: StoreError?

    init(_ given: [ForeignReview], for call: Message? = nil) throws(BusError) {
      guard given.count <= PracticeContract.maximumReviews else {
        throw .invalidArguments(
          "At most \(PracticeContract.maximumReviews) reviews can be imported at a time, not "
            + "\(given.count).")
      }
      var reviews: [ImportedReview] = []
      for review in given { reviews.append(try ImportedReview(review)) }
      (self.call, self.given, rest) = (call, given, reviews[...])
    }

    var isDone: Bool { rest.isEmpty || failure != nil }
  }

  private let store: Store
  private let practice: PracticeOnBus
  /// In the order of their calls.
  private var works: [Work] = []

  init(store: Store, practice: PracticeOnBus) {
    self.store = store
    self.practice = practice
  }

  /// Whether nothing is left to add for a call; if it is not known, begins with it.
  func isReady(for call: Message) -> Bool {
    if let work = works.first(where: { $0.call === call }) { return work.isDone }
    // Whatever is wrong with the call, it says so itself, and nothing is added.
    guard let (suspended, given) = try? call.arguments(of: [String].self, [ForeignReview].self),
      (try? suspended.map(CardIdentity.init(importedGuid:))) != nil,
      let work = try? Work(given, for: call), !work.isDone
    else { return true }
    works.append(work)
    return false
  }

  /// Adds a part; returns false if there is nothing to add.
  func step() -> Bool {
    guard let place = works.firstIndex(where: { !$0.isDone }) else { return false }
    goOn(&works[place])
    return true
  }

  private func goOn(_ work: inout Work) {
    do throws(StoreError) {
      work.added += try store.use { tables throws(StoreError) in
        try tables.transaction { () throws(StoreError) in
          var rest = work.rest
          let count = try tables.practice.add(&rest, at: practice.now, store.userSettings.fsrs)
          work.rest = rest
          return count
        }
      }
    } catch {
      work.failure = error
    }
    practice.reload()
  }

  /// Adds what is left of a call's reviews, and returns how many were new.
  func finish(_ given: [ForeignReview]) throws -> Int {
    let place = works.firstIndex { $0.given == given }
    var work = try place.map { works.remove(at: $0) } ?? Work(given)
    while !work.isDone { goOn(&work) }
    if let failure = work.failure { throw failure }
    return work.added
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
