package import Practice

// Schedules by the published parameters.
extension Schedule {
  package init(first rating: Rating, at time: UInt64) {
    self = FSRS().schedule(after: nil, rating, at: time)
  }

  package func reviewed(_ rating: Rating, at time: UInt64) -> Schedule {
    FSRS().schedule(after: self, rating, at: time)
  }

  package var interval: Int { FSRS().interval(of: memory) }

  package var dueAt: UInt64 { FSRS().dueAt(self) }

  package func retrievability(at time: UInt64) -> Double {
    FSRS().retrievability(of: self, at: time)
  }
}
