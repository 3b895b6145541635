import DBus
import EventLoop
import Glibc
package import MemorizeBus
import PlainText
package import TerminalKit

/// Shows a mismatch for a time, then turns it face down; on a terminal it uses the alternate
/// screen, so that no face stays in the scrollback.
///
/// From the first flip on signals are events: one that arrives shortens the wait, and then does
/// what it does by default. Output that has no room, as on a stopped terminal, delays neither the
/// flips nor turning the mismatch face down.
package final class Peek {
  package let connection: ServiceConnection
  /// Whether it uses the alternate screen; screen readers get no cursor addressing.
  package let isOnScreen: Bool
  private let time: Duration
  private let options: Options
  private let signals: TerminalSignals
  private let queue: OutputQueue
  private var screen: SceneScreen<GameScene>?
  private var failure: Output.Failure?
  private var signal: Int32?

  /// Throws in the background of a terminal, which then belongs to another program.
  package init(_ time: Duration, _ options: Options) throws {
    self.time = time
    self.options = options
    isOnScreen =
      Terminal(color: options.color).placesCursor && options.form == .text && !options.isQuiet
    if isOnScreen {
      guard !Terminal.isInBackground else {
        throw ProgramError(
          .usage, name: "Terminal",
          english(
            "In the background --peek cannot erase the faces from the terminal. Run it in the "
              + "foreground, or with --quiet."))
      }
      try Screen.check()
    }
    connection = try ServiceConnection(options)
    signals = try TerminalSignals(connection.bus.loop, waitsForRoom: false)
    queue = OutputQueue(on: connection.bus.loop)
    queue.whenFailed = { [unowned self] in failure = $0 }
    signals.handle = { [unowned self] event in
      switch event {
      case .end(let number): handleSoon(number)
      case .stop: handleSoon(SIGTSTP)
      case .resized, .continued: break
      }
    }
  }

  private func handleSoon(_ number: Int32) {
    signal = signal ?? number
    // A service that hangs delays the signal no longer than this.
    connection.bus.loop.schedule(after: .seconds(1)) { [weak self] in self?.handleSignal() }
  }

  /// Handles a pending signal, or waits for the output.
  package func finish() throws(Output.Failure) {
    repeat {
      connection.run { signal != nil || failure != nil || !isWaiting }
      handleSignal()
    } while isWaiting && failure == nil
    if let failure { throw failure }
  }

  private var isWaiting: Bool { queue.isBusy || screen?.isWaiting == true }

  /// Ends the program, or stops it until it is continued, if a signal asked for that.
  private func handleSignal() {
    guard let number = signal else { return }
    signal = nil
    guard number == SIGTSTP else { Glibc.exit(128 + number) }
    signals.stopProcess()
  }

  /// Prints as soon as there is room.
  package func print(_ text: String) throws(Output.Failure) {
    try queue.write(text)
    if let failure { throw failure }
  }

  /// Until its time is over, a signal arrives or the output fails.
  package func show(_ mismatch: GameEvent, _ game: GameState, card: UInt32) throws {
    let loop = connection.bus.loop
    guard signal == nil else { return }
    var isOver = false
    let timer = loop.schedule(after: time) { [unowned self] in
      isOver = true
      self.screen?.finish()
    }
    defer { loop.cancel(timer) }
    // On a stopped terminal there is nothing to see, and ncurses would wait for room.
    guard isOnScreen, !Terminal.isInBackground, !queue.isBusy, Output.results.hasRoom else {
      return connection.run { isOver || signal != nil || failure != nil }
    }
    var scene = GameScene(BoardLook(options), keys: [])
    scene.show(mismatch, game)
    scene.choose(Int(card))
    let screen = try SceneScreen(on: loop, takesKeys: false, signals: signals, scene)
    self.screen = screen
    screen.intercept = { [unowned screen] in
      guard case .stop = $0 else { return false }
      screen.finish(.success(SIGTSTP))
      return true
    }
    if let number = try screen.show({}) { handleSoon(number) }
  }

  /// Does nothing if somebody has moved since that revision.
  package func conceal(_ revision: UInt64) throws {
    connection.restartClock()
    guard try connection.game().revision == revision else { return }
    do throws(ProgramError) {
      try connection.ask(GameContract.conceal)
    } catch {
      guard error.status == .refused else { throw error }
      // Somebody was quicker.
      return
    }
    guard !isOnScreen, options.form != .json, !options.isQuiet else { return }
    try print((options.form == .plain ? "concealed" : GameEvent.concealedLine) + "\n")
  }
}
