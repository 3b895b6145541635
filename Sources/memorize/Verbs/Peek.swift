import DBus
import MemorizeBus

/// Leaves a mismatch up for a time, then turns it down; on a terminal nothing is left of it.
struct Peek {
  private let time: Duration
  private let settings: Settings
  /// Whether it is shown on a page that passes; screen readers get no cursor addressing.
  let takesAway: Bool

  /// Looks at stdout.
  ///
  /// - Throws: `ProgramError` in the background of a terminal, where lines cannot be taken away from
  ///   between those of others.
  init(_ time: Duration, _ settings: Settings) throws(ProgramError) {
    self.time = time
    self.settings = settings
    let terminal = Terminal(.results, color: settings.color)
    takesAway = terminal.placesCursor && settings.form == .text && !settings.isQuiet
    guard takesAway, Terminal.isInBackground else { return }
    throw ProgramError(
      .usage, name: "Terminal",
      "In the background --peek cannot take the faces from the terminal again. Run it in the "
        + "foreground, or with --quiet.")
  }

  /// A mismatch is up: from here on a signal must not leave it there.
  func begin() { Interruption.holdBack(true) }

  /// The next card is flipped.
  func cancel() { Interruption.holdBack(false) }

  /// Shows the mismatch, waits, and puts an end to it.
  ///
  /// A signal ends the waiting, and the program only when the mismatch is turned down; for that it
  /// does not wait as long as usual.
  ///
  /// - Parameters:
  ///   - session: the connection.
  ///   - revision: the game's, which it has for as long as nobody moves.
  ///   - line: what is to be shown of the mismatch, where that is taken away again.
  ///   - board: the board below it; left out where it does not fit.
  /// - Throws: `ProgramError` where the service does not answer, `Output.Failure`.
  func end(_ session: Session, _ revision: UInt64, showing line: String, _ board: String) throws {
    begin()
    let page = takesAway ? self.page(line, board) : nil
    let number = Interruption.wait(for: time)
    page?.remove()
    if number == nil { Interruption.holdBack(false) }
    session.restartClock(atMost: number == nil ? nil : .seconds(1))
    let ending = Result { try conceal(session, revision) }
    if let number { Interruption.letEnd(by: number) }
    // After a stop, as by Ctrl-Z, it goes on.
    try ending.get()
  }

  private func page(_ line: String, _ board: String) -> PassingPage? {
    // A shell may have put it there after a stop.
    guard !Terminal.isInBackground else { return nil }
    let size = Terminal(.results, color: settings.color).size
    let fits = TextRows.count(line + board, columns: size.columns) < size.rows
    return PassingPage(fits ? line + board : line, rows: size.rows)
  }

  private func conceal(_ session: Session, _ revision: UInt64) throws {
    guard try session.game().revision == revision, try isConcealed(session) else { return }
    if !takesAway, settings.form != .json, !settings.isQuiet {
      try Output.results.write("concealed\n")
    }
  }

  /// Turns it down.
  ///
  /// - Returns: whether it was still there: somebody may be quicker than our reading.
  private func isConcealed(_ session: Session) throws(ProgramError) -> Bool {
    do {
      _ = try session.wait {
        $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
      }
      return true
    } catch {
      guard error.status == .refused else { throw error }
      return false
    }
  }
}
