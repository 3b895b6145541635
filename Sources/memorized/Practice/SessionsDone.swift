internal import Store

/// The local day of the last finished session, the number of sessions finished on it, and the days
/// in a row before it on which one was finished.
///
/// Stored as the text `DAY COUNT BEFORE`; earlier versions stored no BEFORE. A count of 0 means that
/// all sessions of that day were undone.
struct SessionsDone: Hashable {
  /// Days since 1970-01-01.
  private let day: Int32
  private let count: Int32
  private let daysBefore: Int32

  private init(day: Int32, count: Int32, daysBefore: Int32) {
    self.day = day
    self.count = count
    self.daysBefore = daysBefore
  }

  /// Nil if the stored text is unusable, or there is none.
  init?(in store: Store) {
    guard
      let parts = store.settings[.sessionsDone]?
        .split(separator: " ", omittingEmptySubsequences: false),
      (2...3).contains(parts.count), let day = Int32(parts[0]), let count = Int32(parts[1]),
      let daysBefore = parts.count == 3 ? Int32(parts[2]) : 0, count >= 0, daysBefore >= 0
    else { return nil }
    self.init(day: day, count: count, daysBefore: daysBefore)
  }

  var text: String { "\(day) \(count) \(daysBefore)" }

  /// If all sessions of a day were undone it is the day before, whose reminder is not sent later.
  var lastDay: Int { count > 0 ? Int(day) : Int(day) - 1 }

  static func adding(to before: SessionsDone?, on day: Int) -> SessionsDone {
    let day = Int32(clamping: day)
    guard let before, before.day == day else {
      let daysBefore = before.map { $0.lastDay == Int(day) - 1 ? $0.days : 0 } ?? 0
      return SessionsDone(day: day, count: 1, daysBefore: Int32(clamping: daysBefore))
    }
    return SessionsDone(
      day: day, count: before.count == .max ? .max : before.count + 1,
      daysBefore: before.daysBefore)
  }

  /// The days in a row, up to today or yesterday, on which a session was finished.
  func streak(on today: Int) -> Int { lastDay >= today - 1 ? days : 0 }

  /// The days in a row up to the last one.
  private var days: Int { Int(daysBefore) + (count > 0 ? 1 : 0) }

  func takingOneBack(on day: Int) -> SessionsDone? {
    guard self.day == Int32(clamping: day), count > 0 else { return nil }
    return SessionsDone(day: self.day, count: count - 1, daysBefore: daysBefore)
  }
}
