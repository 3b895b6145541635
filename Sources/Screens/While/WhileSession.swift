import MemorizeBus
import TerminalKit

/// The practice session during a command, and its screen.
final class WhileSession {
  let connection: ServiceConnection
  private let deck: String?
  private let signals: TerminalSignals
  private var opened: PracticeScreen?
  /// A session that another client had started; we do not stop it.
  private var resumed: UInt64?
  /// The session that we have started, even if it was not shown.
  private var started: UInt64?

  init(_ connection: ServiceConnection, deck: String?, signals: TerminalSignals) {
    (self.connection, self.deck, self.signals) = (connection, deck, signals)
  }

  /// The screen, on which nothing is shown yet; throws if the terminal cannot be drawn on.
  func screen() throws(TerminalError) -> PracticeScreen {
    if let opened { return opened }
    let screen = try PracticeScreen(over: connection, signals: signals)
    opened = screen
    return screen
  }

  private var shown: UInt64? { opened?.screen.scene.progress.session?.session }

  /// Resumes the session in progress, or starts one: due cards, then new ones, then any; returns
  /// false if that is impossible.
  func begin() -> Bool {
    connection.restartClock()
    guard let practice = try? connection.practice() else { return false }
    guard !practice.isInProgress else {
      if ![started, shown].contains(practice.session) { resumed = practice.session }
      return true
    }
    var any = StartOptions()
    any.deck = deck
    var due = any
    (due.isDue, due.questions) = (true, practice.portion)
    let isStarted = [due, any].contains { options in
      connection.restartClock()
      return
        (try? connection.ask(PracticeContract.start, options.values)) != nil
    }
    if isStarted { started = (try? connection.practice())?.session }
    return isStarted
  }

  /// Stops the session if it is ours; its answers are kept.
  func leave() {
    let ours = [started, shown].filter { $0 != nil && $0 != resumed }
    guard !ours.isEmpty else { return }
    connection.restartClock()
    // Another client may have started another one since then.
    guard let now = try? connection.practice(), now.isInProgress, ours.contains(now.session) else {
      return
    }
    _ = try? connection.ask(PracticeContract.stop)
  }
}
