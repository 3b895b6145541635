import DBus
import Glibc
import MemorizeBus
import TerminalKit

/// The session of practice while a command runs, and its screen.
final class WhileSession {
  let connection: ServiceConnection
  private let deck: String?
  private let signals: TerminalSignals
  private var opened: PracticeScreen?
  /// A session that others had started, which is not ours to stop.
  private var resumed: UInt64?
  /// The session that this has started, which need not have been shown.
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

  /// Resumes the session that is on, or starts one: of what is due, then of new cards, then of any;
  /// returns false if that is impossible.
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
    (due.isDue, due.questions) = (true, 0)
    let isStarted = [due, any].contains { options in
      connection.restartClock()
      return
        (try? connection.ask(PracticeContract.start, options.values)) != nil
    }
    if isStarted { started = (try? connection.practice())?.session }
    return isStarted
  }

  /// Stops the session if it is ours; its answers stay.
  func leave() {
    let ours = [started, shown].filter { $0 != nil && $0 != resumed }
    guard !ours.isEmpty else { return }
    connection.restartClock()
    // Somebody may have started another one since then.
    guard let now = try? connection.practice(), now.isInProgress, ours.contains(now.session) else {
      return
    }
    _ = try? connection.ask(PracticeContract.stop)
  }
}
