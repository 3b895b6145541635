import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// Unsolicited bubbles wait while notifications are held or the screen is locked.
@Suite struct QuietTests {
  @Test(arguments: Holding.announced) func aReminderWaitsForTheEnd(kind: Holding) throws {
    let stage = try QuietStage(kind, holds: true)
    try stage.remind(due: 3, new: 2)
    // The next day's reminder takes its place.
    try stage.remind(due: 5)
    #expect(try stage.server.requests.isEmpty)
    // What was held is shown with the numbers of now.
    try stage.practice.count(due: 4, new: 1)
    // Nothing orders the messages of two programs.
    try stage.settle()
    try stage.hold(false)
    #expect(try stage.bubble(1).body == "4 cards are due, 1 new.")
    // It stays there until it would disturb, and is not stacked.
    try stage.hold(true)
    try stage.base.base.waits { (try? stage.server.closed.count) == 1 }
    try stage.hold(false)
    let again = try stage.bubble(2)
    try stage.server.click("Practice", on: again)
    #expect(try stage.bubble(3).summary == "はい")
    // A session that somebody began is nobody's interruption.
    try stage.hold(true)
    try stage.server.click("yes", on: stage.server.requests[2])
    #expect(try stage.bubble(4).lines.contains("✓ はい = yes"))
  }

  @Test func aReminderIsDroppedIfNothingIsDueAnyMore() throws {
    let stage = try QuietStage(.dunst, holds: true)
    try stage.remind(due: 3, new: 2)
    try stage.practice.count(due: 0, new: 0)
    try stage.settle()
    try stage.hold(false)
    #expect(try stage.server.requests.isEmpty)
    try stage.practice.remind(due: 1, new: 0)
    #expect(try stage.bubble(1).body == "1 card is due.")
  }

  /// A reminder in the server's list once came to the front again after each lock of the screen.
  @Test(arguments: [Holding.screenSaver, .plasma]) func aReminderInAListIsNotShownAnew(
    kind: Holding
  ) throws {
    let stage = try QuietStage(kind)
    let server = try stage.server
    server.features = FakeServer.replyFeatures
    try stage.practice.remind(due: 3, new: 2)
    let reminder = try stage.bubble(1)
    for _ in 0..<2 {
      try stage.hold(true)
      try stage.hold(false)
    }
    #expect(server.requests.count == 1 && server.closed.isEmpty)
    // The next one waits, and takes its place.
    try stage.hold(true)
    try stage.remind(due: 5)
    #expect(server.requests.count == 1 && server.closed == [reminder.id])
    try stage.hold(false)
    #expect(try stage.bubble(2).body == "5 cards are due.")
  }

  /// A message that nothing is due, once it left the screen, took the waiting reminder with it.
  @Test func anotherBubbleEndsNoReminder() throws {
    let stage = try QuietStage(.screenSaver)
    stage.practice.refusals["Start"] = BusError(.nothingDue, "Nothing is due.")
    let nothing = try stage.base.clickPractice()
    try stage.hold(true)
    try stage.remind(due: 5)
    try stage.server.expire(nothing.id)
    try stage.hold(false)
    #expect(try stage.bubble(3).body == "5 cards are due.")
  }

  /// The error for a call to a server that has gone came after the news that it has, and counted
  /// as its answer: a question was asked that nobody could see.
  @Test func aLateErrorIsNoAnswer() throws {
    let stage = try PracticeStage(server: nil)
    // Its loop is not run, so that it does not answer.
    let server = try FakeServer(on: stage.base.bus, loop: Loop())
    try stage.settle()
    try stage.practice.askQuestion()
    try stage.settle()
    server.connection.close()
    try stage.settle()
    #expect(stage.practice.calls.isEmpty)
    try stage.base.startServer()
    #expect(try stage.bubble(1).summary == "はい")
  }

  /// Its signal has the answer: two calls once followed each one.
  @Test func swayNCIsNotAskedAfterItsSignal() throws {
    let stage = try QuietStage(.swayNC, holds: true)
    try stage.remind(due: 1)
    let asked = stage.holder.timesAsked
    #expect(asked == 1)
    for _ in 0..<3 { try stage.hold(true) }
    try stage.hold(false)
    _ = try stage.bubble(1)
    #expect(stage.holder.timesAsked == asked)
  }

  /// Each signal was followed by a call: a flood of them reached the limit of calls that wait for a
  /// reply, whose error counted as “free”.
  @Test func aFloodOfSignalsIsOneQuestionAtATime() throws {
    let stage = try QuietStage(.mako, holds: true)
    try stage.remind(due: 1)
    let asked = stage.holder.timesAsked
    for _ in 0..<3_000 {
      try stage.holder.connection.emit(
        "/fr/emersion/Mako", "org.freedesktop.DBus.Properties", "PropertiesChanged",
        "fr.emersion.Mako", [String: Value](), ["Modes"])
    }
    try stage.settle()
    #expect(asked > 0 && stage.holder.timesAsked - asked < 3_000)
    #expect(try stage.server.requests.isEmpty)
    try stage.hold(false)
    #expect(try stage.bubble(1).body == "1 card is due.")
  }

  /// Two sources: the last to let go decides.
  @Test func allHaveToLetGo() throws {
    let stage = try QuietStage(.screenSaver)
    let server = try stage.server
    try stage.hold(true)
    try server.inhibit(true)
    try stage.remind(due: 1)
    try server.inhibit(false)
    try stage.settle()
    #expect(server.requests.isEmpty)
    // A locker that crashed locks nothing.
    stage.holder.connection.close()
    #expect(try stage.bubble(1).body == "1 card is due.")
  }

  /// Mako before 1.10 announces nothing: what waited for the end of its mode never came.
  @Test func aSilentMakoIsAskedAgainUntilItsModeEnds() throws {
    let stage = try QuietStage(.oldMako)
    let loop = stage.base.base.loop
    stage.holder.holds = true
    var reports: [Bool] = []
    let connection = try Connection(to: BusAddress(stage.base.base.bus.address), loop: loop)
    var watch: QuietWatch? = QuietWatch(connection, interval: .milliseconds(20)) {
      reports.append($0)
    }
    try stage.base.base.waits { stage.holder.timesAsked >= 5 }
    #expect(reports == [true])
    stage.holder.holds = false
    try stage.base.base.waits { reports == [true, false] }
    // A mode that begins is not looked for, and a watch that has ended asks nothing.
    let asked = stage.holder.timesAsked
    loop.passes(.milliseconds(100))
    #expect(stage.holder.timesAsked == asked)
    stage.holder.holds = true
    watch = QuietWatch(connection, interval: .milliseconds(20)) { _ in }
    try stage.base.base.waits { stage.holder.timesAsked > asked + 1 }
    watch = nil
    let last = stage.holder.timesAsked
    loop.passes(.milliseconds(100))
    #expect(stage.holder.timesAsked <= last + 1 && watch == nil)
  }

  /// It was given to mako, which hid it and showed it whenever it liked.
  @Test func aReminderWaitsForASilentMako() throws {
    let stage = try QuietStage(.oldMako, holds: true)
    try stage.remind(due: 1)
    #expect(try stage.server.requests.isEmpty)
    // The next reminder looks anew.
    try stage.hold(false)
    try stage.practice.remind(due: 2, new: 0)
    #expect(try stage.bubble(1).body == "2 cards are due.")
  }

  /// The loop of its connection is not run.
  @Test func aSourceThatDoesNotAnswerHoldsNothing() throws {
    let stage = try PracticeStage()
    let saver = try FakeHolder(
      .screenSaver, stage.server, on: BusAddress(stage.base.bus.address), loop: Loop())
    try saver.hold(true)
    let start = ContinuousClock.now
    try stage.practice.remind(due: 1, new: 0)
    #expect(try stage.bubble(1).body == "1 card is due.")
    #expect(start.duration(to: .now) > .seconds(1.5))
  }

  @Test func aSystemBusThatDoesNotAnswerHoldsNothing() throws {
    let system = try MuteBus()
    let stage = try PracticeStage(environment: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
    try stage.practice.remind(due: 1, new: 0)
    #expect(try stage.bubble(1).body == "1 card is due.")
    // Nor one that is lost while the reminder waits.
    let other = try QuietStage(.dunst)
    try other.hold(true)
    try other.practice.remind(due: 1, new: 0)
    try other.settle()
    other.system.kill()
    try other.holder.hold(false)
    #expect(try other.bubble(1).body == "1 card is due.")
    #expect(other.base.base.notifier.isRunning)
  }

  @Test func aServerThatComesLaterIsAsked() throws {
    let stage = try PracticeStage(server: nil)
    try stage.practice.remind(due: 1, new: 0)
    try stage.settle()
    try stage.base.startServer()
    try stage.server.inhibit(true)
    try stage.settle()
    #expect(try stage.server.requests.isEmpty)
    // Its successor holds nothing.
    try stage.base.startServer()
    #expect(try stage.bubble(1).body == "1 card is due.")
  }

  @Test func noServiceIsStarted() throws {
    let stage = try PracticeStage(server: nil)
    let (bus, files) = (stage.base.player, stage.base.bus.files)
    let names = [
      DesktopNotifications.name.rawValue, "org.freedesktop.ScreenSaver", "org.erikreider.swaync.cc",
    ]
    for name in names {
      try files.write(
        "services/\(name).service",
        "[D-BUS Service]\nName=\(name)\nExec=/bin/touch \(files.path("started"))\n")
    }
    let _: Void = try bus.wait { done in bus.bus("ReloadConfig", completion: done) }
    let known = try bus.wait { (done: @escaping (Result<[String], BusError>) -> Void) in
      bus.bus("ListActivatableNames", returning: [String].self, completion: done)
    }
    #expect(Set(known).isSuperset(of: names))
    try stage.practice.remind(due: 1, new: 0)
    try stage.settle()
    try stage.base.startServer()
    _ = try stage.bubble(1)
    #expect(stage.base.end().code == 0)
    #expect(try !files.names.contains("started"))
  }

  /// Once nothing waits, no signal wakes it up, and there is no second connection.
  @Test func watchingStopsWithTheReminder() throws {
    let stage = try QuietStage(.screenSaver)
    try stage.practice.remind(due: 1, new: 0)
    let reminder = try stage.bubble(1)
    let process = stage.base.base.notifier.identifier
    let files = { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd") }
    let before = try files().count
    try stage.server.click("Later", on: reminder)
    try stage.settle()
    #expect(try files().count == before - 1)
    let sleeps = contextSwitches(of: "\(process)")
    for round in 0..<100 { try stage.holder.hold(round % 2 == 0) }
    try stage.holder.connection.roundTrip()
    #expect(contextSwitches(of: "\(process)") == sleeps)
  }
}
