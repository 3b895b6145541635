/// How many answers each local day had; days are counted from 1970-01-01.
package struct ReviewDays: Hashable, Sendable {
  package private(set) var answers: [Int: Int] = [:]

  package init(_ answers: [Int: Int] = [:]) { self.answers = answers }

  /// Reads one row of the log.
  package mutating func add(_ row: LoggedReview) {
    if row.review.rating != nil { answers[row.day, default: 0] += 1 }
  }

  /// The days in a row with an answer, up to today or yesterday, and the most there ever were.
  package func streaks(on today: Int) -> (current: Int, longest: Int) {
    var (run, longest) = (0, 0)
    var last: Int?
    // A clock that was ahead has days in the future.
    for day in answers.keys.sorted() where day <= today {
      run = last == day - 1 ? run + 1 : 1
      longest = max(longest, run)
      last = day
    }
    return (last.map { $0 >= today - 1 } == true ? run : 0, longest)
  }
}
