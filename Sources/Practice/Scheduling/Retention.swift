/// The number of reviews, and how many of them found the card remembered.
package struct Retention: Hashable, Sendable {
  package private(set) var reviewed = 0
  package private(set) var recalled = 0

  package init() {}

  /// Adds a review, unless it came less than a day after the one before: repetitions on the same day
  /// say nothing about memory, nor do first answers, before which `days` is nil.
  package mutating func add(_ rating: Rating, after days: Int?) {
    guard let days, days >= 1 else { return }
    reviewed += 1
    if rating.isRecalled { recalled += 1 }
  }
}
