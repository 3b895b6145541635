/// How long a replay waits before each transition.
package enum ReplayPace {
  /// As long as the player did, divided by `speed`; long pauses are shortened.
  case own(speed: Double)
  case even(Duration)
  /// Until a key is pressed.
  case step

  /// Longer pauses are shortened: nothing happens on the board.
  private static let longestPause = Duration.seconds(3)

  /// Nil until a key is pressed.
  package func time(for pause: Duration) -> Duration? {
    switch self {
    case .own(let speed): min(pause / speed, Self.longestPause)
    case .even(let time): time
    case .step: nil
    }
  }
}
