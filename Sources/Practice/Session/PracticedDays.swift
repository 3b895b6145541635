/// The days on which sessions were finished on any machine that shares the folder, as its log says.
///
/// What this machine has done itself is known in more detail, or for longer than it has written a log.
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
    let runs = runs + [own?.run].compactMap { $0 }
    func days(before end: Int) -> Int {
      var first = end
      while let run = runs.last(where: { $0.contains(first - 1) }) { first = run.lowerBound }
      return end - first
    }
    // In a time zone that is behind, a session of today may be tomorrow's.
    let found = (time.day...time.day + 2).map(days(before:))
    return max(own?.streak(at: time) ?? 0, found.max() ?? 0)
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
