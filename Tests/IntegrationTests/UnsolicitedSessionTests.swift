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
  private func waitsForEnd(_ user: UserSession) throws {
    var published: String?
    user.proxy.onChange(of: PracticeContract.interface) {
      published = $0.values["State"]?.get(String.self) ?? published
    }
    let read = try user.practice().state.text
    try #require(user.connection.loop.waits { (published ?? read) == "idle" })
  }

  /// Returns when the daemon knows it.
  private func leave(_ caller: DaemonClient, _ user: UserSession) throws {
    var isThere = true
    user.connection.followOwner(of: try #require(caller.connection.uniqueName)) {
      isThere = $0 != nil
    }
    caller.connection.close()
    try #require(user.connection.loop.waits { !isThere })
    _ = try user.settings()
  }

  /// A notifier that was killed once left its question on, and the service asked for no other.
  @Test func itEndsWhenItsCallerLeaves() throws {
    let user = try UserSession()
    let caller = try DaemonClient(user.bus)
    try caller.startSession(Self.unsolicited)
    let before = try user.practice()
    #expect(before.state == "asking")
    caller.connection.close()
    try waitsForEnd(user)
    #expect(try user.practice().revision == before.revision + 1)
    #expect(try user.log().isEmpty)
    // A caller that has left before the daemon looks.
    let hasty = try DaemonClient(user.bus)
    hasty.proxy.call(
      PracticeContract.start, Self.unsolicited
    ) { _ in }
    _ = try hasty.connection.wait { (done: @escaping (Result<String, BusError>) -> Void) in
      hasty.connection.bus("GetId", returning: String.self, completion: done)
    }
    hasty.connection.close()
    try waitsForEnd(user)
    #expect(try user.practice().session == before.session + 1)
  }

  /// The time was once the notifier's: a question that it had opened in a terminal, which was then
  /// closed, stayed for ever.
  @Test func itEndsWhenNobodyResponds() throws {
    let bus = try PrivateBus()
    let limit = Duration.milliseconds(300)
    let fixture = try PracticeFixture(unsolicitedLimit: limit)
    let (loop, practice) = (fixture.loop, fixture.practice)
    let connection = try Connection(to: BusAddress(bus.address), loop: loop)
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
    let user = try UserSession()
    try user.startSession(Self.unsolicited)
    let before = try user.practice()
    try user.restart(by: SIGKILL)
    #expect(try user.practice().state == "idle")
    #expect(try user.practice().revision == before.revision + 1)
    // A session of one question that somebody asked for stays, also after an unsolicited one.
    try user.startSession(["questions": .uint32(1)])
    try user.restart(by: SIGKILL)
    #expect(try user.practice().state == "asking")
    try user.change("UPDATE past_sessions SET unasked = 'x'")
    #expect(try user.practice().state == "asking")
  }

  @Test func itEndsNoOtherSession() throws {
    let user = try UserSession()
    for value in [Value.string("yes"), .uint32(1)] {
      #expect(try user.refusalName { try user.startSession(["unasked": value]) } == "InvalidArgs")
    }
    try user.startSession(["questions": .uint32(3)])
    let before = try user.practice()
    #expect(
      try user.refusalName { try user.startSession(Self.unsolicited) } == "SessionInProgress")
    #expect(try user.practice() == before)
    try user.stopSession()
    try user.startSession(Self.unsolicited)
    #expect(
      try user.refusalName { try user.startSession(Self.unsolicited) } == "SessionInProgress")
  }

  /// A question that was finished and then undone was once thrown away, with the answer that was
  /// undone: when its caller left, and at the next start.
  @Test(arguments: ["restart", "start", "answer", "undo", "undo later"])
  func aSessionThatSomebodyTouchedStays(act: String) throws {
    let user = try UserSession()
    let caller = try DaemonClient(user.bus)
    try caller.startSession(Self.unsolicited)
    switch act {
    case "restart": try user.restartSession()
    case "start": try user.startSession(["questions": .uint32(3)])
    default:
      let question = try user.practice()
      try user.answer(1, user.rightIndex(question, user.answers(of: question.deck)))
    }
    if act == "undo later" { try leave(caller, user) }
    if act.hasPrefix("undo") { try user.undo() }
    let after = try user.practice()
    #expect(after.state == (act == "answer" ? "finished" : "asking"))
    if act != "undo later" { try leave(caller, user) }
    #expect(try user.practice() == after && user.log().count == (act == "answer" ? 1 : 0))
    try user.restart()
    #expect(try user.practice() == after)
  }

  /// The daemon must not exit while it has a question to end, and must do so afterward.
  @Test func theDaemonStaysForIt() throws {
    let user = try UserSession(["--idle-exit", "0.2"])
    let caller = try DaemonClient(user.bus)
    try caller.startSession(Self.unsolicited)
    caller.connection.loop.passes(.seconds(1))
    #expect(user.daemon.isRunning)
    caller.connection.close()
    #expect(user.daemon.codeInTime == 0)
  }
}
