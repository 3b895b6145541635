import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import Practice
import Store
import TestSupport
import Testing

extension UserSession {
  var logs: String { bus.files.path("data/memorize/log") }

  func machines() throws -> [LogMachine] { try proxy.callAndWait(StorageContract.machines) }

  func checkLog() throws -> LogCheck { try proxy.callAndWait(StorageContract.checkLog) }

  /// The files of this machine's log.
  func ownFiles() throws -> [URL] {
    let own = URL(fileURLWithPath: logs).appendingPathComponent(try machines()[0].id)
    return try FileManager.default.contentsOfDirectory(at: own, includingPropertiesForKeys: nil)
      .filter { !$0.lastPathComponent.hasPrefix(".") }
      .sorted { $0.path < $1.path }
  }

  func ownLog() throws -> String {
    try ownFiles().map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }.joined()
  }

  /// Copies the logs that another machine has into the folder of this one, as a synchronizer does.
  func fetch(
    from other: UserSession, isErased: Bool = false, _ cut: (Data) -> Data = { $0 }
  ) throws {
    let files = FileManager.default
    for machine in try other.machines().map(\.id) {
      let from = URL(fileURLWithPath: other.logs).appendingPathComponent(machine)
      guard let names = try? files.contentsOfDirectory(atPath: from.path) else { continue }
      if try machine == machines()[0].id { continue }
      for name in names {
        let path = "data/memorize/log/\(machine)/\(name)"
        let new = cut(try Data(contentsOf: from.appendingPathComponent(name)))
        // An older version does not replace a newer one, which is shorter only if lines were erased.
        let old = try? FileManager.default.attributesOfItem(atPath: bus.files.path(path))
        if !isErased, new.count < old?[.size] as? Int ?? 0 { continue }
        try bus.files.write(path, Array(new), atomically: true)
      }
    }
  }

  /// Answers the questions of a new session.
  func practice(_ count: Int) throws {
    let deck = "Japanese basics"
    let answers = try answers(of: deck)
    try startSession(["deck": .string(deck), "questions": .uint32(UInt32(count))])
    for number in 1...UInt32(count) {
      try #require(try answer(number, rightIndex(practice(), answers)))
    }
  }

  func basics() throws -> [CardSummary] {
    try proxy.callAndWait(DecksContract.cards, "Japanese basics", 0, 500)
  }

  func reviews() throws -> [[String]] {
    try log().map { row in
      ["\(row.card)", "\(row.direction)", "\(row.rating)", "\(row.at)", "\(row.took)"]
    }.sorted { $0.joined() < $1.joined() }
  }

  /// Runs until the condition holds, which no signal may tell.
  func waits(for isDone: () throws -> Bool) -> Bool {
    connection.loop.waits {
      let isMet = (try? isDone()) == true
      if !isMet { connection.loop.schedule(after: .milliseconds(20)) {} }
      return isMet
    }
  }
}

@Suite struct SyncTests {
  @Test func whatIsPracticedIsInTheLog() throws {
    let user = try UserSession()
    try user.practice(3)
    try user.set("Retention", .double(0.93))
    try user.newGame()
    try user.win()
    let log = try user.ownLog()
    for text in ["\treview\t", "name=retention\tvalue=0.93\t", "\tgame\t", "\tstarted\t"] {
      #expect(log.contains(text), "\(text) in \(log)")
    }
    let check = try user.checkLog()
    #expect(check.isWell && check.events == UInt64(log.split(separator: "\n").count))
    let own = try #require(try user.machines().first)
    #expect(own.isOwn && own.reviews == 3 && own.events == check.events && own.fault.isEmpty)
    try user.practice(2)
    try user.undo()
    try user.restart(by: SIGKILL)
    #expect(try user.checkLog().isWell)
    #expect(try user.ownLog().hasPrefix(log))
  }

  /// A database that is removed must not be lost with all that was practiced.
  @Test(arguments: [SIGTERM, SIGKILL])
  func aRemovedStateDirectoryComesBack(signal: Int32) throws {
    let user = try UserSession()
    try user.practice(3)
    try user.set("MaximumInterval", .uint32(200))
    try user.newGame()
    try user.win()
    let (reviews, games) = (try user.reviews(), try user.games())
    #expect(reviews.count == 3)
    try user.restart(by: signal) { try user.bus.files.remove("state/memorize") }
    #expect(user.waits { try user.reviews() == reviews && user.games().count == 1 })
    #expect(try user.games()[0]["score"] == games[0]["score"])
    #expect(user.waits { try user.settings().maximumInterval == 200 })
    #expect(user.waits { try user.practice().isFinishedToday && user.practice().streak == 1 })
    #expect(try user.rebuild() == [3, 0])
    #expect(try user.checkLog().isWell && user.machines().count == 2)
  }

  @Test func twoMachinesKnowWhatEitherDoes() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(4)
    try other.practice(3)
    try one.proxy.callAndWait(StorageContract.nameMachine, "desktop")
    try one.set("Retention", .double(0.8))
    var events: UInt64 = 0
    let subscription = other.proxy.on(StorageContract.logRead) { events += $0 }
    defer { withExtendedLifetime(subscription) {} }
    try other.fetch(from: one)
    #expect(other.connection.loop.waits { events > 0 })
    #expect(try events == one.machines()[0].events)
    #expect(try other.reviews().count == 7)
    #expect(other.waits { try other.settings().retention == 0.8 })
    #expect(try other.machines().last?.name == "desktop")
    try other.startSession(["deck": .string("Japanese basics"), "questions": .uint32(2)])
    try other.answer(1, 0)
    try one.fetch(from: other)
    #expect(one.waits { try one.reviews() == other.reviews() })
    try other.undo()
    try one.fetch(from: other)
    #expect(one.waits { try one.reviews().count == 7 })
    for user in [one, other] {
      #expect(try user.checkLog().isWell)
      #expect(try user.rebuild()[1] == 0)
    }
  }

  /// Who had practiced on one machine was reminded by the other one.
  @Test func aDayPracticedOnOneMachineIsDoneOnTheOther() throws {
    let (one, other) = (try UserSession(), try UserSession())
    func expect(_ user: UserSession, _ isDone: Bool) {
      #expect(user.waits { try user.practice().isFinishedToday == isDone })
      #expect((try? user.practice().streak) == (isDone ? 1 : 0))
    }
    try one.practice(3)
    expect(one, true)
    try other.fetch(from: one)
    expect(other, true)
    try one.undo()
    try other.fetch(from: one)
    expect(other, false)
    // An undo takes a day only from its own machine.
    let answers = try one.answers(of: "Japanese basics")
    try #require(try one.answer(3, one.rightIndex(one.practice(), answers)))
    try one.fetch(from: other)
    try other.practice(3)
    try one.fetch(from: other)
    try other.fetch(from: one)
    try other.undo()
    try one.fetch(from: other)
    expect(one, true)
    expect(other, true)
    try one.restart()
    expect(one, true)
    try other.forget(reviewsToo: true)
    expect(other, false)
    try one.fetch(from: other, isErased: true)
    expect(one, false)
    #expect(try !other.ownLog().contains("practiced"))
    #expect(one.waits { try !one.ownLog().contains("practiced") })
  }

  /// What was forgotten must be in no file of the folder, on no machine.
  @Test func whatIsForgottenIsInNoFile() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(3)
    try other.practice(3)
    try other.fetch(from: one, isErased: true)
    #expect(other.waits { try other.reviews().count == 6 })
    try other.forget(reviewsToo: true)
    #expect(try other.reviews().isEmpty && !other.ownLog().contains("review"))
    try one.fetch(from: other, isErased: true)
    #expect(one.waits { try one.reviews().isEmpty })
    #expect(one.waits { try !one.ownLog().contains("review") })
    try one.practice(1)
    #expect(try one.reviews().count == 1 && one.checkLog().isWell)
    try other.fetch(from: one, isErased: true)
    #expect(other.waits { try other.reviews().count == 1 })
    #expect(try other.checkLog().isWell)
  }

  /// An erased log, which lacks numbers, was taken for that of a machine that was put back, and lost
  /// what it keeps.
  @Test func whatIsNotForgottenStays() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(1)
    try other.fetch(from: one)
    #expect(other.waits { try other.reviews().count == 1 })
    let card = try #require(try one.basics().first)
    _ = try one.proxy.callAndWait(DecksContract.suspend, card.id, true)
    try one.set("Retention", .double(0.85))
    try one.newGame()
    try one.win()
    try one.practice(2)
    try one.forget(reviewsToo: true)
    try other.fetch(from: one, isErased: true)
    try one.restart { try one.bus.files.remove("state/memorize") }
    for user in [one, other] {
      #expect(user.waits { try user.checkLog().isWell })
      #expect(user.waits { try user.settings().retention == 0.85 && user.reviews().isEmpty })
      #expect(try user.basics()[0].isSuspended && user.games().count == 1)
    }
  }

  /// Two machines with one name, such as a cloned disk, must not take each other's events for their own.
  @Test func aCloneTakesANameOfItsOwn() throws {
    let one = try UserSession()
    try one.practice(2)
    try one.restart()
    let (state, folder) = (one.state, one.bus.files.path("data"))
    let clone = try UserSession {
      for (from, to) in [(state, "state"), (folder, "data")] {
        try $0.make(to == "state" ? "state" : ".")
        try FileManager.default.copyItem(
          atPath: from, toPath: $0.path(to == "state" ? "state/memorize" : "data"))
      }
    }
    try one.practice(2)
    try clone.practice(3)
    let name = try one.machines()[0].id
    #expect(try clone.machines()[0].id == name)
    // The synchronizer decides for the file of one of them.
    let file = try #require(try one.ownFiles().first)
    try clone.bus.files.write(
      "data/memorize/log/\(name)/\(file.lastPathComponent)", Array(try Data(contentsOf: file)),
      atomically: true)
    #expect(clone.waits { try clone.reviews().count == 7 })
    #expect(try clone.machines()[0].id != name)
    #expect(try clone.checkLog().isWell && one.checkLog().isWell)
    try one.fetch(from: clone)
    #expect(one.waits { try one.reviews() == clone.reviews() })
  }

  /// A line that has arrived in part must wait, and a damaged one must cost only itself.
  @Test func whatIsCutWaitsAndWhatIsDamagedIsNamed() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(3)
    let lines = try one.ownLog().split(separator: "\n")
    let review = try #require(lines.lastIndex { $0.contains("\treview\t") })
    let log = lines[...review].flatMap { Array(($0 + "\n").utf8) }
    let name = "data/memorize/log/\(try one.machines()[0].id)/2026-01.log"
    let cut = try #require(log.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 20
    try other.bus.files.write(name, Array(log[..<cut]), atomically: true)
    #expect(other.waits { try other.reviews().count == 2 })
    #expect(try other.checkLog().faults == 0)
    try other.bus.files.write(name, log, atomically: true)
    #expect(other.waits { try other.reviews().count == 3 })
    // The checksum of the second review.
    var damaged = log
    let last = try #require(log[..<cut].lastIndex(of: UInt8(ascii: "\n")))
    damaged[last - 1] ^= 1
    let third = try UserSession()
    try third.bus.files.write(name, damaged, atomically: true)
    #expect(third.waits { try third.reviews().count == 2 })
    #expect(try third.machines()[1].fault.contains("has damaged lines"))
    #expect(try third.checkLog().faults == 1)
  }

  /// A log that cannot be written must lose nothing.
  @Test func aFolderThatCannotBeWrittenIsNamed() throws {
    let user = try UserSession { try $0.write("data/memorize/log") }
    try user.practice(2)
    #expect(user.daemon.errors.waits(for: "cannot be written"))
    #expect(try user.machines()[0].fault.contains("cannot be written"))
    try user.bus.files.remove("data/memorize/log")
    try user.practice(1)
    #expect(try user.checkLog().isWell && user.machines()[0].fault.isEmpty)
    // What is lost of the files is written again, at once: a directory that is emptied would fill.
    try #require(rename(user.logs, user.logs + ".gone") == 0)
    #expect(user.waits { try user.checkLog().events == user.machines()[0].events })
  }

  /// A damaged line that was repaired must be read, and not be named any more.
  @Test func aRepairedLineIsRead() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(3)
    let name = "data/memorize/log/\(try one.machines()[0].id)/2026-01.log"
    let lines = try one.ownLog().split(separator: "\n").map(String.init)
    // More than what is looked at of what was read before.
    let right = lines + Array(repeating: lines[0], count: 100) + [""]
    let second = try #require(lines.lastIndex { $0.contains("\treview\t") })
    var damaged = right
    damaged[second] += "x"
    for hasRestarted in [false, true] {
      try other.bus.files.write(name, damaged.joined(separator: "\n"), atomically: true)
      #expect(other.waits { try other.machines().last?.fault.contains("damaged") == true })
      #expect(try other.reviews().count == 2)
      if hasRestarted { try other.restart() }
      #expect(other.waits { try other.machines().last?.fault.contains("damaged") == true })
      try other.bus.files.write(name, right.joined(separator: "\n"), atomically: true)
      #expect(other.waits { try other.reviews().count == 3 })
      #expect(try other.machines().last?.fault == "")
      try other.restart {
        for part in ["state/memorize", name] { try other.bus.files.remove(part) }
      }
    }
  }

  /// A line of just the greatest length must not be read for ever, and no number be taken from another
  /// machine.
  @Test func whatNobodyWritesIsBounded() throws {
    let user = try UserSession()
    try user.practice(1)
    let own = try #require(Machine(try user.machines()[0].id))
    let other = try #require(Machine("abcdefghijklmnop"))
    let forget = LogEvent(
      EventID(other, 1), at: 1_700_000_000_000_000, .forget([own: EventID.maximumSequence]))
    let long = [UInt8](repeating: 0x78, count: LogLine.maximumBytes)
    try user.bus.files.write(
      "data/memorize/log/\(other.name)/2023-11.log",
      long + [0x0A] + LogLine.text(of: forget), atomically: true)
    #expect(user.waits { try user.machines().contains { $0.id == other.name && $0.events == 1 } })
    try user.practice(1)
    #expect(try user.machines()[0].events < 20)
    #expect(try user.checkLog().faults == 1)
  }

  /// Machines whose directories appear at once must not be missed.
  @Test func manyNewMachinesAreSeen() throws {
    let user = try UserSession()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    for number in 0..<30 {
      let machine = try #require(Machine(String(repeating: letters[number], count: 16)))
      let review = ReviewEvent(
        .guid("x"), .forward, .answer(.good, .typed), at: 1_700_000_000_000_000 + UInt64(number),
        on: 19_675)
      let event = LogEvent(EventID(machine, 1), at: review.at, .review(review))
      try user.bus.files.write(
        "data/memorize/log/\(machine.name)/2023-11.log", LogLine.text(of: event))
    }
    #expect(user.waits { try user.reviews().count == 30 })
  }

  /// A clock that is a day ahead must be named, and its events must count.
  @Test func aClockThatIsAheadIsNamed() throws {
    let (one, other) = (try UserSession(), try UserSession())
    let machine = try #require(Machine("abcdefghijklmnop"))
    let review = ReviewEvent(
      .guid("x"), .forward, .answer(.good, .typed), at: 1_700_000_000_000_000, on: 19_675)
    let event = LogEvent(EventID(machine, 1), at: LogLine.latestStamp - 9, .review(review))
    for user in [one, other] {
      try user.bus.files.write(
        "data/memorize/log/\(machine.name)/9999-12.log", LogLine.text(of: event), atomically: true)
      #expect(user.waits { try user.machines().last?.isAhead == true })
    }
    // What happens after that is later still, on every machine.
    try one.practice(2)
    try other.fetch(from: one)
    #expect(other.waits { try other.reviews().count == 3 })
    #expect(try one.checkLog().isWell && other.checkLog().isWell)
  }
}
