internal import Glibc

/// The lines of a file, without their ends, LF or CRLF, and without a byte order mark.
package struct FileLines: Sequence, IteratorProtocol {
  package struct Line {
    package let number: Int
    package let bytes: ArraySlice<UInt8>

    /// Whether there is nothing to read: only white space, or a comment.
    package var isBlankOrComment: Bool {
      isComment || bytes.allSatisfy { $0 == ASCII.space || $0 == ASCII.tab }
    }

    var isComment: Bool { bytes.first == ASCII.hash }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let bytes: [UInt8]
  /// The index after the line that was read last and its end.
  private(set) var position: Int
  /// The number of the line that was read last; 0 before the first.
  private(set) var number = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  package mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    position = endOfLine
    let hasReturn = position > start && bytes[position - 1] == ASCII.carriageReturn
    let line = bytes[start..<(hasReturn ? position - 1 : position)]
    if position < bytes.count { position += 1 }
    number += 1
    return Line(number: number, bytes: line)
  }

  /// The index of the next line feed, or the end: files are looked through by the megabyte.
  private var endOfLine: Int {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = memchr(start + position, Int32(ASCII.lineFeed), bytes.count - position)
      else { return bytes.count }
      return UnsafeRawPointer(found) - start
    }
  }
}
