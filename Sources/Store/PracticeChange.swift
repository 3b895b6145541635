package import Practice

/// What a transition of the practice session changes of what is kept.
package struct PracticeChange {
  /// What has become of the session.
  package enum Step {
    /// It was begun, in place of the one there was.
    case begins(Session)
    /// A response was given, by which it may be finished.
    case responds(Response, isRight: Bool)
    /// The answer was told, and waits for its grade.
    case reveals
    /// The answer was told, and is hidden again.
    case hides
    /// The last response was taken back.
    case takesBack(Response)
    /// It was ended.
    case ends
  }

  /// The revision that it brings.
  package let revision: UInt64
  /// What has become of the session.
  package let step: Step
  /// The schedule that a card has from now on, if one has changed.
  package let schedule: ScheduleUpdate?
  /// The settings that go with it.
  package let settings: [Setting: String?]

  /// Names a change.
  ///
  /// - Parameters:
  ///   - revision: The revision that it brings.
  ///   - step: What has become of the session.
  ///   - schedule: The schedule that a card has from now on.
  ///   - settings: The settings that go with it.
  package init(
    revision: UInt64, step: Step, schedule: ScheduleUpdate? = nil,
    settings: [Setting: String?] = [:]
  ) {
    self.revision = revision
    self.step = step
    self.schedule = schedule
    self.settings = settings
  }
}

extension PracticeChange.Step {
  /// Tells what has become of a session by its state before and now; nil where it is the same.
  ///
  /// - Parameters:
  ///   - before: The state before a step that has begun no session.
  ///   - now: The state after it.
  package init?(from before: Trainer.State, to now: Trainer.State) {
    switch (before.responses, now.responses) {
    case (_?, nil): self = .ends
    case (let old?, let new?) where new > old:
      guard let last = now.session?.last else { return nil }
      self = .responds(last.response, isRight: last.isRight)
    case (let old?, let new?) where new < old:
      guard let last = before.session?.last else { return nil }
      self = .takesBack(last.response)
    default:
      switch (before, now) {
      case (.asking, .revealed): self = .reveals
      case (.revealed, .asking): self = .hides
      default: return nil
      }
    }
  }
}

extension Trainer.State {
  fileprivate var responses: Int? { session?.responses }
}

/// What is kept of practice.
package struct StoredPractice {
  /// The revision of the last transition; 0 where there was none.
  package let revision: UInt64
  /// What the last session was started with; nil where there was none.
  package let options: SessionOptions?
  /// The session that is on or finished; nil where there is none.
  package let session: Session?
  /// Whether the answer of its question was told, and waits for its grade.
  package let isRevealed: Bool
  /// Whether what is kept of a session makes none.
  package let isDamaged: Bool
  /// The schedules of cards, in any order.
  package let schedules: [ScheduleUpdate]
}
