/// The days on which sessions were finished on any machine that shares the folder, as its log says.
///
/// What this machine has done itself is known in more detail: a day that was skipped by a flight.
package struct PracticedDays: Hashable, Sendable {
  /// Days in a row, the earliest first.
  private var runs: [ClosedRange<Int>] = []

  /// Days are counted from 1970-01-01.
  package init(_ days: Set<Int> = []) {
    for day in days.sorted() {
      if let last = runs.last, last.upperBound == day - 1 {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
  }

  /// The days in a row, up to today or yesterday, on which a session was finished.
  package func streak(at time: PracticeTime, _ own: SessionsDone?) -> Int {
    // In a time zone that is behind, a session of today may be tomorrow's.
    let days = (time.day - 1...time.day + 1).map { day in
      runs.last { $0.contains(day) }.map { day - $0.lowerBound + 1 } ?? 0
    }
    return max(own?.streak(at: time) ?? 0, days.max() ?? 0)
  }

  /// Whether a session was finished today.
  package func isDone(on today: Int, _ own: SessionsDone?) -> Bool {
    own?.isDone(on: today) == true || runs.contains { $0.contains(today) }
  }

  /// The last day, of those on other machines up to today.
  package func last(upTo today: Int, _ own: SessionsDone?) -> Int? {
    let ends = runs.filter { $0.lowerBound <= today }.map { min($0.upperBound, today) }
    return (ends + [own?.lastDay].compactMap { $0 }).max()
  }
}
