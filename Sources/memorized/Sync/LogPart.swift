internal import Practice
internal import UserFiles

/// What a step reads of a file.
struct LogPart {
  /// Unless a line is longer.
  private static let usualBytes = 1 << 16
  /// A line of the longest kind, its end, and what follows.
  private static let longestBytes = LogLine.maximumBytes + 2

  let events: [LogEvent]
  /// Why lines have no events.
  let lost: [LogLineError]
  /// How many bytes are done with.
  let done: Int
  /// What the rest waits for.
  let wait: LogReader.Wait?
  /// Whether there were no more bytes.
  let isAtEnd: Bool

  init(of path: String, from place: Int, _ reader: inout LogReader) throws(FileError) {
    var count = Self.usualBytes
    while true {
      var bytes = try UserFile.part(of: path, from: place, count)[...]
      var isAtEnd = bytes.count < count
      if count > Self.usualBytes, let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
        end + 2 < bytes.count
      {
        // The long line is enough for a step; a byte after it says that it is not cut.
        (bytes, isAtEnd) = (bytes[..<(end + 2)], false)
      }
      var (events, lost) = ([LogEvent](), [LogLineError]())
      let (done, wait) = reader.read(bytes) { result in
        switch result {
        case .success(let event): events.append(event)
        case .failure(let error): lost.append(error)
        }
      }
      if done == 0, !isAtEnd, wait == .endOfLine, count < Self.longestBytes {
        count = min(count * 8, Self.longestBytes)
        continue
      }
      (self.events, self.lost) = (events, lost)
      (self.done, self.wait, self.isAtEnd) = (done, wait, isAtEnd)
      return
    }
  }
}
