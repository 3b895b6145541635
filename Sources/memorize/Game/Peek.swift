import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Leaves a mismatch up for a time, then turns it face down; on a terminal it is shown on the
/// alternate screen, so that no face stays there.
///
/// Signals are events from the first flip on: one that comes hurries the end, and does then what it
/// does by default. Output for which there is no room, as on a terminal that stands still, delays
/// neither the flips nor that the mismatch is turned down.
final class Peek {
  let connection: ServiceConnection
  /// Whether it is shown on the alternate screen; screen readers get no cursor addressing.
  let isOnScreen: Bool
  private let time: Duration
  private let options: Options
  private let signals: TerminalSignals
  private let outlet: Outlet
  private var screen: SceneScreen<GameScene>?
  private var failure: Output.Failure?
  private var signal: Int32?

  /// Connects; throws in the background of a terminal, which belongs to another program.
  init(_ time: Duration, _ options: Options) throws(ProgramError) {
    self.time = time
    self.options = options
    isOnScreen =
      Terminal(color: options.color).placesCursor && options.form == .text && !options.isQuiet
    if isOnScreen {
      guard !Terminal.isInBackground else {
        throw ProgramError(
          .usage, name: "Terminal",
          "In the background --peek cannot take the faces from the terminal again. Run it in the "
            + "foreground, or with --quiet.")
      }
      try Screen.check()
    }
    connection = try ServiceConnection(options)
    signals = try TerminalSignals(connection.bus.loop, waitsForRoom: false)
    outlet = Outlet(on: connection.bus.loop)
    outlet.whenFailed = { [unowned self] in failure = $0 }
    takeSignals()
  }

  private func takeSignals() {
    signals.take = { [unowned self] event in
      switch event {
      case .end(let number): hurry(number)
      case .stop: hurry(SIGTSTP)
      case .resized, .continued: break
      }
    }
  }

  private func hurry(_ number: Int32) {
    signal = signal ?? number
    // A service that hangs delays it no longer than that.
    connection.bus.loop.schedule(after: .seconds(1)) { [weak self] in self?.obey() }
  }

  /// Obeys a signal that has come, or waits until all is printed.
  func finish() throws(Output.Failure) {
    repeat {
      connection.run { signal != nil || failure != nil || !isWaiting }
      obey()
    } while isWaiting && failure == nil
    if let failure { throw failure }
  }

  private var isWaiting: Bool { outlet.isBusy || screen?.isWaiting == true }

  /// Ends the program, or stops it until it goes on, if a signal asked for that.
  private func obey() {
    guard let number = signal else { return }
    signal = nil
    guard number == SIGTSTP else { Glibc.exit(128 + number) }
    signals.stopProcess()
  }

  /// Prints as soon as there is room.
  func print(_ text: String) throws(Output.Failure) {
    try outlet.write(text)
    if let failure { throw failure }
  }

  /// Shows a mismatch for its time, or until a signal comes or the output fails.
  func show(_ mismatch: Happening, _ game: GameState, card: UInt32) throws(ProgramError) {
    let loop = connection.bus.loop
    guard signal == nil else { return }
    var isOver = false
    let timer = loop.schedule(after: time) { [unowned self] in
      isOver = true
      self.screen?.finish()
    }
    defer { loop.cancel(timer) }
    // On a terminal that stands still there is nothing to see, and ncurses would wait for room.
    guard isOnScreen, !Terminal.isInBackground, !outlet.isBusy, Output.results.hasRoom else {
      return connection.run { isOver || signal != nil || failure != nil }
    }
    let screen = try SceneScreen(on: loop, takesKeys: false, signals: signals) {
      var scene = GameScene(GameScene.Look(options, on: $0))
      scene.show(mismatch, game)
      scene.choose(Int(card))
      return scene
    }
    self.screen = screen
    screen.onStop = { [unowned screen] in screen.finish(.success(SIGTSTP)) }
    let number = try screen.show {}
    takeSignals()
    if let number { hurry(number) }
  }

  /// Turns a mismatch face down unless somebody has moved since that revision.
  func conceal(_ revision: UInt64) throws {
    connection.restartClock()
    guard try connection.game().revision == revision else { return }
    do throws(ProgramError) {
      _ = try connection.wait {
        $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
      }
    } catch {
      guard error.status == .refused else { throw error }
      // Somebody was quicker.
      return
    }
    if !isOnScreen, options.form != .json, !options.isQuiet { try print("concealed\n") }
  }
}
