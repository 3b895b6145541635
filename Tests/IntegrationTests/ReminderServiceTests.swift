import DBus
import EventLoop
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

/// The reminder of a real daemon, in a time zone in which its time is near.
@Suite(.timeLimit(.minutes(30))) struct ReminderServiceTests {
  /// A client that hears reminders.
  private final class Listener: UserSession {
    private(set) var reminders = 0

    /// Starts a daemon in a zone where it is some seconds before 19:00, the default time of
    /// reminders.
    init(secondsBefore rest: Int) throws {
      let ahead = 19 * 3600 - rest - Int(Date().timeIntervalSince1970) % 86_400
      let offset = (ahead + 86_400) % 86_400
      try super.init(
        zone: "<TEST>-\(offset / 3600):\(offset / 60 % 60):\(offset % 60)", ["--idle-exit", "0.2"])
      proxy.on(PracticeContract.reminderDue) {
        [unowned self] _, _ in reminders += 1
      }
    }

    func hearsReminder() -> Bool { connection.loop.waits { reminders > 0 } }

    /// The seconds until the daemon's wall clock timers, from the kernel.
    func timers() throws -> [Int] {
      // It reports that it is ready before it begins to remind; a reply comes after that.
      _ = try settings()
      let folder = "/proc/\(daemon.identifier)/fdinfo"
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        .filter { $0.contains("clockid: 0\n") && $0.contains("settime flags: 03\n") }
        .compactMap { text in
          let value = text.split(separator: "it_value: (").last?.split(separator: ",").first
          return value.flatMap { Int($0) }
        }
    }
  }

  @Test func aReminderComesOnceAndKeepsTheDaemonRunning() throws {
    let user = try Listener(secondsBefore: 3)
    try user.set("DailyReminder", .boolean(true))
    // No call for longer than the idle limit.
    #expect(user.hearsReminder())
    #expect(user.daemon.isRunning)
    try user.restart(by: SIGKILL)
    // Now it is set for tomorrow.
    #expect(try user.timers().allSatisfy { $0 > 3600 } && user.timers().count == 1)
    try user.set("DailyReminder", .boolean(false))
    #expect(try user.timers().isEmpty)
    #expect(user.daemon.wait() == 0)
    #expect(user.reminders == 1)
  }

  @Test func aSessionPutsItOffAndUndoBringsItBack() throws {
    let user = try Listener(secondsBefore: 1800)
    try user.set("DailyReminder", .boolean(true))
    func isToday() throws -> Bool { try user.timers().contains { $0 <= 1800 } }
    #expect(try isToday())
    try user.startSession(["mode": .string("recall"), "questions": .uint32(3)])
    for number in 1...3 as ClosedRange<UInt32> {
      #expect(try isToday())
      try user.reveal(number)
      try user.grade(number, 3)
    }
    #expect(try !isToday())
    try user.restart(by: SIGKILL)
    #expect(try !isToday())
    try user.undo()
    #expect(try isToday())
  }
}

/// Questions through the day from a real daemon.
@Suite(.timeLimit(.minutes(30))) struct QuestionServiceTests {
  private final class Listener: UserSession {
    private(set) var questions: [UInt32] = []

    init(prepare: (TemporaryDirectory) throws -> Void = { _ in }) throws {
      try super.init(["--idle-exit", "0.2"], prepare: prepare)
      proxy.on(PracticeContract.questionDue) {
        [unowned self] in questions.append($0)
      }
    }

    func practice(_ count: UInt32, of deck: String = "Japanese basics") throws {
      try startSession([
        "deck": .string(deck), "mode": .string("recall"), "questions": .uint32(count),
      ])
      for number in 1...count {
        try reveal(number)
        try grade(number, 3)
      }
    }
  }

  @Test func aQuestionComesOnceAPeriodAndKeepsTheDaemonRunning() throws {
    let user = try Listener()
    try user.practice(1)
    try user.practice(3)
    try user.change("UPDATE schedule SET reviewed_on = 0")
    try user.set("QuestionEvery", .uint32(5))
    #expect(user.connection.loop.waits { user.questions.count == 1 })
    let due = user.questions.count
    // An hour later, in the view of the daemon.
    for count in 1...3 {
      try user.restart()
      _ = try user.settings()
      #expect(user.questions.count == due + count - 1)
      try user.change(
        "UPDATE setting SET value = value - 3600000000 WHERE name = 'question-at'")
      #expect(user.connection.loop.waits { user.questions.count == due + count })
    }
    // No call for longer than the idle limit.
    #expect(user.daemon.isRunning)
    try user.set("QuietHours", .string("00:00-23:59"))
    try user.set("QuestionEvery", .uint32(0))
    #expect(user.daemon.wait() == 0)
    #expect(user.questions.count == due + 3)
  }

  /// A call right after a change of the scheduler ended the service: it read everything again, and
  /// then asked itself without end whether a question was due.
  @Test func aCallRightAfterNewParametersIsAnswered() throws {
    let user = try Listener()
    try user.set("QuestionEvery", .uint32(45))
    var values = FSRSParameters.published.values
    for first in [0.3, 0.4] {
      values[0] = first
      // The second call does not wait for the reply to the first one.
      user.proxy.set(
        "Parameters", of: SettingsContract.interface, to: values.asValue, completion: { _ in })
      _ = try user.practice()
      _ = try user.settings()
    }
    #expect(user.daemon.isRunning)
  }

  /// What the daemon stayed for may go without a call: it must not stay for ever.
  @Test func aDeckThatGoesLetsTheDaemonEnd() throws {
    let user = try Listener {
      try $0.write(DeckSession.folder + "Own.tsv", "perro\tdog\ngato\tcat\noso\tbear\n")
    }
    try user.practice(1, of: "Own")
    try user.change("UPDATE schedule SET reviewed_on = 0")
    try user.set("QuestionEvery", .uint32(5))
    #expect(user.connection.loop.waits { user.questions.count == 1 })
    // No call for longer than the idle limit.
    user.connection.loop.passes(.seconds(1))
    #expect(user.daemon.isRunning)
    try user.bus.files.remove(DeckSession.folder + "Own.tsv")
    #expect(user.daemon.codeInTime == 0)
  }

  @Test func nothingDueLetsTheDaemonEnd() throws {
    let user = try Listener()
    try user.set("QuestionEvery", .uint32(5))
    #expect(user.daemon.wait() == 0)
    #expect(user.questions.isEmpty)
  }
}
