public import Practice

/// What a transition of the practice session changes of what is kept.
public struct PracticeChange {
  /// What has become of the session.
  public enum Step {
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
  public let revision: UInt64
  /// What has become of the session.
  public let step: Step
  /// The schedule that a card has from now on, if one has changed.
  public let schedule: ScheduleUpdate?
  /// The settings that go with it.
  public let settings: [Setting: String?]

  /// Names a change.
  ///
  /// - Parameters:
  ///   - revision: The revision that it brings.
  ///   - step: What has become of the session.
  ///   - schedule: The schedule that a card has from now on.
  ///   - settings: The settings that go with it.
  public init(
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
  public init?(from before: Trainer.State, to now: Trainer.State) {
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
public struct StoredPractice {
  /// The revision of the last transition; 0 where there was none.
  public let revision: UInt64
  /// What the last session was started with; nil where there was none.
  public let options: SessionOptions?
  /// The session that is on or finished; nil where there is none.
  public let session: Session?
  /// Whether the answer of its question was told, and waits for its grade.
  public let isRevealed: Bool
  /// Whether what is kept of a session makes none.
  public let isDamaged: Bool
  /// The schedules of cards, in any order.
  public let schedules: [ScheduleUpdate]
}
