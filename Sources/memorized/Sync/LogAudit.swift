internal import MemorizeBus
internal import Practice
internal import Store
internal import UserFiles

/// Reads the logs of all machines from their beginning, in steps, and looks for each event in the store.
final class LogAudit {
  private let directory: LogDirectory
  private let store: Store
  private let own: Machine
  /// Up to which number this machine's files need not have all events.
  private let forgotten: UInt64
  /// What is written while the files are read is not looked for.
  private let last: UInt64
  private var machines: [Machine]
  private var reader: LogReader?
  private var months: [String] = []
  private var place = 0
  private var check = LogCheck()
  private var ownEvents: Set<UInt64> = []
  private var isOwnMissing = false
  private static let countedEvents: UInt64 = 500
  /// Up to which number own events were looked for among those of the files.
  private var counted: UInt64 = 0

  init(_ directory: LogDirectory, _ store: Store) throws(StoreError) {
    (self.directory, self.store) = (directory, store)
    (own, forgotten, last) = try store.use { tables throws(StoreError) in
      (try tables.log.machine(), try tables.log.erasure().wanted, try tables.log.last())
    }
    machines = directory.machines
    if !machines.contains(own) { machines.append(own) }
  }

  /// Whether this machine's files lack events, and have none that the database lacks.
  var isMendable: Bool { check.unwritten > 0 && !isOwnMissing }

  /// Reads more while `mayContinue` is true; nil while something is left.
  func step(while mayContinue: () -> Bool) throws(StoreError) -> LogCheck? {
    repeat {
      if reader == nil || months.isEmpty {
        guard let machine = machines.popLast() else {
          if counted >= last { return check }
          try countPart()
          continue
        }
        // Nothing of our own is still to arrive.
        let explained = machine == own ? EventID.maximumSequence : 0
        reader = LogReader(machine, forgotten: explained)
        (months, place) = (directory.months(of: machine), 0)
      }
      if let month = months.first { try readPart(of: month) }
    } while mayContinue()
    return nil
  }

  /// Counts own events that are in no file.
  ///
  /// Of those that were forgotten, only what tells of no reviews is in one.
  private func countPart() throws(StoreError) {
    if counted < forgotten {
      let events = try store.use { tables throws(StoreError) in
        try tables.log.events(after: counted, limit: Self.countedEvents)
      }
      for event in events
      where event.id.sequence <= forgotten && event.stamp > 0
        && !ownEvents.contains(event.id.sequence)
      { check.unwritten += 1 }
      counted = min(forgotten, counted + Self.countedEvents)
    } else {
      for number in stride(from: counted, to: last, by: 1) where !ownEvents.contains(number + 1) {
        check.unwritten += 1
      }
      counted = last
    }
  }

  private func readPart(of month: String) throws(StoreError) {
    guard var reader else { return }
    let path = directory.file(of: reader.machine, month)
    // What cannot be read lacks events, which are counted as such.
    let part = try? LogPart(of: path, from: place, &reader)
    self.reader = reader
    place += part?.done ?? 0
    check.faults += UInt64(part?.lost.count ?? 0)
    for event in part?.events ?? [] {
      check.events += 1
      if event.id.machine == own, event.id.sequence <= last {
        ownEvents.insert(event.id.sequence)
      }
      let isKnown = try store.use { tables throws(StoreError) in try tables.log.has(event) }
      if !isKnown { check.missing += 1 }
      if !isKnown, event.id.machine == own { isOwnMissing = true }
    }
    if part?.isAtEnd != false { (months, place) = (Array(months.dropFirst()), 0) }
    // The rest has not arrived.
    if case .events = part?.wait { months = [] }
  }
}
