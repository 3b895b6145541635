internal import MemoryGame

/// What is wrong with a line of a file, or with a record that takes several.
package struct FileFault: Error, Hashable, Sendable {
  /// Longer sentences quote what nobody reads to its end.
  private static let maximumScalars = 400

  /// The lines that were not read, counted from 1.
  package let lines: ClosedRange<Int>

  /// A sentence that names what is wrong and what to do, fit to be shown on a terminal.
  package let message: String

  /// The line to look at.
  package var line: Int { lines.lowerBound }

  /// A message may quote the file, so what could move a cursor or turn a text round is replaced.
  init(lines: ClosedRange<Int>, _ fault: LineFault) {
    self.lines = lines
    var shown = String.UnicodeScalarView()
    for scalar in fault.message.unicodeScalars.prefix(Self.maximumScalars) {
      shown.append(WrittenText.isForbidden(scalar) ? "\u{FFFD}" : scalar)
    }
    message = String(shown) + (shown.count < Self.maximumScalars ? "" : "…")
  }

  init(line: Int, _ fault: LineFault) {
    self.init(lines: line...line, fault)
  }
}
