import EventLoop
import MemorizeBus
import Practice
import Store
import TestSupport
import UserService

@testable import memorized

/// Practice in the test's own process, with the program's own decks, none of which has been read.
final class PracticeFixture {
  let loop: Loop
  let store: Store
  let library: ThemeLibrary
  let clock: PracticeClock
  let preparation: Preparation
  let practice: PracticeOnBus
  private let directory: TemporaryDirectory

  /// `now` is the time, if not the system's, and `calendar` that of its place, if not UTC's.
  init(
    in directory: TemporaryDirectory? = nil, now: (() -> UInt64)? = nil,
    calendar: @escaping () -> LocalCalendar = { LocalCalendar { _ in 0 } },
    unsolicitedLimit: Duration = .seconds(60)
  ) throws {
    self.directory = try directory ?? TemporaryDirectory()
    let loop = try Loop()
    self.loop = loop
    let log = Log(program: "test", level: .emergency)
    store = Store(directory: self.directory.path("state"), now: { 0 })
    try store.openInTime()
    library = ThemeLibrary(directories: [], loop: loop, log: log)
    clock =
      now.map { Self.clock(loop, at: $0, calendar) }
      ?? PracticeClock(loop: loop, log: log) { SystemCalendar.current }
    preparation = Preparation(loop: loop, common: store)
    practice = PracticeOnBus(
      library: library, store: store, preparation: preparation, clock: clock,
      unsolicitedLimit: unsolicitedLimit, log: log)
  }

  /// A clock whose alarms the test gives.
  static func clock(
    _ loop: Loop, at now: @escaping () -> UInt64,
    _ calendar: @escaping () -> LocalCalendar = { LocalCalendar { _ in 0 } }
  ) -> PracticeClock {
    let clock = PracticeClock(
      loop: loop, log: Log(program: "test", level: .emergency), read: now,
      calendar: calendar)
    clock.setTimer = { _ in }
    return clock
  }

  deinit { store.close() }
}
