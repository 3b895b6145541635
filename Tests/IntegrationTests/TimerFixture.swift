import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import Practice
import Store
import TestSupport
import Testing
import UserService

@testable import memorized

protocol DaemonTimer {
  var isArmed: Bool { get }
  func begin()
  func end()
  func update()
}

extension DailyReminder: DaemonTimer {}
extension QuestionTimer: DaemonTimer {}

/// A daemon's reminder or its questions without a bus, in UTC, with the test's own clock and timer.
final class TimerFixture {
  static let minute: UInt64 = 60_000_000
  static let hour = 60 * minute
  static let day = 24 * hour
  /// 2012-05-10.
  static let firstDay = 15_470

  private(set) var now = TimerFixture.time(12)
  private(set) var alarm: UInt64?
  /// When it reminded, or asked.
  var fired: [UInt64] = []
  private(set) var wakeUps = 0
  /// Whether the system refuses a timer.
  var refusesTimers = false
  /// Called instead of counting.
  var onFire: (() -> Void)?

  private let files: TemporaryDirectory
  /// It never runs.
  private let loop: Loop
  private let make: (Store, PracticeClock, @escaping () -> Void) -> any DaemonTimer
  private(set) var store = Store(directory: nil, now: { 0 })
  private var clock: PracticeClock?
  private var timer: (any DaemonTimer)?

  init(_ make: @escaping (Store, PracticeClock, @escaping () -> Void) -> any DaemonTimer) throws {
    files = try TemporaryDirectory()
    loop = try Loop()
    self.make = make
    start()
  }

  deinit { store.close() }

  /// Hours after the beginning of the first day.
  static func time(_ hours: UInt64) -> UInt64 { UInt64(firstDay) * day + hours * hour }

  private func start() {
    store = Store(directory: files.path("state"), now: { [unowned self] in now })
    let clock = PracticeFixture.clock(loop) { [unowned self] in now }
    clock.setTimer = { [unowned self] time throws(SystemError) in
      alarm = nil
      if refusesTimers, time != nil { throw SystemError("open a timer", code: 24) }
      alarm = time
    }
    let timer = make(store, clock) { [unowned self] in
      if let onFire { onFire() } else { fired.append(now) }
    }
    clock.onTime = { timer.update() }
    (self.clock, self.timer) = (clock, timer)
    try? store.openInTime()
    timer.begin()
  }

  func end() { timer?.end() }
  func begin() { timer?.begin() }
  func update() { timer?.update() }
  var isArmed: Bool { timer?.isArmed == true }

  /// Ends the daemon and starts another, at `time` if it is given.
  func restart(at time: UInt64? = nil) {
    end()
    #expect(alarm == nil)
    store.close()
    now = time ?? now
    start()
  }

  /// Changes a setting, by its name on the bus.
  func set(_ key: String, _ value: Value) throws {
    let settings = SettingsOnBus(
      store: store, preparation: Preparation(loop: loop, common: store),
      log: Log(program: "test", level: .emergency))
    let before = store.settingsRevision
    for field in UserSettings.fields where field.description.key == key {
      try settings.change(field, to: value)
    }
    if store.settingsRevision != before { update() }
  }

  /// Puts a file in the place of the store's directory.
  func hideStore() throws {
    try files.move("state", to: "aside")
    try files.write("state")
  }

  func showStore() throws {
    try files.remove("state")
    try files.move("aside", to: "state")
  }

  /// Awake.
  func pass(to time: UInt64) {
    while let next = alarm, next <= time {
      now = max(now, next)
      wake()
      if wakeUps > 1000 {
        Issue.record("The daemon does not come to rest.")
        return
      }
    }
    now = max(now, time)
  }

  /// Sleeps until a time, or sets the clock: the kernel reports both in the same way.
  func setClock(to time: UInt64) {
    now = time
    if alarm != nil { wake() }
  }

  private func wake() {
    wakeUps += 1
    alarm = nil
    clock?.ring()
  }
}
