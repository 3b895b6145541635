package import Practice

extension UInt64 {
  /// The day of a time in UTC.
  package var day: Int { Int(self / Schedule.day) }
}

// Schedules by the published parameters, with the days of UTC.
extension Schedule {
  package init(first rating: Rating, at time: UInt64) {
    self = FSRS().schedule(after: nil, rating, at: time, on: time.day)
  }

  package func reviewed(_ rating: Rating, at time: UInt64) -> Schedule {
    FSRS().schedule(after: self, rating, at: time, on: time.day)
  }

  package var interval: Int { FSRS().interval(of: memory) }

  package var dueDay: Int { FSRS().dueDay(of: self) }

  package var dueAt: UInt64 { UInt64(dueDay) * Schedule.day }

  package func retrievability(at time: UInt64) -> Double {
    FSRS().retrievability(of: self, on: time.day)
  }
}

extension PracticeTime {
  /// A time in UTC, whose days start at midnight.
  package init(utc now: UInt64) {
    self.init(now: now, day: now.day, startOfDay: now - now % Schedule.day)
  }
}

// Responses at times in UTC.
extension Trainer {
  package mutating func answer(
    _ number: Int, choice: Int, _ settings: PracticeSettings, at time: UInt64
  ) throws(PracticeError) -> PracticeStep {
    try answer(number, choice: choice, settings, at: PracticeTime(utc: time))
  }

  package mutating func answer(
    _ number: Int, text: String, _ settings: PracticeSettings, at time: UInt64
  ) throws(PracticeError) -> PracticeStep {
    try answer(number, text: text, settings, at: PracticeTime(utc: time))
  }

  package mutating func reveal(
    _ number: Int, _ settings: PracticeSettings, at time: UInt64
  ) throws(PracticeError) -> PracticeStep {
    try reveal(number, settings, at: PracticeTime(utc: time))
  }

  package mutating func grade(
    _ number: Int, _ rating: Rating, _ settings: PracticeSettings, at time: UInt64
  ) throws(PracticeError) -> PracticeStep {
    try grade(number, rating, settings, at: PracticeTime(utc: time))
  }
}
