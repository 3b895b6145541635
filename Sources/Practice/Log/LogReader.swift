/// Reads the log of a machine in parts, in the order in which it was written.
///
/// A line that is cut at the end waits for its rest, and what follows a gap in the numbers waits for
/// what is missing: a synchronizer brings files, and parts of them, in any order.
package struct LogReader: Hashable, Sendable {
  /// What the rest waits for.
  package enum Wait: Hashable, Sendable {
    case endOfLine
    /// For the events between two numbers.
    case events(after: UInt64, before: UInt64)
  }

  package let machine: Machine
  /// The number of the last event that was read; 0 before the first.
  package private(set) var last: UInt64
  /// Up to which number events may be missing, since they were forgotten.
  private var forgotten: UInt64
  /// A damaged line may have had any number.
  private var isAfterFault = false
  private var isInLongLine = false

  package init(_ machine: Machine, after last: UInt64 = 0, forgotten: UInt64 = 0) {
    (self.machine, self.last, self.forgotten) = (machine, last, forgotten)
  }

  /// Whether what follows can be read without what was read before, but for the last number.
  package var isBetweenEvents: Bool { !isAfterFault && !isInLongLine }

  /// Passes the events of the lines to `body`, or why a line has none.
  ///
  /// Returns how many of the bytes are done with: the next call gets those that follow. Give at least
  /// ``LogLine/maximumBytes`` of them, unless the file ends before.
  package mutating func read(
    _ bytes: ArraySlice<UInt8>, _ body: (Result<LogEvent, LogLineError>) -> Void
  ) -> (done: Int, wait: Wait?) {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      let result = Result { () throws(LogLineError) in
        if line.count > LogLine.maximumBytes { throw .tooLong }
        return try LogLine.event(line, of: machine)
      }
      if !isInLongLine {
        if case .failure(.damaged) = result, end + 1 == bytes.endIndex {
          return (rest.startIndex - bytes.startIndex, .endOfLine)
        }
        if let wait = accept(result) { return (rest.startIndex - bytes.startIndex, wait) }
        body(result)
      }
      isInLongLine = false
      rest = rest[(end + 1)...]
    }
    if rest.count > LogLine.maximumBytes {
      if !isInLongLine { body(.failure(.tooLong)) }
      (isInLongLine, isAfterFault) = (true, true)
      rest = []
      return (bytes.count, nil)
    }
    return (rest.startIndex - bytes.startIndex, rest.isEmpty ? nil : .endOfLine)
  }

  /// Counts a line; returns what it waits for.
  private mutating func accept(_ result: Result<LogEvent, LogLineError>) -> Wait? {
    let id: EventID
    switch result {
    case .success(let event):
      id = event.id
      if case .forget(let numbers) = event.content {
        forgotten = max(forgotten, numbers[machine] ?? 0)
      }
    case .failure(let error):
      guard let known = error.id else {
        isAfterFault = true
        return nil
      }
      id = known
    }
    let isExplained = isAfterFault || id.sequence <= max(last, forgotten) + 1
    if !isExplained { return .events(after: last, before: id.sequence) }
    (last, isAfterFault) = (max(last, id.sequence), false)
    return nil
  }
}

extension LogLine {
  /// A log without the lines that tell of reviews up to a number, or cannot be read and may do so.
  ///
  /// It begins with a line that says so, for who finds the gaps.
  package static func lines(
    _ log: ArraySlice<UInt8>, of machine: Machine, withoutReviewsUpTo number: UInt64
  ) -> [UInt8] {
    let head = LogEvent(EventID(machine, number), at: 0, .forget([machine: number]))
    var (kept, last, hasGaps) = ([UInt8](), UInt64(0), false)
    var rest = log
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex - 1
      let line = rest[...end]
      rest = rest[(end + 1)...]
      let isErased: Bool
      do throws(LogLineError) {
        let event = try event(line.dropLast(), of: machine)
        last = max(last, event.id.sequence)
        // Also the line that an earlier forgetting put at the beginning.
        isErased =
          event.id.sequence <= number && (event.tellsOfReviews || event.stamp == 0)
      } catch {
        last = max(last, error.id?.sequence ?? last)
        isErased = error.id.map { $0.sequence <= number } ?? (last < number)
      }
      if isErased { hasGaps = true } else { kept += line }
    }
    return hasGaps ? text(of: head) + kept : kept
  }
}
