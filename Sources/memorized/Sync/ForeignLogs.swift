internal import EventLoop
internal import MemorizeBus
internal import PlainText
internal import Practice
internal import Store
internal import UserFiles
internal import UserService

/// The files of other machines' logs: read from where they were left, a part in each step, and watched.
final class ForeignLogs: Preparation.Need {
  /// How much of what was read says whether a file is still the same.
  private static let checkedBytes = 4096
  private static let maximumLooks = 8
  /// After a failure of the store.
  private static let pause: Duration = .seconds(10)
  /// A synchronizer writes many files at a time.
  private static let quiet = (usual: Duration.milliseconds(100), maximum: Duration.seconds(1))

  private struct Known {
    var reader: LogReader
    var files: [String: File]
    /// The files that were found to say otherwise than before.
    ///
    /// They may contradict each other. While they stay as they are, what stands first in them counts.
    var contradicting: [String: FileVersion]?
  }

  private struct File {
    var place = LogPlace(done: 0, sum: 0)
    /// The version that was read to its end.
    var version: FileVersion?
    /// The first part with lines that could not be read: after a restart, it is read again.
    var damage: Damage?
  }

  private struct Damage {
    let place: LogPlace
    let end: Int
    let sum: UInt32
  }

  private let directory: LogDirectory
  private let store: Store
  private let loop: Loop
  private let log: Log
  private var watch: DirectoryWatch?
  private var watched: Set<Machine> = []
  private lazy var burst = Debouncer(
    loop: loop, delay: Self.quiet.usual, maximumDelay: Self.quiet.maximum
  ) { [weak self] in
    self?.follow()
    self?.onChange?()
  }
  private var known: [Machine: Known] = [:]
  /// Those whose files may have changed.
  private var unread: Set<Machine> = []
  private var isSettled = false
  private var isPaused = false
  /// What cannot be read, by the path of its file.
  private var faults: [String: String] = [:]
  /// How many events were taken over since ``takeNews()`` was called last; nil if nothing has changed.
  private var news: Int?

  /// Called when files have changed: what is new can be read then.
  var onChange: (() -> Void)?
  /// Called when the files of this machine may have changed.
  var onOwnChange: (() -> Void)?
  /// Called when this machine has another name, since it was put back to an earlier state.
  var onOwnPutBack: (() -> Void)?

  init(_ directory: LogDirectory, store: Store, loop: Loop, log: Log) {
    (self.directory, self.store, self.loop, self.log) = (directory, store, loop, log)
  }

  /// Looks at all files again, and at new machines.
  func restart() {
    (known, isSettled, isPaused) = ([:], false, false)
    follow()
    unread = watched
  }

  /// Cards may have other reviews than their schedules follow from.
  func unsettle() { isSettled = false }

  /// What is wrong with a machine's log, as a sentence; nil if nothing is.
  func fault(of machine: Machine) -> String? {
    let path = directory.directory(of: machine)
    return faults.first { $0.key.hasPrefix(path) }?.value
  }

  /// The machines of whose logs something waits or cannot be read.
  var troubled: Set<Machine> {
    watched.filter { waiting[$0] != nil || fault(of: $0) != nil }
  }

  /// What waits for events that have not arrived.
  private(set) var waiting: [Machine: LogReader.Wait] = [:]

  /// How many events were taken over; nil if nothing has changed.
  func takeNews() -> Int? {
    defer { news = nil }
    return news
  }

  /// Stops watching.
  func close() { watch = nil }

  /// Watches the directories of all machines, and looks at all files if there are others than before.
  private func follow() {
    // One that appears before the log's own directory is watched anew is found by the next look.
    for _ in 0..<Self.maximumLooks {
      let machines = Set(directory.machines)
      if watch != nil, machines == watched { return }
      (watched, unread) = (machines, machines)
      if machines.count == LogDirectory.maximumMachines {
        log.write(
          .warning,
          "\(directory.path.printable) has the logs of \(machines.count) machines: more are not read."
        )
      }
      do throws(SystemError) {
        let directories = machines.map(directory.directory(of:)).sorted()
        watch = try DirectoryWatch([directory.path] + directories, loop: loop) { [weak self] in
          self?.notice($0)
        }
      } catch {
        return log.write(.warning, "\(error) Logs of other machines are read only at a start.")
      }
    }
    // A directory that changes all the time is looked at again in a moment.
    burst.restart()
  }

  private func notice(_ paths: Set<String>) {
    follow()
    for machine in watched {
      let path = directory.directory(of: machine)
      if paths.contains(where: { $0.hasPrefix(path) }) { unread.insert(machine) }
    }
    onOwnChange?()
    if !unread.isEmpty { burst.restart() }
  }
}

// Reading.
extension ForeignLogs {
  var isMet: Bool { isPaused || unread.isEmpty && isSettled }

  func advance(while mayContinue: () -> Bool) -> Bool {
    do throws(StoreError) {
      if let machine = unread.first {
        if try !readPart(of: machine) { unread.remove(machine) }
      } else {
        isSettled = try settle()
      }
    } catch {
      // The store has logged why, such as a full disk; one that is closed is read when it is opened.
      isPaused = true
      if store.isOpen { loop.schedule(after: Self.pause) { [weak self] in self?.goOn() } }
    }
    return !isMet
  }

  private func goOn() {
    isPaused = false
    onChange?()
  }

  /// Returns whether all schedules follow from the reviews.
  private func settle() throws(StoreError) -> Bool {
    // Asked first, since a change costs a write of the disk; what was taken over ends with it.
    if news == nil,
      try store.useUnasked({ tables throws(StoreError) in try tables.log.isSettled() })
    {
      return true
    }
    news = news ?? 0
    return try store.useUnasked(changing: true) { [store] tables throws(StoreError) in
      try tables.log.settle(store.userSettings.fsrs)
    }
  }

  /// Reads the next part; returns whether there may be more.
  private func readPart(of machine: Machine) throws(StoreError) -> Bool {
    if known[machine] == nil { known[machine] = try load(machine) }
    guard var now = known[machine] else { return false }
    for month in directory.months(of: machine) {
      let path = directory.file(of: machine, month)
      let outcome: Result<Bool, FileError>
      do {
        outcome = .success(try read(path, month, &now))
      } catch let error as StoreError {
        throw error
      } catch {
        outcome = .failure(error as? FileError ?? .changing)
      }
      known[machine] = now
      switch outcome {
      case .success(true): continue
      case .success(false): return waiting[machine] == nil
      case .failure(let error):
        fault(english("\(path.printable) cannot be read: \(error.reason)."), path)
        return false
      }
    }
    return false
  }

  /// Nil for this machine itself.
  private func load(_ machine: Machine) throws(StoreError) -> Known? {
    try store.useUnasked { tables throws(StoreError) in
      if try tables.log.machine() == machine { return nil }
      let (files, last, forgotten) = try tables.log.places(of: machine)
      return Known(
        reader: LogReader(machine, after: last, forgotten: forgotten),
        files: files.mapValues { File(place: $0) })
    }
  }

  /// Takes the next part over; returns whether the file was read to its end.
  private func read(_ path: String, _ month: String, _ now: inout Known) throws -> Bool {
    let version = try FileVersion(of: path)
    if now.files[month]?.version?.isStill(version) == true { return true }
    var file = now.files[month] ?? File()
    if try file.place.sum != sum(of: path, upTo: file.place.done) { file = File() }
    if let damage = file.damage, try sum(of: path, damage.place.done..<damage.end) != damage.sum {
      file = File(place: damage.place)
    }
    var reader = now.reader
    let part = try LogPart(of: path, from: file.place.done, &reader)
    if part.done > 0 {
      let (start, end) = (file.place, file.place.done + part.done)
      file.place = LogPlace(done: end, sum: try sum(of: path, upTo: end))
      if !part.lost.isEmpty, file.damage == nil {
        file.damage = Damage(place: start, end: end, sum: try sum(of: path, start.done..<end))
      }
      // What was read and its checksum must be of one file.
      if try FileVersion(of: path) != version { return false }
      let changes = try store.take(
        part.events, of: reader.machine,
        mayContradict: now.contradicting.map { $0 != versions(of: reader.machine) } ?? true,
        upTo: reader.isBetweenEvents ? file.damage?.place ?? file.place : nil, in: month)
      news = (news ?? 0) + part.events.count
      isSettled = false
      if changes.isOwnPutBack { onOwnPutBack?() }
      if changes.isRewritten, var again = try load(reader.machine) {
        again.contradicting = versions(of: reader.machine)
        log.write(
          .warning,
          "\(path.printable) says otherwise than before, such as after a backup was restored: what it "
            + "says now counts.")
        (now, waiting[reader.machine]) = (again, nil)
        return false
      }
    }
    (now.reader, waiting[reader.machine]) = (reader, nil)
    if let first = part.lost.first { fault(first.message(about: path.printable), path) }
    if file.damage == nil { faults[path] = nil }
    switch part.wait {
    case .events:
      waiting[reader.machine] = part.wait
      now.files[month] = file
      return false
    case .endOfLine, nil:
      if part.isAtEnd { file.version = version }
      now.files[month] = file
      return part.isAtEnd
    }
  }

  private func versions(of machine: Machine) -> [String: FileVersion] {
    let versions = directory.months(of: machine).map { month in
      (month, try? FileVersion(of: directory.file(of: machine, month)))
    }
    return Dictionary(versions, uniquingKeysWith: { one, _ in one }).compactMapValues { $0 }
  }

  /// Of what is before a place, the end: whoever appends to a file or leaves out lines changes that.
  private func sum(of path: String, upTo place: Int) throws(FileError) -> UInt32 {
    try place == 0 ? 0 : sum(of: path, max(0, place - Self.checkedBytes)..<place)
  }

  private func sum(of path: String, _ range: Range<Int>) throws(FileError) -> UInt32 {
    var sum = CRC32C()
    sum.add(try UserFile.part(of: path, from: range.lowerBound, range.count))
    return sum.value
  }

  private func fault(_ message: String, _ path: String) {
    if faults.updateValue(message, forKey: path) != message { log.write(.warning, message) }
  }
}

extension LogLineError {
  fileprivate func message(about path: String) -> String {
    let limit = LogLine.maximumBytes >> 20
    return switch self {
    case .damaged, .invalid: english("\(path) has damaged lines, which were left out.")
    case .tooLong: english("\(path) has a line of more than \(limit) MB, which was left out.")
    case .unknown(_, let kind):
      english(
        "\(path) has events of a later version of Memorize, such as “\(kind.printable)”, which "
          + "were left out.")
    case .unreadable(let id):
      // Translators: {sequence} is the number of the event.
      english("\(path) has an event, \(id.sequence), that cannot be read and was left out.")
    }
  }
}
