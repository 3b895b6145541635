internal import EventLoop
internal import MemoryGame
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
    /// Of the event that was written last by this process.
    var day: DailyDate?
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
  /// The files that may still have reviews up to a number, which were forgotten; nil before the first.
  private var unerased: (number: UInt64, months: [String])?
  /// Why forgotten reviews are in a file, as a sentence; empty if they are not.
  private(set) var eraseFault = ""
  private let isDue = Loop.Flag()

  /// Called when a review was taken back, or a card has another name.
  var onChangedPast: (() -> Void)?
  /// Called when files seem to lack events.
  var onLack: (() -> Void)?
  /// Called when this machine has another name, since its old one is another machine's as well.
  var onRename: (() -> Void)?

  init(_ directory: LogDirectory, store: Store, loop: Loop, log: Log) {
    (self.directory, self.store, self.loop, self.log) = (directory, store, loop, log)
  }

  /// What is wrong with the files, as a sentence; empty if nothing is.
  var fault: String {
    failure.map { english("This machine's log cannot be written: \($0.reason).") } ?? eraseFault
  }

  /// Writes what is new; of much, the rest in the next turns of the loop.
  func follow() {
    if write() { loop.enqueueOnce(isDue) { [weak self] in self?.follow() } }
  }

  /// Reviews may have been forgotten, and are then erased from the files.
  func erase() {
    mayErase = true
    follow()
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

  /// Writes all files anew from the store, since they lack some of its events; keeps them where nothing
  /// can be written.
  func rewrite() throws {
    guard let written else { return }
    defer { restart() }
    // What a crash leaves is written on from its end; the sizes of before say that more is to be done.
    for month in directory.months(of: written.machine).reversed() {
      try UserFile.remove(directory.file(of: written.machine, month))
    }
  }

  /// Takes the files of months that have ended as they are now.
  func acceptMonths() throws {
    guard let written else { return }
    try store.useUnasked(changing: true) { tables throws(StoreError) in
      try tables.log.forgetMonths()
    }
    let files = LogComparison(directory, written.machine, store, last: written.last)
    try files.note(try files.endedMonths().new)
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

  /// Writes some of what is new; returns whether there is more.
  @discardableResult
  func write() -> Bool {
    guard store.isOpen else { return false }
    do {
      if mayErase, try eraseMonth() { return true }
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
      let day = DailyDate(epoch: first.stamp > 0 ? first.stamp : store.now())
      if day != now.day {
        let month = max(now.month ?? "", LogDirectory.month(of: day))
        if month != now.month || now.file == nil {
          try UserFile.makeDirectory(directory.directory(of: now.machine))
          now.file = try AppendedFile(directory.file(of: now.machine, month))
        }
        (now.day, now.month) = (day, month)
      }
      let part = rest.prefix { $0.stamp == 0 || DailyDate(epoch: $0.stamp) == day }
      isFlushed = false
      try now.file?.append(part.flatMap(LogLine.text))
      now.last = part.last?.id.sequence ?? now.last
      rest = rest.dropFirst(part.count)
    }
  }
}

// The files as a process finds them.
extension OwnLog {
  private func compared() throws -> Written {
    let (machine, last) = try store.useUnasked { tables throws(StoreError) in
      (try tables.log.machine(), try tables.log.last())
    }
    let files = LogComparison(directory, machine, store, last: last)
    guard let end = try files.end() else { return Written(machine: machine, last: 0) }
    switch end {
    case .same(let event, let month, let file):
      let months = try files.endedMonths()
      if months.areChanged || !months.new.isEmpty {
        let (common, hasOthers) = try files.lastInCommon()
        if hasOthers { return try renamed(from: machine, after: common) }
        if months.areChanged { onLack?() } else { try files.note(months.new) }
      }
      return Written(machine: machine, last: event, month: month, file: file)
    case .other: return try renamed(from: machine, after: try files.lastInCommon().number)
    }
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

  /// Rewrites a file without reviews that were forgotten; returns whether others remain.
  private func eraseMonth() throws -> Bool {
    let (machine, done, wanted) = try store.useUnasked { tables throws(StoreError) in
      let (done, wanted) = try tables.log.erasure()
      return (try tables.log.machine(), done, wanted)
    }
    if unerased?.number != wanted {
      (unerased, eraseFault) = ((wanted, directory.months(of: machine)), "")
    }
    if done < wanted, let month = unerased?.months.popLast() {
      let path = directory.file(of: machine, month)
      do throws(FileError) {
        let bytes = try UserFile.read(path, limit: .max - 1)
        let kept = LogLine.lines(bytes[...], of: machine, withoutReviewsUpTo: wanted)
        if !kept.isSame(as: bytes) { try UserFile.replace(path, with: kept) }
      } catch {
        eraseFault =
          english(
            "Forgotten reviews are still in \(path.printable), which cannot be changed: "
              + "\(error.reason).")
        log.write(.warning, eraseFault)
      }
      written = nil
      return true
    }
    (mayErase, unerased) = (false, nil)
    // After a fault, all files are tried again with the next forgetting, or at the next start.
    if done == wanted || !eraseFault.isEmpty { return false }
    try store.useUnasked(changing: true) { tables throws(StoreError) in
      try tables.log.setErased(upTo: wanted)
    }
    return false
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
