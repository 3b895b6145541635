import DBus
import Foundation
import MemorizeBus
import MemoryGame
import Practice
import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import memorized

/// The daily reminder of a daemon without a bus, with a clock, a time zone and a timer of the test's.
final class ReminderDesk {
  /// A timer that runs by the desk's clock.
  final class Timer {
    fileprivate(set) var time: UInt64?
    /// Whether the system gives no timer.
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

  /// What the clock shows.
  private(set) var now: UInt64
  /// The time zone of the machine; the daemon is not told when it changes.
  var zone: TimeZone
  /// When a reminder was given.
  private(set) var given: [UInt64] = []
  /// How often the daemon was woken by its timer.
  private(set) var wakeUps = 0
  /// Whether the daemon is killed when it is to tell a reminder.
  var diesBeforeTelling = false
  /// The day of the last reminder that the store knew then.
  private(set) var storedAtDeath: String?

  /// Where the store is.
  let directory: URL
  private(set) var timer = Timer()
  private(set) var store: Store
  private(set) var settings: SettingsOnBus
  private(set) var reminder: DailyReminder

  /// Starts a daemon for which nothing was set.
  init(_ zone: String, at now: UInt64) throws {
    self.now = now
    self.zone = try #require(TimeZone(identifier: zone))
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "memorize-reminder-\(UUID().uuidString)")
    // Each closure needs the desk, which is there only when all its parts are.
    let log = Log(program: "test", level: .emergency)
    store = Store(directory: nil, now: { 0 })
    settings = SettingsOnBus(store: store, log: log)
    reminder = DailyReminder(store: store, log: log) {}
    start()
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Ends the daemon and starts another one, at another time perhaps.
  func restart(at time: UInt64? = nil) {
    reminder.end()
    store.close()
    now = time ?? now
    start()
  }

  private func start() {
    let log = Log(program: "test", level: .emergency)
    timer = Timer()
    store = Store(directory: directory.path, now: { 0 }, lockTimeout: .seconds(10))
    settings = SettingsOnBus(store: store, log: log) { [unowned self] in
      Moment(epoch: now, boottime: now)
    }
    reminder = DailyReminder(
      store: store, log: log, now: { [unowned self] in now },
      calendar: { [unowned self] in Self.calendar(of: zone) }
    ) { [unowned self] in
      guard diesBeforeTelling else { return given.append(now) }
      storedAtDeath = try? store.use { tables throws(StoreError) in
        try tables.settings.all()[.remindedOn]
      }
    }
    reminder.setTimer = { [timer] time throws(SystemError) in try timer.set(time) }
    // A child that is just being started has our lock until it runs its own program.
    try? store.open()
    store.lockTimeout = .zero
    reminder.begin()
  }

  /// Sets a setting by its name on the bus.
  func set(_ key: String, _ value: Value) throws {
    let before = store.settingsRevision
    for field in UserSettings.fields where field.description.key == key {
      try settings.set(field, to: value)
    }
    if store.settingsRevision != before { reminder.look() }
  }

  /// Opens the store where it could not be opened before.
  func openStore() {
    try? store.open()
    reminder.look()
  }

  /// Lets time pass, awake.
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

  /// Lets the machine sleep until a time, or has its clock set: the kernel tells of both alike.
  func setClock(to time: UInt64) {
    now = time
    if timer.time != nil { wake() }
  }

  private func wake() {
    wakeUps += 1
    timer.time = nil
    reminder.look()
  }

  /// Finishes a session, as the daemon does with the last answer.
  func finishSession() throws {
    try save(SessionsDone.adding(to: SessionsDone(in: store), on: today))
  }

  /// Takes the last answer of a session back.
  func takeSessionBack() throws {
    try save(SessionsDone(in: store)?.takingOneBack(on: today))
  }

  private var today: Int { Self.calendar(of: zone).day(of: now) }

  private func save(_ done: SessionsDone?) throws {
    if let done { try store.set([.sessionsDone: done.text]) }
    reminder.look()
  }

  /// What a clock on the wall shows, as `2012-03-25 19:00`.
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

  /// The time at which UTC's clock shows a date and a time of day.
  static func utc(_ date: String, _ clockTime: String = "00:00") throws -> UInt64 {
    let date = try #require(ISO8601DateFormatter().date(from: "\(date)T\(clockTime):00Z"))
    return UInt64(date.timeIntervalSince1970) * 1_000_000
  }

  private static func calendar(of zone: TimeZone) -> LocalCalendar {
    LocalCalendar {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
    }
  }
}
