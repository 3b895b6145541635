import DBus
import Foundation
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import Practice
@testable import memorized

/// A daemon's reminder without a bus, with the test's own clock, time zone and timer.
final class ReminderDesk {
  final class Timer {
    fileprivate(set) var time: UInt64?
    /// Whether the system refuses a timer.
    var fails = false

    func set(_ time: UInt64?) throws(SystemError) {
      self.time = nil
      if fails, time != nil { throw SystemError("open a timer", code: EMFILE) }
      self.time = time
    }
  }

  static let minute: UInt64 = 60_000_000
  static let hour = 60 * minute
  static let day = 24 * hour

  private(set) var now: UInt64
  /// The machine's time zone; the daemon is not notified of changes.
  var zone: TimeZone
  /// When reminders were given.
  private(set) var given: [UInt64] = []
  /// How often the timer woke the daemon.
  private(set) var wakeUps = 0
  /// Kills the daemon before it can publish a reminder.
  var diesBeforeTelling = false
  /// The day of the last reminder in the store at that moment.
  private(set) var storedAtDeath: String?

  private let files: TemporaryDirectory
  private(set) var timer = Timer()
  private(set) var store: Store
  private(set) var settings: SettingsOnBus
  private(set) var reminder: DailyReminder
  private var clock: PracticeClock
  /// The timer's, which the desk replaces; it never runs.
  private let loop: Loop

  /// Starts a daemon without settings.
  init(_ zone: String, at now: UInt64) throws {
    self.now = now
    self.zone = try #require(TimeZone(identifier: zone))
    files = try TemporaryDirectory()
    // Each closure needs the desk, which exists only when all its parts do.
    let log = Log(program: "test", level: .emergency)
    store = Store(directory: nil, now: { 0 })
    loop = try Loop()
    settings = SettingsOnBus(
      store: store, preparation: Preparation(loop: loop, common: store.need), log: log)
    clock = PracticeClock(loop: loop, log: log)
    reminder = DailyReminder(store: store, clock: clock) {}
    start()
  }

  deinit { store.close() }

  /// Ends the daemon and starts another, at `time` if it is given.
  func restart(at time: UInt64? = nil) {
    reminder.end()
    store.close()
    now = time ?? now
    start()
  }

  private func start() {
    let log = Log(program: "test", level: .emergency)
    timer = Timer()
    store = Store(directory: files.path("state"), now: { 0 })
    settings = SettingsOnBus(
      store: store, preparation: Preparation(loop: loop, common: store.need), log: log,
      now: { [unowned self] in Moment(epoch: now, boottime: now) })
    clock = PracticeClock(
      loop: loop, log: log, read: { [unowned self] in now },
      calendar: { [unowned self] in Self.calendar(of: zone) })
    clock.setTimer = { [timer] time throws(SystemError) in try timer.set(time) }
    clock.onTime = { [unowned self] in reminder.update() }
    reminder = DailyReminder(store: store, clock: clock) { [unowned self] in
      guard diesBeforeTelling else { return given.append(now) }
      storedAtDeath = try? store.use { tables throws(StoreError) in
        try tables.settings.all()[.remindedOn]
      }
    }
    try? store.openInTime()
    reminder.begin()
  }

  /// By its name on the bus.
  func set(_ key: String, _ value: Value) throws {
    let before = store.settingsRevision
    for field in UserSettings.fields where field.description.key == key {
      try settings.change(field, to: value)
    }
    if store.settingsRevision != before { reminder.update() }
  }

  /// Takes the store's directory away, and puts a file in its place.
  func hideStore() throws {
    try files.move("state", to: "aside")
    try files.write("state")
  }

  func showStore() throws {
    try files.remove("state")
    try files.move("aside", to: "state")
  }

  /// For a store that could not be opened before.
  func openStore() {
    try? store.open()
    reminder.update()
  }

  /// Awake.
  func pass(to time: UInt64) {
    while let next = timer.time, next <= time {
      now = max(now, next)
      wake()
      if wakeUps > 100_000 {
        Issue.record("The daemon does not come to rest")
        return
      }
    }
    now = max(now, time)
  }

  /// Sleeps until a time, or sets the clock: the kernel reports both in the same way.
  func setClock(to time: UInt64) {
    now = time
    if timer.time != nil { wake() }
  }

  private func wake() {
    wakeUps += 1
    timer.time = nil
    clock.ring()
  }

  /// As with the session's last answer.
  func finishSession() throws {
    try save { $0.finish(on: today) }
  }

  func takeSessionBack() throws {
    try save { $0.undoFinish(on: today) }
  }

  var today: Int { Self.calendar(of: zone).day(of: now) }

  private func save(_ change: (inout PastSessions) -> Void) throws {
    var past = store.pastSessions
    change(&past)
    try store.save(PracticeStep(session: nil), revision: 0, past: past)
    reminder.update()
  }

  /// Local time, as `2012-03-25 19:00`.
  func wall(_ time: UInt64) -> String { Self.wall(time, in: zone) }

  static func wall(_ time: UInt64, in zone: TimeZone) -> String {
    var calendar = Foundation.Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute],
      from: Date(timeIntervalSince1970: Double(time / 1_000_000)))
    return String(
      format: "%04d-%02d-%02d %02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
      parts.hour ?? 0, parts.minute ?? 0)
  }

  /// From a date and a time of day in UTC.
  static func utc(_ date: String, _ clockTime: String = "00:00") throws -> UInt64 {
    let date = try #require(ISO8601DateFormatter().date(from: "\(date)T\(clockTime):00Z"))
    return UInt64(date.timeIntervalSince1970) * 1_000_000
  }

  static func calendar(of zone: TimeZone) -> LocalCalendar {
    LocalCalendar {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
    }
  }
}
