internal import MemoryGame
internal import PlainText

/// A fault in a line of a file, or in a record with several lines.
package struct FileFault: Error, Hashable, Sendable {
  /// Longer sentences are cut: nobody reads their quotations to the end.
  private static let maximumScalars = 400

  /// The first line that was not read, counted from 1.
  package let line: Int
  /// A sentence that names the fault and what to do, safe for a terminal.
  package let message: String

  /// A message may quote the file, so control and direction characters are replaced.
  package init(line: Int, _ fault: LineError) {
    self.line = line
    message = WrittenText.harmless(
      fault.message, upTo: Self.maximumScalars, replacement: "\u{FFFD}")
  }
}

/// Why a line or a whole file cannot be read; the caller adds where.
package struct LineError: Error {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  /// The fault of a theme, with the number of the faulty pair.
  init(_ fault: ThemeError, inPair number: Int? = nil) {
    message = number.map { pair in english("Pair \(pair): \(fault.message)") } ?? fault.message
  }

  package static let notUTF8 = LineError(english("This is not UTF-8: save the file as UTF-8."))
}

/// The first faults of something, and how many more there are: thousands have a common cause, and
/// would take much more memory than the file itself.
package struct FirstFaults<Fault> {
  /// As many as people will read.
  package static var usual: Int { 100 }

  package private(set) var listed: [Fault] = []
  /// The number of faults that are not listed.
  package private(set) var others = 0
  private let limit: Int

  package init(upTo limit: Int = Self.usual) {
    self.limit = limit
  }

  package var count: Int { listed.count + others }

  package mutating func add(_ fault: @autoclosure () -> Fault) {
    guard listed.count < limit else { return others += 1 }
    listed.append(fault())
  }

  package mutating func add(_ more: FirstFaults) {
    for fault in more.listed { add(fault) }
    others += more.others
  }

  package func map<Other>(_ change: (Fault) -> Other) -> FirstFaults<Other> {
    var changed = FirstFaults<Other>(upTo: limit)
    (changed.listed, changed.others) = (listed.map(change), others)
    return changed
  }
}

extension FirstFaults: Equatable where Fault: Equatable {}
extension FirstFaults: Sendable where Fault: Sendable {}
