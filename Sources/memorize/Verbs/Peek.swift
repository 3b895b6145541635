import DBus
import MemorizeBus

/// Leaves a mismatch up for a time, then turns it down and takes its lines away.
struct Peek {
  private let time: Duration
  private let session: Session
  private let settings: Settings
  /// The terminal that lines can be taken from.
  private let terminal: Terminal?

  /// Looks at stdout; screen readers get no cursor addressing.
  init(_ time: Duration, _ session: Session, _ settings: Settings) {
    self.time = time
    self.session = session
    self.settings = settings
    let terminal = Terminal(.results, color: settings.color)
    self.terminal = terminal.placesCursor && settings.form == .text ? terminal : nil
  }

  /// Whether a text can be taken away again, or will not be.
  func canTakeAway(_ text: String) -> Bool {
    guard let terminal else { return true }
    return rows(of: text, in: terminal) < terminal.size.rows
  }

  /// A mismatch is about to be shown: from here on a signal must not leave it on the screen.
  func begin() { Interruption.holdBack(true) }

  /// The next card is flipped.
  func cancel() { Interruption.holdBack(false) }

  /// Waits, and puts an end to it.
  ///
  /// - Parameters:
  ///   - revision: the game's, which it has for as long as nobody moves.
  ///   - printed: what stands above the cursor.
  /// - Throws: `ProgramError` where the service does not answer, `Output.Failure`.
  func end(_ revision: UInt64, _ printed: String) throws {
    begin()
    Interruption.wait(for: time) { takeAway(printed) }
    session.restartClock()
    guard try session.game().revision == revision, try conceal() else { return }
    if terminal == nil, settings.form != .json, !settings.isQuiet {
      try Output.results.write("concealed\n")
    }
  }

  /// Turns it down.
  ///
  /// - Returns: whether it was still there: somebody may be quicker than our reading.
  private func conceal() throws(ProgramError) -> Bool {
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

  /// Whether it can be written does not matter any more.
  private func takeAway(_ printed: String) {
    guard let terminal, !printed.isEmpty else { return }
    try? Output.results.write("\u{1B}[\(rows(of: printed, in: terminal))A\r\u{1B}[J")
  }

  /// The rows that lines take: more than one where a line is wider than the screen.
  private func rows(of text: String, in terminal: Terminal) -> Int {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.reduce(0) { rows, line in
      rows + max((cells(of: line) - 1) / max(terminal.size.columns, 1), 0) + 1
    }
  }

  /// The cells of a line, in which escape sequences have none and a cursor that is placed has all
  /// up to there.
  private func cells(of line: Substring) -> Int {
    var rest = line
    var cells = 0
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        cells += CellWidth.of(character)
        continue
      }
      let sequence = rest.prefix { !$0.isLetter }
      rest.removeFirst(min(sequence.count + 1, rest.count))
    }
    return cells
  }
}
