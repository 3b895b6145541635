import MemoryGame
import TestSupport
import Testing

@testable import Practice

/// Some machines that write into a folder, which brings their files to each other in parts.
private struct Folder {
  struct Desk {
    let machine: Machine
    /// Its own log, as it is written.
    var file: [UInt8] = []
    var sequence: UInt64 = 0
    /// The latest stamp that it has seen.
    var stamp: UInt64 = 0
    var union = LogUnion()
    /// What it has read of each machine, and from which bytes.
    var readers: [Machine: (reader: LogReader, bytes: [UInt8], done: Int)] = [:]

    init(_ machine: Machine) { self.machine = machine }

    /// The numbers up to which it has read each machine, and written itself.
    var seen: [Machine: UInt64] {
      readers.mapValues(\.reader.last).merging([machine: sequence]) { $1 }
    }

    mutating func write(_ content: LogEvent.Content, at clock: UInt64) -> LogEvent {
      sequence += 1
      stamp = max(clock, stamp + 1)
      let event = LogEvent(EventID(machine, sequence), at: stamp, content)
      file += LogLine.text(of: event)
      union.insert(event)
      return event
    }

    /// Reads a version of a file of another machine: what follows, if it begins like the one that was
    /// read, otherwise all of it.
    mutating func read(_ bytes: [UInt8], of other: Machine) {
      var (reader, known, done) = readers[other] ?? (LogReader(other), [], 0)
      if !bytes.starts(with: known.prefix(done)) { (reader, done) = (LogReader(other), 0) }
      var events: [LogEvent] = []
      let (count, _) = reader.read(bytes[done...]) { result in
        if case .success(let event) = result { events.append(event) }
      }
      for event in events {
        union.insert(event)
        stamp = max(stamp, event.stamp)
      }
      readers[other] = (reader, bytes, done + count)
    }

    /// What the service does once it has read of a forgetting.
    mutating func erase() {
      guard let number = union.forgotten[machine] else { return }
      file = LogLine.lines(file[...], of: machine, withoutReviewsUpTo: number)
    }
  }

  var desks: [Desk]
  var all: [LogEvent] = []
  private(set) var clock = newYear

  init(_ count: Int) {
    desks = (1...count).map { Desk(.numbered(UInt64($0))) }
  }

  mutating func write(
    _ index: Int, _ content: LogEvent.Content, later: UInt64 = 1_000_000, clockIs offset: Int = 0
  ) {
    clock += later
    all.append(desks[index].write(content, at: UInt64(Int(clock) + offset)))
  }

  /// Brings what all have written to all.
  mutating func synchronize() {
    // What waits for what is missing, or forgotten, is read once that is there.
    for _ in 0...desks.count {
      for index in desks.indices {
        for other in desks where other.machine != desks[index].machine {
          desks[index].read(other.file, of: other.machine)
        }
        desks[index].erase()
      }
    }
  }

  var outcomes: [LogOutcome] { desks.map { LogOutcome($0.union) } }
}

@Suite struct LogFoldTests {
  /// The same events make the same memory, in whichever order, parts and versions files arrive.
  @Test func machinesThatHaveReadTheSameAreEqual() {
    var random = RandomEvents(SeededGenerator(for: "machinesThatHaveReadTheSameAreEqual"))
    for _ in 0..<rounds(300, ofAll: 10_000) {
      var folder = Folder(random.number(2...4))
      var versions: [(Machine, [UInt8])] = []
      for _ in 0..<random.number(5...60) {
        let index = random.number(0...folder.desks.count - 1)
        if random.number(0...1) == 0 {
          let content = random.content(
            of: folder.desks[index].machine, after: folder.all, seen: folder.desks[index].seen)
          folder.write(
            index, content, later: UInt64(random.number(0...1)),
            clockIs: random.number(-3_000_000...3_000_000))
          if case .forget = content { folder.desks[index].erase() }
          versions.append((folder.desks[index].machine, folder.desks[index].file))
        } else if let (machine, file) = versions.randomElement(using: &random.generator),
          machine != folder.desks[index].machine
        {
          folder.desks[index].read(
            Array(file.prefix(random.number(0...file.count))), of: machine)
          folder.desks[index].erase()
        }
      }
      folder.synchronize()
      var whole = LogUnion()
      for event in folder.all.shuffled(using: &random.generator) { whole.insert(event) }
      let expected = LogOutcome(whole)
      for outcome in folder.outcomes { #expect(outcome == expected) }
      #expect(Set(folder.outcomes.map(\.schedules)).count == 1)
      // One that comes later has only what the others have not erased.
      var newcomer = Folder.Desk(.numbered(99))
      for _ in folder.desks {
        for desk in folder.desks { newcomer.read(desk.file, of: desk.machine) }
      }
      #expect(LogOutcome(newcomer.union) == expected)
    }
  }
}

extension LogOutcome {
  fileprivate var schedules: [Key: Schedule] {
    let fsrs = FSRS(retention: settings["retention"].flatMap(Double.init) ?? 0.9)
    return histories.compactMapValues { $0.schedule(fsrs) }
  }
}
