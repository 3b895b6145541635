import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Leaves a mismatch up for a time, then turns it face down; on a terminal it is shown on the
/// alternate screen, so that no face stays there.
///
/// Signals are events from the first flip on: one that comes hurries the end, and does then what it
/// does by default.
final class Peek {
  let connection: ServiceConnection
  /// Whether it is shown on the alternate screen; screen readers get no cursor addressing.
  let isOnScreen: Bool
  private let time: Duration
  private let options: Options
  private let signals: TerminalSignals
  private lazy var outlet = Outlet(on: connection.bus.loop)
  private var failure: Output.Failure?
  private var signal: Int32?

  /// Connects; throws in the background of a terminal, which belongs to another program.
  init(_ time: Duration, _ options: Options) throws(ProgramError) {
    self.time = time
    self.options = options
    let terminal = Terminal(.results, color: options.color)
    isOnScreen = terminal.placesCursor && options.form == .text && !options.isQuiet
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
    signals = try TerminalSignals(connection.bus.loop)
    signals.take = { [unowned self] in take($0) }
  }

  private func take(_ event: TerminalSignals.Event) {
    switch event {
    case .end(let number): hurry(number)
    case .stop: hurry(SIGTSTP)
    case .resized, .continued: break
    }
  }

  private func hurry(_ number: Int32) {
    signal = signal ?? number
    // A service that hangs delays it no longer than that.
    connection.bus.loop.schedule(after: .seconds(1)) { [weak self] in self?.obey() }
  }

  /// Obeys a signal that has come, and waits until all is printed.
  func finish() throws(Output.Failure) {
    obey()
    try print("")
  }

  /// Ends the program, or stops it until it goes on, if a signal asked for that.
  private func obey() {
    guard let number = signal else { return }
    signal = nil
    guard number == SIGTSTP else { Glibc.exit(128 + number) }
    signals.stopProcess()
  }

  /// Prints; a signal does not wait for room.
  func print(_ text: String) throws(Output.Failure) {
    outlet.whenFailed = { [unowned self] in failure = $0 }
    try outlet.write(text)
    connection.run { signal != nil || !outlet.isBusy || failure != nil }
    if let failure { throw failure }
  }

  /// Shows a mismatch for its time, or until a signal comes.
  func show(_ mismatch: Happening, _ game: GameState, card: UInt32) throws {
    let loop = connection.bus.loop
    guard signal == nil else { return }
    guard isOnScreen, !Terminal.isInBackground else {
      var isOver = false
      let timer = loop.schedule(after: time) { isOver = true }
      connection.run { isOver || signal != nil }
      return loop.cancel(timer)
    }
    let stage = try TerminalStage(loop, takesKeys: false, signals: signals)
    stage.onStop = { [unowned stage] in stage.finish(.success(.signal(SIGTSTP))) }
    var scene = GameScene(GameScene.Look(options, on: stage))
    scene.show(mismatch, game)
    scene.choose(Int(card))
    stage.frame = { scene.frame(on: scene.layout(Terminal(.results, color: .never).size)) }
    var timer: TimerID?
    let ending = stage.run {
      timer = loop.schedule(after: time) { [unowned stage] in stage.finish(.success(.left)) }
    }
    if let timer { loop.cancel(timer) }
    signals.take = { [unowned self] in take($0) }
    if case .signal(let number) = try ending.get() { hurry(number) }
  }

  /// Turns a mismatch face down unless somebody has moved since that revision.
  func conceal(_ revision: UInt64) throws {
    connection.restartClock()
    guard try connection.game().revision == revision, try isConcealed() else { return }
    if !isOnScreen, options.form != .json, !options.isQuiet { try print("concealed\n") }
  }

  /// Whether it was still there to be turned face down: somebody may have been quicker.
  private func isConcealed() throws(ProgramError) -> Bool {
    do {
      _ = try connection.wait {
        $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
      }
      return true
    } catch {
      guard error.status == .refused else { throw error }
      return false
    }
  }
}
