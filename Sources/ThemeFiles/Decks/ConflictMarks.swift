internal import Glibc
internal import PlainText

/// The marks that git leaves around lines that two branches changed in different ways.
///
/// Only all of a conflict's marks in their order are taken for marks, so that a card may look like
/// one of them.
struct ConflictMarks {
  private enum Mark: String, CaseIterable {
    case first = "<<<<<<<"
    /// Before the lines that both branches changed, which only some of git's styles show.
    case older = "|||||||"
    case second = "======="
    case end = ">>>>>>>"

    /// Git writes the branch after all but the one between both versions.
    init?(_ line: ArraySlice<UInt8>) {
      let length = Self.first.rawValue.utf8.count
      guard let mark = Self.allCases.first(where: { line.starts(with: $0.rawValue.utf8) }),
        line.count == length || mark != .second && line[line.startIndex + length] == ASCII.space
      else { return nil }
      self = mark
    }

    func follows(_ previous: Mark?) -> Bool {
      switch self {
      case .first: true
      case .older: previous == .first
      case .second: previous == .first || previous == .older
      case .end: previous == .second
      }
    }

    func fault(endingIn line: Int) -> LineError {
      switch self {
      case .first:
        LineError(
          english(
            "This line is git's mark of a conflict: from here to line \(line) the file has two "
              + "versions, and both are read. Keep the cards that are right, then remove the marks."
          ))
      case .older:
        LineError(
          english(
            "This line is git's mark of a conflict: the lines from here to the next mark are older "
              + "than both versions, and are not read. Remove them."))
      case .second:
        LineError(
          english(
            "This line is git's mark of a conflict: the second version begins here. Remove the "
              + "mark."))
      case .end:
        LineError(
          english(
            "This line is git's mark of a conflict: the second version ends here. Remove the mark.")
        )
      }
    }
  }

  /// The file with blanks in place of the marks and of the lines that are older than both versions.
  private(set) var blanked: [UInt8]
  /// The faults of the marks by their lines, in the file's order.
  private(set) var faults: [(line: Int, fault: LineError)] = []

  init(in bytes: [UInt8]) {
    blanked = bytes
    guard Self.mayBe(in: bytes) else { return }
    var marks: [(mark: Mark, line: Int)] = []
    var hidden: [Range<Int>] = []
    for line in FileLines(bytes) {
      let mark = Mark(line.bytes).flatMap { $0.follows(marks.last?.mark) ? $0 : nil }
      if mark == .first { (marks, hidden) = ([], []) }
      if let mark { marks.append((mark, line.number)) }
      if mark != nil || marks.last?.mark == .older { hidden.append(line.bytes.indices) }
      if mark == .end {
        faults += marks.map { ($0.line, $0.mark.fault(endingIn: line.number)) }
        for index in hidden.joined() { blanked[index] = ASCII.space }
        (marks, hidden) = ([], [])
      }
    }
  }

  /// Nearly all files have none; the C library finds that out in no time.
  private static func mayBe(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var index = 0
      while let found = memchr(start + index, Int32(ASCII.equals), bytes.count - index) {
        index = UnsafeRawPointer(found) - start
        if bytes[index...].starts(with: Mark.second.rawValue.utf8) { return true }
        index += 1
      }
      return false
    }
  }
}
