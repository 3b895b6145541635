import DBus
import EventLoop
import Foundation
import MemorizeBus
import Store
import TestSupport
import Testing
import UserService

@testable import memorized

/// Sessions that a program starts without being asked end with that program.
@Suite(.timeLimit(.minutes(30))) struct UnsolicitedSessionTests {
  private static let unsolicited: [String: Value] = [
    "questions": .uint32(1), "unasked": .boolean(true),
  ]

  /// What is published wins over what is read: it may come in the same turn, after the answer.
  private func waitsForEnd(_ desk: DaemonDesk) throws {
    var published: String?
    desk.proxy.onChange(of: PracticeContract.interface) {
      published = $0.values["State"]?.get(String.self) ?? published
    }
    let read = try desk.practice().state.text
    try #require(desk.connection.loop.waits { (published ?? read) == "idle" })
  }

  /// Returns when the daemon knows it.
  private func leave(_ caller: DaemonClient, _ desk: DaemonDesk) throws {
    var isThere = true
    desk.connection.followOwner(of: try #require(caller.connection.uniqueName)) {
      isThere = $0 != nil
    }
    caller.connection.close()
    try #require(desk.connection.loop.waits { !isThere })
    _ = try desk.settings()
  }

  /// A notifier that was killed once left its question on, and the service asked for no other.
  @Test func itEndsWhenItsCallerLeaves() throws {
    let desk = try DaemonDesk()
    let caller = try DaemonClient(desk.bus)
    try caller.startSession(Self.unsolicited)
    let before = try desk.practice()
    #expect(before.state == "asking")
    caller.connection.close()
    try waitsForEnd(desk)
    #expect(try desk.practice().revision == before.revision + 1)
    #expect(try desk.log().isEmpty)
    // A caller that has left before the daemon looks.
    let hasty = try DaemonClient(desk.bus)
    hasty.proxy.call(
      PracticeContract.start, Self.unsolicited
    ) { _ in }
    _ = try hasty.connection.wait { (done: @escaping (Result<String, BusError>) -> Void) in
      hasty.connection.bus("GetId", returning: String.self, completion: done)
    }
    hasty.connection.close()
    try waitsForEnd(desk)
    #expect(try desk.practice().session == before.session + 1)
  }

  /// The time was once the notifier's: a question that it had opened in a terminal, which was then
  /// closed, stayed for ever.
  @Test func itEndsWhenNobodyResponds() throws {
    let bus = try PrivateBus()
    let loop = try Loop()
    let log = Log(program: "test", level: .emergency)
    let connection = try Connection(to: BusAddress(bus.address), loop: loop)
    let store = Store(directory: bus.files.path("state"), now: { 0 })
    try store.openInTime()
    defer { store.close() }
    let library = ThemeLibrary(directories: [], loop: loop, log: log)
    library.open()
    let limit = Duration.milliseconds(300)
    let practice = PracticeOnBus(
      library: library, store: store, preparation: Preparation(loop: loop, common: store.need),
      clock: PracticeClock(loop: loop, log: log), unsolicitedLimit: limit, log: log)
    practice.export(to: connection)
    var ends = 0
    practice.onLeave = { ends += 1 }
    let proxy = Proxy(
      try Connection(to: BusAddress(bus.address), loop: loop),
      to: try #require(connection.uniqueName), at: MemorizeContract.path, deadline: .patience)
    let _: Void = try proxy.callAndWait(PracticeContract.start, Self.unsolicited)
    #expect(practice.isLeased)
    // The loop takes timers in the order of their times, however late it is.
    loop.schedule(after: limit / 2) { _ = try? practice.reveal(1) }
    var wasLeased: Bool?
    loop.schedule(after: limit) { wasLeased = practice.isLeased }
    #expect(loop.waits { ends == 1 })
    #expect(wasLeased == true, "A response begins the time anew.")
    #expect(practice.published.state.state == "idle" && practice.published.state.session == 1)
    let _: Void = try proxy.callAndWait(PracticeContract.start, Self.unsolicited)
    #expect(practice.published.state.session == 2)
  }

  @Test func aDaemonThatStartsEndsIt() throws {
    let desk = try DaemonDesk()
    try desk.startSession(Self.unsolicited)
    let before = try desk.practice()
    try desk.restart(by: SIGKILL)
    #expect(try desk.practice().state == "idle")
    #expect(try desk.practice().revision == before.revision + 1)
    // A session of one question that somebody asked for stays, also after an unsolicited one.
    try desk.startSession(["questions": .uint32(1)])
    try desk.restart(by: SIGKILL)
    #expect(try desk.practice().state == "asking")
    try desk.change("UPDATE past_sessions SET unasked = 'x'")
    #expect(try desk.practice().state == "asking")
  }

  @Test func itEndsNoOtherSession() throws {
    let desk = try DaemonDesk()
    for value in [Value.string("yes"), .uint32(1)] {
      #expect(try desk.refusalName { try desk.startSession(["unasked": value]) } == "InvalidArgs")
    }
    try desk.startSession(["questions": .uint32(3)])
    let before = try desk.practice()
    #expect(
      try desk.refusalName { try desk.startSession(Self.unsolicited) } == "SessionInProgress")
    #expect(try desk.practice() == before)
    try desk.stopSession()
    try desk.startSession(Self.unsolicited)
    #expect(
      try desk.refusalName { try desk.startSession(Self.unsolicited) } == "SessionInProgress")
  }

  /// Whoever starts a session in its place has asked for that one.
  @Test(arguments: [true, false]) func whatReplacesItStays(byRestart: Bool) throws {
    let desk = try DaemonDesk()
    let caller = try DaemonClient(desk.bus)
    try caller.startSession(Self.unsolicited)
    if byRestart {
      try desk.restartSession()
    } else {
      try desk.startSession(["questions": .uint32(3)])
    }
    let after = try desk.practice()
    try leave(caller, desk)
    #expect(try desk.practice() == after)
    try desk.restart()
    #expect(try desk.practice() == after)
  }

  @Test func anAnswerStays() throws {
    let desk = try DaemonDesk()
    let caller = try DaemonClient(desk.bus)
    try caller.startSession(Self.unsolicited)
    let question = try desk.practice()
    try desk.answer(1, desk.rightIndex(question, desk.answers(of: question.deck)))
    try leave(caller, desk)
    #expect(try desk.practice().state == "finished" && desk.log().count == 1)
    try desk.restart()
    #expect(try desk.practice().state == "finished")
  }

  /// A question that was finished and then undone was thrown away, with the answer that was undone:
  /// when its caller left, and at the next start.
  @Test(arguments: [true, false]) func whatIsUndoneStays(callerLeavesFirst: Bool) throws {
    let desk = try DaemonDesk()
    let caller = try DaemonClient(desk.bus)
    try caller.startSession(Self.unsolicited)
    let question = try desk.practice()
    try desk.answer(1, desk.rightIndex(question, desk.answers(of: question.deck)))
    if callerLeavesFirst { try leave(caller, desk) }
    try desk.undo()
    let undone = try desk.practice()
    #expect(undone.state == "asking")
    if !callerLeavesFirst { try leave(caller, desk) }
    #expect(try desk.practice() == undone)
    try desk.restart()
    #expect(try desk.practice() == undone)
  }

  /// The daemon must not exit while it has a question to end, and must do so afterwards.
  @Test func theDaemonStaysForIt() throws {
    let desk = try DaemonDesk(["--idle-exit", "0.2"])
    let caller = try DaemonClient(desk.bus)
    try caller.startSession(Self.unsolicited)
    caller.connection.loop.passes(.seconds(1))
    #expect(desk.daemon.isRunning)
    caller.connection.close()
    #expect(desk.daemon.codeInTime == 0)
  }
}
