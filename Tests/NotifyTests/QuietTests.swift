import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// Unsolicited bubbles wait while notifications are held or the screen is locked.
@Suite struct QuietTests {
  @Test(arguments: Holding.announced) func aReminderWaitsForTheEnd(kind: Holding) throws {
    let desk = try QuietDesk(kind)
    try desk.hold(true)
    try desk.practice.practice.remind(due: 3, new: 2)
    try desk.settle()
    // The next day's reminder takes its place.
    try desk.practice.practice.remind(due: 5, new: 0)
    try desk.settle()
    #expect(try desk.practice.server.requests.isEmpty)
    // What was held is shown with the numbers of now.
    try desk.practice.practice.count(due: 4, new: 1)
    // Nothing orders the messages of two programs.
    try desk.settle()
    try desk.hold(false)
    #expect(try desk.practice.bubble(1).body == "4 cards are due, 1 new.")
    // It stays there until it would disturb, and is not stacked.
    try desk.hold(true)
    try desk.practice.stage.waits { (try? desk.practice.server.closed.count) == 1 }
    try desk.hold(false)
    let again = try desk.practice.bubble(2)
    try desk.practice.server.click("Practise", on: again)
    #expect(try desk.practice.bubble(3).summary == "1/3: はい [said]")
    // A session that somebody began is nobody's interruption.
    try desk.hold(true)
    try desk.practice.server.click("yes", on: desk.practice.server.requests[2])
    #expect(try desk.practice.bubble(4).summary == "✓ はい = yes")
  }

  @Test func whatWasPractisedMeanwhileIsNotReminded() throws {
    let desk = try QuietDesk(.dunst)
    try desk.hold(true)
    try desk.practice.practice.remind(due: 3, new: 2)
    try desk.settle()
    try desk.practice.practice.count(due: 0, new: 0)
    try desk.settle()
    try desk.hold(false)
    #expect(try desk.practice.server.requests.isEmpty)
    try desk.practice.practice.remind(due: 1, new: 0)
    #expect(try desk.practice.bubble(1).body == "1 card is due.")
  }

  /// A reminder in the server's list once came to the front again after each lock of the screen.
  @Test(arguments: [Holding.screenSaver, .plasma]) func aReminderInAListIsNotShownAnew(
    kind: Holding
  ) throws {
    let desk = try QuietDesk(kind)
    let server = try desk.practice.server
    server.features = FakeServer.replyFeatures
    try desk.practice.practice.remind(due: 3, new: 2)
    let reminder = try desk.practice.bubble(1)
    for _ in 0..<2 {
      try desk.hold(true)
      try desk.hold(false)
    }
    #expect(server.requests.count == 1 && server.closed.isEmpty)
    // The next one waits, and takes its place.
    try desk.hold(true)
    try desk.practice.practice.remind(due: 5, new: 0)
    try desk.settle()
    #expect(server.requests.count == 1 && server.closed == [reminder.id])
    try desk.hold(false)
    #expect(try desk.practice.bubble(2).body == "5 cards are due.")
  }

  /// A message that nothing is due, once it left the screen, took the waiting reminder with it.
  @Test func anotherBubbleEndsNoReminder() throws {
    let desk = try QuietDesk(.screenSaver)
    desk.practice.practice.refusals["Start"] = BusError(.nothingDue, "Nothing is due.")
    let nothing = try desk.practice.practise()
    try desk.hold(true)
    try desk.practice.practice.remind(due: 5, new: 0)
    try desk.settle()
    try desk.practice.server.expire(nothing.id)
    try desk.hold(false)
    #expect(try desk.practice.bubble(3).body == "5 cards are due.")
  }

  /// The error for a call to a server that has gone came after the news that it has, and counted
  /// as its answer: a question was asked that nobody could see.
  @Test func aLateErrorIsNoAnswer() throws {
    let desk = try PracticeStage(server: nil)
    // Its loop is not run, so that it does not answer.
    let server = try FakeServer(on: desk.stage.bus, loop: Loop())
    try desk.settle()
    try desk.practice.askQuestion()
    try desk.settle()
    server.connection.close()
    try desk.settle()
    #expect(desk.practice.calls.isEmpty)
    try desk.stage.startServer()
    #expect(try desk.bubble(1).summary == "1/1: はい [said]")
  }

  /// Its signal has the answer: two calls once followed each one.
  @Test func swayNCIsNotAskedAfterItsSignal() throws {
    let desk = try QuietDesk(.swayNC)
    try desk.hold(true)
    try desk.practice.practice.remind(due: 1, new: 0)
    try desk.settle()
    let asked = desk.holder.timesAsked
    #expect(asked == 1)
    for _ in 0..<3 { try desk.hold(true) }
    try desk.hold(false)
    _ = try desk.practice.bubble(1)
    #expect(desk.holder.timesAsked == asked)
  }

  /// Each signal was followed by a call: a flood of them reached the limit of calls that wait for a
  /// reply, whose error counted as “free”.
  @Test func aFloodOfSignalsIsOneQuestionAtATime() throws {
    let desk = try QuietDesk(.mako)
    try desk.hold(true)
    try desk.practice.practice.remind(due: 1, new: 0)
    try desk.settle()
    let asked = desk.holder.timesAsked
    for _ in 0..<3_000 {
      try desk.holder.connection.emit(
        "/fr/emersion/Mako", "org.freedesktop.DBus.Properties", "PropertiesChanged",
        "fr.emersion.Mako", [String: Value](), ["Modes"])
    }
    try desk.settle()
    #expect(asked > 0 && desk.holder.timesAsked - asked < 3_000)
    #expect(try desk.practice.server.requests.isEmpty)
    try desk.hold(false)
    #expect(try desk.practice.bubble(1).body == "1 card is due.")
  }

  /// Two sources: the last to let go decides.
  @Test func allHaveToLetGo() throws {
    let desk = try QuietDesk(.screenSaver)
    let server = try desk.practice.server
    try desk.hold(true)
    try server.inhibit(true)
    try desk.practice.practice.remind(due: 1, new: 0)
    try desk.settle()
    try server.inhibit(false)
    try desk.settle()
    #expect(server.requests.isEmpty)
    // A locker that crashed locks nothing.
    desk.holder.connection.close()
    #expect(try desk.practice.bubble(1).body == "1 card is due.")
  }

  /// Mako before 1.10 announces nothing: what waited for the end of its mode never came.
  @Test func aSilentMakoIsAskedAgainUntilItsModeEnds() throws {
    let desk = try QuietDesk(.oldMako)
    let stage = desk.practice.stage
    desk.holder.holds = true
    var reports: [Bool] = []
    let connection = try Connection(to: BusAddress(stage.bus.address), loop: stage.loop)
    var watch: QuietWatch? = QuietWatch(connection, interval: .milliseconds(20)) {
      reports.append($0)
    }
    try stage.waits { desk.holder.timesAsked >= 5 }
    #expect(reports == [true])
    desk.holder.holds = false
    try stage.waits { reports == [true, false] }
    // A mode that begins is not looked for, and a watch that has ended asks nothing.
    var isOver = false
    let asked = desk.holder.timesAsked
    stage.loop.schedule(after: .milliseconds(100)) { isOver = true }
    try stage.waits { isOver }
    #expect(desk.holder.timesAsked == asked)
    desk.holder.holds = true
    watch = QuietWatch(connection, interval: .milliseconds(20)) { _ in }
    try stage.waits { desk.holder.timesAsked > asked + 1 }
    watch = nil
    let last = desk.holder.timesAsked
    stage.loop.schedule(after: .milliseconds(100)) { isOver = false }
    try stage.waits { !isOver }
    #expect(desk.holder.timesAsked <= last + 1 && watch == nil)
  }

  /// It was given to mako, which hid it and showed it whenever it liked.
  @Test func aReminderWaitsForASilentMako() throws {
    let desk = try QuietDesk(.oldMako)
    try desk.hold(true)
    try desk.practice.practice.remind(due: 1, new: 0)
    try desk.settle()
    #expect(try desk.practice.server.requests.isEmpty)
    // The next reminder looks anew.
    try desk.hold(false)
    try desk.practice.practice.remind(due: 2, new: 0)
    #expect(try desk.practice.bubble(1).body == "2 cards are due.")
  }

  /// The loop of its connection is not run.
  @Test func aSourceThatDoesNotAnswerHoldsNothing() throws {
    let desk = try PracticeStage()
    let saver = try FakeHolder(
      .screenSaver, desk.server, on: BusAddress(desk.stage.bus.address), loop: Loop())
    try saver.hold(true)
    let start = ContinuousClock.now
    try desk.practice.remind(due: 1, new: 0)
    #expect(try desk.bubble(1).body == "1 card is due.")
    #expect(start.duration(to: .now) > .seconds(1.5))
  }

  @Test func aSystemBusThatDoesNotAnswerHoldsNothing() throws {
    let system = try MuteBus()
    let desk = try PracticeStage(environment: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
    try desk.practice.remind(due: 1, new: 0)
    #expect(try desk.bubble(1).body == "1 card is due.")
    // Nor one that is lost while the reminder waits.
    let other = try QuietDesk(.dunst)
    try other.hold(true)
    try other.practice.practice.remind(due: 1, new: 0)
    try other.settle()
    other.system.kill()
    try other.holder.hold(false)
    #expect(try other.practice.bubble(1).body == "1 card is due.")
    #expect(other.practice.stage.notifier.isRunning)
  }

  @Test func aServerThatComesLaterIsAsked() throws {
    let desk = try PracticeStage(server: nil)
    try desk.practice.remind(due: 1, new: 0)
    try desk.settle()
    try desk.stage.startServer()
    try desk.server.inhibit(true)
    try desk.settle()
    #expect(try desk.server.requests.isEmpty)
    // Its successor holds nothing.
    try desk.stage.startServer()
    #expect(try desk.bubble(1).body == "1 card is due.")
  }

  @Test func noneIsStartedByLooking() throws {
    let desk = try PracticeStage()
    let bus = desk.stage.player
    let trace = desk.stage.bus.files.path("started")
    for name in ["org.freedesktop.ScreenSaver", "org.erikreider.swaync.cc"] {
      try desk.stage.bus.files.write(
        "services/\(name).service",
        """
        [D-BUS Service]
        Name=\(name)
        Exec=/bin/touch \(trace)
        """)
    }
    let _: Void = try bus.wait { done in bus.bus("ReloadConfig", completion: done) }
    try desk.practice.remind(due: 1, new: 0)
    _ = try desk.bubble(1)
    #expect(desk.stage.end().code == 0)
    #expect(!FileManager.default.fileExists(atPath: trace))
  }

  /// Once nothing waits, no signal wakes it up, and there is no second connection.
  @Test func nothingIsWatchedWithoutAReason() throws {
    let desk = try QuietDesk(.screenSaver)
    try desk.practice.practice.remind(due: 1, new: 0)
    let reminder = try desk.practice.bubble(1)
    let process = desk.practice.stage.notifier.identifier
    let files = { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd") }
    let before = try files().count
    try desk.practice.server.click("Later", on: reminder)
    try desk.settle()
    #expect(try files().count == before - 1)
    let sleeps = contextSwitches(of: "\(process)")
    for round in 0..<100 { try desk.holder.hold(round % 2 == 0) }
    try desk.holder.connection.roundTrip()
    #expect(contextSwitches(of: "\(process)") == sleeps)
  }
}
