import Foundation
import TestSupport
import Testing

@testable import EventLoop

/// The tests cannot set the machine's clock: they look whether the kernel would then wake the timer.
@Suite(.serialized) struct WallClockTimerTests {
  /// The clock's time at each event.
  private final class Heard {
    var events: [UInt64] = []
    func hear() { events.append(Self.now) }

    static var now: UInt64 { timespec.now().microseconds }
  }

  private static let hour: UInt64 = 3_600_000_000
  private let loop: Loop
  private let heard: Heard
  private let timer: WallClockTimer

  init() throws {
    let heard = Heard()
    self.heard = heard
    loop = try Loop()
    timer = WallClockTimer(loop: loop) { heard.hear() }
  }

  /// The kernel's lines for timers of this process that setting the clock cancels.
  private var canceled: [String] {
    let folder = "/proc/self/fdinfo"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      .filter { $0.contains("clockid: 0\n") && $0.contains("settime flags: 03\n") }
  }

  @Test func aTimerIsNeverEarly() throws {
    for delay: UInt64 in [1, 999, 20_000, 3_333] {
      let time = Heard.now + delay
      try timer.set(time)
      #expect(timer.time == time)
      let count = heard.events.count
      #expect(loop.waits { heard.events.count > count })
      #expect(try #require(heard.events.last) >= time)
      #expect(timer.time == nil)
    }
    loop.passes(.milliseconds(5))
    #expect(heard.events.count == 4)
  }

  @Test(arguments: [0, 1, 999_999, 1_000_000, 1_600_000_000_000_000] as [UInt64])
  func aTimeInThePastComesAtOnce(_ time: UInt64) throws {
    try timer.set(time)
    #expect(heard.events.isEmpty)
    #expect(loop.waits { !heard.events.isEmpty })
    loop.passes(.milliseconds(5))
    #expect(heard.events.count == 1)
  }

  @Test func aFarTimeWakesNobody() throws {
    for time in [Heard.now + Self.hour, .max] {
      try timer.set(time)
      let waits = loop.waits
      loop.passes(.milliseconds(20))
      #expect(loop.waits - waits <= 2)
    }
    #expect(heard.events.isEmpty)
  }

  /// A timer that is off must not wake when the clock is set, so it leaves the kernel's list.
  @Test func theDescriptorIsOpenOnlyWhileATimeIsSet() throws {
    let before = canceled.count
    do {
      let timer = WallClockTimer(loop: loop) { heard.hear() }
      try timer.set(nil)
      #expect(canceled.count == before)
      try timer.set(Heard.now + Self.hour)
      #expect(canceled.count == before + 1)
      try timer.set(Heard.now + 2 * Self.hour)
      #expect(canceled.count == before + 1)
      try timer.set(nil)
      #expect(canceled.count == before)
      try timer.set(Heard.now + 10_000)
      try timer.set(nil)
      loop.passes(.milliseconds(20))
      #expect(heard.events.isEmpty)
      try timer.set(1)
      #expect(loop.waits { !heard.events.isEmpty })
      #expect(canceled.count == before)
      try timer.set(Heard.now + Self.hour)
    }
    // The timer is released, and its descriptor closed.
    #expect(canceled.count == before)
    loop.passes(.milliseconds(5))
    #expect(heard.events.count == 1)
  }

  @Test func theLastTimeSetCounts() throws {
    let start = Heard.now
    try timer.set(1)
    try timer.set(start + 30_000)
    #expect(loop.waits { !heard.events.isEmpty })
    #expect(try #require(heard.events.first) >= start + 30_000)
    try timer.set(Heard.now + Self.hour)
    try timer.set(1)
    #expect(loop.waits { heard.events.count > 1 })
    #expect(heard.events.count == 2)
  }

  /// The kernel's event for a time is void when another time is set in the same round.
  @Test func aTimeSetAnewInTheSameRoundCounts() throws {
    let pair = try SocketPair()
    var isSet = false
    let watch = try loop.watch(pair.ends[0], for: .readable) { _ in
      pair.receive()
      #expect(throws: Never.self) { try timer.set(Heard.now + Self.hour) }
      isSet = true
    }
    let time = Heard.now + 1000
    try timer.set(time)
    pair.send()
    // Both are ready when the loop looks, the socket first.
    while Heard.now < time + 1000 {}
    #expect(loop.waits { isSet })
    loop.passes(.milliseconds(5))
    #expect(heard.events.isEmpty)
    loop.remove(watch)
  }

  @Test func aHandlerMaySetItAnew() throws {
    var count = 0
    var timer: WallClockTimer?
    timer = WallClockTimer(loop: loop) {
      count += 1
      // Released within its own handler at last.
      if count < 5 { try? timer?.set(Heard.now + 500) } else { timer = nil }
    }
    try timer?.set(1)
    #expect(loop.waits { timer == nil })
    loop.passes(.milliseconds(5))
    #expect(count == 5)
  }
}
