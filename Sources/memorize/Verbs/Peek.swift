import DBus
import EventLoop
import MemorizeBus

/// Leaves a mismatch up for a time, then turns it down; on a terminal nothing is left of it.
///
/// Meanwhile a signal waits until that is done, and hurries it. So nothing here waits elsewhere than
/// in the loop, which a signal wakes.
final class Peek {
  /// The connection.
  let connection: ServiceConnection
  /// Whether it is shown on a page that passes; screen readers get no cursor addressing.
  let takesAway: Bool
  private let time: Duration
  private let options: Options
  private let signals: HeldSignals
  private lazy var outlet = Outlet(on: connection.bus.loop)
  private var failure: Output.Failure?
  private var page: PassingPage?

  /// Looks at stdout, and connects.
  ///
  /// - Throws: `ProgramError` in the background of a terminal, where lines cannot be taken away from
  ///   between those of others.
  init(_ time: Duration, _ options: Options) throws(ProgramError) {
    self.time = time
    self.options = options
    let terminal = Terminal(.results, color: options.color)
    takesAway = terminal.placesCursor && options.form == .text && !options.isQuiet
    if takesAway, Terminal.isInBackground {
      throw ProgramError(
        .usage, name: "Terminal",
        "In the background --peek cannot take the faces from the terminal again. Run it in the "
          + "foreground, or with --quiet.")
    }
    connection = try ServiceConnection(options)
    signals = try HeldSignals(connection.bus.loop)
  }

  /// Whether a signal waits.
  var isInterrupted: Bool { signals.hasCome }
  /// Whether it has waited as long as it may.
  var isUrgent: Bool { signals.isUrgent }

  /// A mismatch may come: from here on a signal must not leave it there.
  func hold() { signals.hold() }

  /// There is none, or none any more.
  func release() { signals.release() }

  /// Prints; a signal does not wait for room.
  func print(_ text: String) throws(Output.Failure) {
    outlet.whenFailed = { [unowned self] in failure = $0 }
    try outlet.write(text)
    try awaitRoom()
  }

  private func awaitRoom() throws(Output.Failure) {
    connection.run { isInterrupted || !outlet.isBusy || failure != nil }
    if let failure { throw failure }
  }

  /// Shows the mismatch for its time, or until a signal comes.
  ///
  /// - Parameters:
  ///   - line: what is to be shown of the mismatch, where that is taken away again.
  ///   - board: the board below it; left out where it does not fit.
  func show(_ line: String, _ board: String) {
    guard !isInterrupted else { return }
    if takesAway { page = page(line, board) }
    connection.run { isInterrupted || page?.isWaiting != true }
    var isOver = false
    let timer = connection.bus.loop.schedule(after: time) { isOver = true }
    connection.run { isInterrupted || isOver }
    connection.bus.loop.cancel(timer)
  }

  /// Puts an end to the mismatch, and lets a signal through that has come.
  ///
  /// - Parameter revision: the game's, which it has for as long as nobody moves.
  /// - Throws: `ProgramError` where the service does not answer, `Output.Failure`.
  func end(_ revision: UInt64) throws {
    page?.remove()
    connection.restartClock()
    let ending = Result { try conceal(revision) }
    connection.run { isUrgent || page?.isWaiting != true }
    page?.leave()
    release()
    // After a stop, as by Ctrl-Z, it goes on.
    try ending.get()
    if outlet.isBusy { try awaitRoom() }
  }

  private func page(_ line: String, _ board: String) -> PassingPage? {
    // A shell may have put it there after a stop.
    guard !Terminal.isInBackground else { return nil }
    let size = Terminal(.results, color: options.color).size
    let fits = TextRows.count(line + board, columns: size.columns) < size.rows
    return PassingPage(
      fits ? line + board : line, rows: size.rows, on: connection.bus.loop)
  }

  private func conceal(_ revision: UInt64) throws {
    let properties = try connection.wait(unless: { isUrgent }) {
      $0.properties(of: GameContract.interface, completion: $1)
    }
    guard try connection.fitting(properties).revision == revision, try isConcealed() else { return }
    if !takesAway, options.form != .json, !options.isQuiet { try print("concealed\n") }
  }

  /// Turns it down.
  ///
  /// - Returns: whether it was still there: somebody may be quicker than our reading.
  private func isConcealed() throws(ProgramError) -> Bool {
    do {
      _ = try connection.wait(unless: { isUrgent }) {
        $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
      }
      return true
    } catch {
      guard error.status == .refused else { throw error }
      return false
    }
  }
}
