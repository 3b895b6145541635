internal import EventLoop
internal import PlainText
internal import Practice
internal import Store
internal import UserFiles
internal import UserService

/// This machine's own files of the log, to which it appends what the store has committed.
///
/// They are written before the reply, so that an answer is in two places; what a crash keeps from them is
/// in the store, and is appended by the next process.
final class OwnLog {
  /// How many events are written in a turn of the loop.
  private static let maximumEvents: UInt64 = 500
  /// Another process that keeps changing our files is not followed without a pause.
  private static let pause: Duration = .seconds(1)

  /// What the files have.
  private struct Written {
    let machine: Machine
    /// The number of the last event.
    var last: UInt64
    var month: String?
    var file: AppendedFile?
  }

  private let directory: LogDirectory
  private let store: Store
  private let loop: Loop
  private let log: Log
  /// Nil until the files were compared with the store.
  private var written: Written?
  private var failure: FileError?
  private var isFlushed = true
  private var mayErase = true
  private let isDue = Loop.Flag()

  /// Called when a review was taken back, or a card has another name.
  var onChangedPast: (() -> Void)?
  /// Called when this machine has another name, since its old one is another machine's as well.
  var onRename: (() -> Void)?

  init(_ directory: LogDirectory, store: Store, loop: Loop, log: Log) {
    (self.directory, self.store, self.loop, self.log) = (directory, store, loop, log)
  }

  /// Why events are in no file yet; nil if they are.
  var fault: String? { failure.map { "This machine's log cannot be written: \($0.reason)." } }

  /// The number of the last event that is in a file.
  var last: UInt64 { written?.last ?? 0 }

  /// Writes what is new; of much, the rest in the next turns of the loop.
  func follow() {
    if write() { loop.enqueueOnce(isDue) { [weak self] in self?.follow() } }
  }

  /// Reviews may have been forgotten, and are then erased from the files.
  func erase() {
    mayErase = true
    follow()
  }

  /// Writes all that is new now, for who looks at the files.
  func catchUp() {
    while write() {}
  }

  /// Another database was opened, or another program has changed the files.
  func restart() {
    (written, mayErase) = (nil, true)
    follow()
  }

  /// Looks whether another program has changed the files.
  func check() {
    if let written, written.file.map({ !$0.isAsLeft }) ?? false { restart() }
  }

  /// Writes all files anew from the store, since they lack some of its events.
  func rewrite() throws {
    guard let written else { return }
    for month in directory.months(of: written.machine) {
      try UserFile.remove(directory.file(of: written.machine, month))
    }
    restart()
  }

  /// Waits until the files survive a power failure.
  func flush() {
    if isFlushed { return }
    written?.file?.flush()
    isFlushed = true
  }

  /// Writes what is new before the process ends, which must not take long; the next one does the rest.
  func end() {
    write()
    flush()
  }

  /// Returns whether there is more.
  @discardableResult
  private func write() -> Bool {
    guard store.isOpen else { return false }
    do {
      if mayErase { try eraseForgotten() }
      var now = try written ?? compared()
      let events = try store.useUnasked { tables throws(StoreError) in
        try tables.log.events(after: now.last, limit: Self.maximumEvents)
      }
      try append(events, to: &now)
      (written, failure) = (now, nil)
      if events.contains(where: \.content.isForgetting) { mayErase = true }
      if events.contains(where: \.content.changesPast) { onChangedPast?() }
      return events.count == Self.maximumEvents || mayErase
    } catch FileError.changing {
      written = nil
      // At once, another program would be followed as fast as it writes.
      loop.enqueueOnce(isDue, after: Self.pause) { [weak self] in self?.follow() }
    } catch let error as FileError {
      written = nil
      if error != failure {
        log.write(
          .warning,
          "The log in \(directory.path.printable) cannot be written: \(error.reason). What happens "
            + "is kept in the database, and is added to the log later.")
      }
      failure = error
    } catch {
      // The store has logged it.
    }
    return false
  }

  private func append(_ events: [LogEvent], to now: inout Written) throws(FileError) {
    var rest = events[...]
    while let first = rest.first {
      // An event that is no more has no time.
      let month = max(
        now.month ?? "", LogDirectory.month(of: first.stamp > 0 ? first.stamp : store.now()))
      if month != now.month || now.file == nil {
        try UserFile.makeDirectory(directory.directory(of: now.machine))
        now.file = try AppendedFile(directory.file(of: now.machine, month))
        now.month = month
      }
      let part = rest.prefix { $0.stamp == 0 || LogDirectory.month(of: $0.stamp) <= month }
      isFlushed = false
      try now.file?.append(part.flatMap(LogLine.text))
      now.last = part.last?.id.sequence ?? now.last
      rest = rest.dropFirst(part.count)
    }
  }
}

// The files as a process finds them.
extension OwnLog {
  /// Compares the end of the files with the store: the one may have what the other lacks.
  private func compared() throws -> Written {
    let (machine, last) = try store.useUnasked { tables throws(StoreError) in
      (try tables.log.machine(), try tables.log.last())
    }
    for month in directory.months(of: machine).reversed() {
      var file = try AppendedFile(directory.file(of: machine, month))
      guard let found = try LogTail(of: file, machine) else {
        // The beginning of a line, to which the next one must not be glued.
        if file.size > 0 { try file.cut(at: 0) }
        continue
      }
      guard try isOurs(found), found.last <= last else {
        return try renamed(from: machine, after: try common(machine, upTo: last))
      }
      // The rest of a line that a crash or a full disk has cut.
      if found.end < file.size { try file.cut(at: found.end) }
      return Written(machine: machine, last: found.last, month: month, file: file)
    }
    return Written(machine: machine, last: 0)
  }

  /// Whether the last event of which both know is the same.
  private func isOurs(_ found: LogTail) throws -> Bool {
    try store.useUnasked { tables throws(StoreError) in
      for event in found.events {
        if let stamp = try tables.log.stamp(of: event.id.sequence) { return stamp == event.stamp }
      }
      return true
    }
  }

  /// The number of the last event that the files and the store have in common.
  private func common(_ machine: Machine, upTo last: UInt64) throws -> UInt64 {
    var (common, isSame) = (UInt64(0), true)
    for month in directory.months(of: machine) where isSame {
      let bytes = try UserFile.read(directory.file(of: machine, month), limit: .max - 1)
      for line in bytes.split(separator: UInt8(ascii: "\n")) where isSame {
        guard let event = try? LogLine.event(line, of: machine), event.stamp > 0 else { continue }
        let stamp = try store.useUnasked { tables throws(StoreError) in
          try tables.log.stamp(of: event.id.sequence)
        }
        isSame = event.id.sequence <= last && stamp.map { $0 == event.stamp } ?? true
        // One that was forgotten says nothing, and may have been written after the two had parted.
        if isSame, stamp != nil { common = event.id.sequence }
      }
    }
    return common
  }

  private func renamed(from machine: Machine, after common: UInt64) throws -> Written {
    var generator = SystemRandomNumberGenerator()
    let new = Machine(using: &generator)
    try store.useUnasked(changing: true) { tables throws(StoreError) in
      try tables.log.rename(to: new, after: common)
    }
    log.write(
      .warning,
      "The log of \(machine.name) has what this machine has not written: it is a copy of another, or "
        + "its database is from a backup. It is \(new.name) from now on, and reads the log as another's."
    )
    onRename?()
    return Written(machine: new, last: 0)
  }

  /// Rewrites the files without reviews that were forgotten.
  private func eraseForgotten() throws {
    let (done, wanted) = try store.useUnasked { tables throws(StoreError) in
      try tables.log.erasure()
    }
    guard done < wanted else { return mayErase = false }
    let machine = try store.useUnasked { tables throws(StoreError) in try tables.log.machine() }
    for month in directory.months(of: machine) {
      let path = directory.file(of: machine, month)
      let bytes = try UserFile.read(path, limit: .max - 1)
      let kept = LogLine.lines(bytes[...], of: machine, withoutReviewsUpTo: wanted)
      if !kept.isSame(as: bytes) { try UserFile.replace(path, with: kept) }
    }
    written = nil
    try store.useUnasked(changing: true) { tables throws(StoreError) in
      try tables.log.setErased(upTo: wanted)
    }
    mayErase = false
  }
}

/// The last events of a file.
private struct LogTail {
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

extension LogEvent.Content {
  fileprivate var isForgetting: Bool {
    if case .forget = self { true } else { false }
  }

  /// Whether schedules may follow from other reviews than before.
  fileprivate var changesPast: Bool {
    switch self {
    case .unreview, .rename: true
    case .review, .fact, .game, .forget: false
    }
  }
}
