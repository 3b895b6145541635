/// How long a replay waits before each transition.
enum ReplayPace {
  /// As long as the player did, divided by a number; long thoughts are cut short.
  case own(speed: Double)
  /// The same time before each.
  case even(Duration)
  /// Until somebody presses a key.
  case step
  /// Not at all.
  case none

  /// Longer nobody likes to look at a board on which nothing happens.
  private static let longest = Duration.seconds(3)

  /// The time; nil where a key has to be pressed.
  ///
  /// - Parameter pause: how long the player took.
  /// - Returns: the time to wait.
  func time(for pause: Duration) -> Duration? {
    switch self {
    case .own(let speed): min(pause / speed, Self.longest)
    case .even(let time): time
    case .step: nil
    case .none: .zero
    }
  }
}
