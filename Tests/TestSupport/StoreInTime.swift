package import Practice
package import Store

extension Store {
  /// Opens a store that was open before.
  ///
  /// A child that another test is just starting holds its lock until it runs its own program.
  package func openInTime() throws(StoreError) {
    let end = ContinuousClock.now + .patience
    while true {
      do throws(StoreError) {
        return try open(silently: true)
      } catch {
        guard case .locked = error, .now < end else { throw error }
      }
    }
  }
}

extension PracticeTable {
  /// Adds all of these reviews, and returns how many were new.
  package func add(
    reviews: some Sequence<Review<CardIdentity>>, at time: UInt64, _ fsrs: FSRS
  ) throws(StoreError) -> Int {
    var (rest, count) = (Array(reviews)[...], 0)
    while !rest.isEmpty { count += try add(&rest, at: time, LocalCalendar { _ in 0 }, fsrs) }
    return count
  }
}
