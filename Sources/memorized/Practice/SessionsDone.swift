internal import Store

/// The local day of the last finished session, and the number of sessions finished on it.
///
/// Stored as the text `DAY COUNT`. A count of 0 means that all sessions of that day were undone.
struct SessionsDone: Hashable {
  /// Days since 1970-01-01.
  private let day: Int32
  private let count: Int32

  private init(day: Int32, count: Int32) {
    self.day = day
    self.count = count
  }

  /// Nil if the stored text is unusable, or there is none.
  init?(in store: Store) {
    guard
      let parts = store.settings[.sessionsDone]?
        .split(separator: " ", omittingEmptySubsequences: false),
      parts.count == 2, let day = Int32(parts[0]), let count = Int32(parts[1]), count >= 0
    else { return nil }
    self.init(day: day, count: count)
  }

  var text: String { "\(day) \(count)" }

  /// If all sessions of a day were undone it is the day before, whose reminder is not sent later.
  var lastDay: Int { count > 0 ? Int(day) : Int(day) - 1 }

  static func adding(to before: SessionsDone?, on day: Int) -> SessionsDone {
    let day = Int32(clamping: day)
    guard let before, before.day == day else { return SessionsDone(day: day, count: 1) }
    return SessionsDone(day: day, count: before.count == .max ? .max : before.count + 1)
  }

  func takingOneBack(on day: Int) -> SessionsDone? {
    guard self.day == Int32(clamping: day), count > 0 else { return nil }
    return SessionsDone(day: self.day, count: count - 1)
  }
}
