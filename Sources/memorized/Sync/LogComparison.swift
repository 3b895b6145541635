internal import Practice
internal import Store
internal import UserFiles

/// This machine's files, as a process finds them, compared with the store: either may have what the
/// other lacks.
struct LogComparison {
  enum End {
    /// What follows an event is only in the store.
    case same(after: UInt64, month: String, file: AppendedFile)
    /// The files have what this machine has not written.
    case other
  }

  private let directory: LogDirectory
  private let machine: Machine
  private let store: Store
  /// The number of the store's last event.
  private let last: UInt64
  private let months: [String]

  init(_ directory: LogDirectory, _ machine: Machine, _ store: Store, last: UInt64) {
    (self.directory, self.machine, self.store, self.last) = (directory, machine, store, last)
    months = directory.months(of: machine)
  }

  /// Cuts off what a crash or a full disk has left of a line; nil if there is no event in the files.
  func end() throws -> End? {
    for month in months.reversed() {
      let file = try AppendedFile(directory.file(of: machine, month))
      let found = try LogTail(of: file, machine)
      // The next line must not be glued to the beginning of one.
      let end = found?.end ?? 0
      if let found {
        guard found.last <= last, try shared(found.events) != nil else { return .other }
      }
      if end < file.size { try file.cut(at: end) }
      if let found { return .same(after: found.last, month: month, file: file) }
    }
    return nil
  }

  /// Whether months before the last one have other sizes than at the first start after them, and the
  /// sizes of those that are new.
  func endedMonths() throws -> (areChanged: Bool, new: [String: Int]) {
    let known = try store.useUnasked { tables throws(StoreError) in
      try tables.log.places(of: machine).files.mapValues(\.done)
    }
    let sizes = Dictionary(
      months.dropLast().map { month in
        (month, (try? FileVersion(of: directory.file(of: machine, month)))?.size ?? 0)
      }, uniquingKeysWith: { one, _ in one })
    return (
      known.contains { sizes[$0.key] != $0.value }, sizes.filter { known[$0.key] == nil }
    )
  }

  /// Notes the sizes of months that have ended.
  func note(_ months: [String: Int]) throws {
    if months.isEmpty { return }
    try store.useUnasked(changing: true) { tables throws(StoreError) in
      for (month, size) in months {
        try tables.log.set(LogPlace(done: size, sum: 0), of: month, by: machine)
      }
    }
  }

  /// The number of the last event that the files and the store have in common, and whether the files
  /// have others then.
  func lastInCommon() throws -> (number: UInt64, hasOthers: Bool) {
    var common: UInt64 = 0
    for month in months {
      let path = directory.file(of: machine, month)
      // Once the two have parted, they stay so: a month whose end is the same is the same.
      if let tail = try LogTail(of: try AppendedFile(path), machine), tail.last <= last,
        let number = try shared(tail.events), number > 0
      {
        common = number
        continue
      }
      for line in try UserFile.read(path, limit: .max - 1).split(separator: UInt8(ascii: "\n")) {
        guard let event = try? LogLine.event(line, of: machine) else { continue }
        guard event.id.sequence <= last, let number = try shared([event]) else {
          return (common, true)
        }
        if number > 0 { common = number }
      }
    }
    return (common, false)
  }

  /// The number of the first of some events that the store knows, 0 if it knows none; nil if it has
  /// another one of that number.
  ///
  /// An event that was forgotten says nothing, and may have been written after the two had parted.
  private func shared(_ events: [LogEvent]) throws -> UInt64? {
    try store.useUnasked { tables throws(StoreError) in
      for event in events where event.stamp > 0 {
        guard let stamp = try tables.log.stamp(of: event.id.sequence) else { continue }
        return stamp == event.stamp ? event.id.sequence : nil
      }
      return 0
    }
  }
}
