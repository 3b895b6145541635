internal import Practice
internal import UserFiles

/// The last events of a file.
struct LogTail {
  /// How much of a file is read for them; a longer line is rare, and costs a larger part.
  private static let usualBytes = 1 << 16

  /// The last one first.
  private(set) var events: [LogEvent] = []
  /// The number of the last line that has one.
  let last: UInt64
  /// Where that line ends.
  let end: Int

  /// Nil if there is no event in the file.
  init?(of file: AppendedFile, _ machine: Machine) throws(FileError) {
    var (last, end) = (UInt64(0), 0)
    var bytes = Self.usualBytes
    while last == 0 {
      let start = max(0, file.size - bytes)
      let tail = try UserFile.part(of: file.path, from: start, file.size - start)
      var rest = tail[...]
      while let lineEnd = rest.lastIndex(of: UInt8(ascii: "\n")) {
        let begin = rest[..<lineEnd].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        rest = rest[..<begin]
        let event = Result { () throws(LogLineError) in
          try LogLine.event(tail[begin..<lineEnd], of: machine)
        }
        var number: UInt64?
        switch event {
        case .success(let event):
          number = event.id.sequence
          events.append(event)
        // A later version may have written it.
        case .failure(let error): number = error.id?.sequence
        }
        if let number, last == 0 { (last, end) = (number, start + lineEnd + 1) }
      }
      if start == 0 { break }
      bytes *= 16
    }
    guard last > 0 else { return nil }
    (self.last, self.end) = (last, end)
  }
}
