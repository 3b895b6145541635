import EventLoop
import Foundation
import TestSupport
import Testing

@Suite struct LoopTests {
  private let loop: Loop

  init() throws { loop = try Loop() }

  @Test func timersFireInOrderAndNeverEarly() {
    var fired: [(delay: Duration, at: ContinuousClock.Instant)] = []
    let started = ContinuousClock.now
    let delays = [40_000, 20_300, 60_000, -5_000_000, 0, 30_000].map { Duration.microseconds($0) }
    for delay in delays { loop.schedule(after: delay) { fired.append((delay, .now)) } }
    loop.schedule(after: .seconds(Int64.max)) { Issue.record("An endless delay is over.") }
    #expect(loop.waits { fired.count == delays.count })
    #expect(fired.map(\.delay) == delays.sorted())
    #expect(fired.allSatisfy { $0.at - started >= $0.delay })
  }

  @Test func hundredsOfTimersSomeCanceled() {
    var numbers = SeededGenerator(for: "hundredsOfTimersSomeCanceled")
    var fired: [Int] = []
    var expected: [Int: [Int]] = [:]
    var doomed: [TimerID] = []
    for number in 0..<500 {
      let delay = Int.random(in: 3..<13, using: &numbers)
      let timer = loop.schedule(after: .milliseconds(delay)) { fired.append(number) }
      if Int.random(in: 0..<10, using: &numbers) < 7 {
        doomed.append(timer)
      } else {
        expected[delay, default: []].append(number)
      }
    }
    for timer in doomed.shuffled(using: &numbers) { loop.cancel(timer) }
    loop.passes(.milliseconds(20))
    #expect(fired.sorted() == expected.values.joined().sorted())
    // Of one delay, the timers fire in the order in which they were set.
    for ofDelay in expected.values { #expect(fired.filter(ofDelay.contains) == ofDelay) }
  }

  @Test func aTimerCanBeCanceledWhenItIsDue() throws {
    var fired: [String] = []
    var second: TimerID?
    loop.schedule(after: .milliseconds(1)) {
      fired.append("first")
      if let second { loop.cancel(second) }
    }
    second = loop.schedule(after: .milliseconds(1)) { fired.append("second") }
    let last = loop.schedule(after: .milliseconds(2)) { fired.append("last") }
    #expect(loop.waits { fired.contains("last") })
    #expect(fired == ["first", "last"])
    loop.cancel(last)
    loop.cancel(last)
  }

  /// A timer that set itself again without a delay once kept the loop from everything else.
  @Test func aTimerThatIsSetAnewDoesNotStarveTheRest() throws {
    let pair = try SocketPair()
    var rounds = 0
    var isReady = false
    func again() {
      rounds += 1
      if rounds == 10 { pair.send() }
      if rounds < 100_000 { loop.schedule(after: .zero) { again() } }
    }
    _ = try loop.watch(pair.ends[0], for: .readable) { _ in isReady = true }
    again()
    #expect(loop.waits { isReady })
    #expect(rounds < 1000)
  }

  @Test func deferredWorkIsDoneInOrderBeforeTheNextWait() throws {
    var done: [Int] = []
    loop.enqueue {
      done.append(1)
      loop.enqueue { done.append(3) }
    }
    loop.enqueue { done.append(2) }
    #expect(done.isEmpty)
    // Nothing else would wake the loop.
    loop.run { done.count == 3 }
    #expect(done == [1, 2, 3])
  }

  /// A condition that deferred work made true was once noticed only after the next event.
  @Test func theConditionIsLookedAtBeforeTheWait() throws {
    var isDone = false
    loop.enqueue { isDone = true }
    loop.run { isDone }
    loop.enqueue { loop.stop() }
    loop.run()
  }

  /// A loop that had been stopped once ran hot, and saw no event, until its condition held.
  @Test func aStoppedLoopCanWaitAgain() throws {
    loop.enqueue { loop.stop() }
    loop.run()
    var (isDone, checks) = (false, 0)
    loop.schedule(after: .milliseconds(10)) { isDone = true }
    loop.run {
      checks += 1
      return isDone || checks > 10
    }
    #expect(isDone)
    loop.schedule(after: .zero) { loop.stop() }
    loop.run()
  }

  @Test func workThatRunsTheLoopDoesNotHoldUpTheRest() throws {
    var done: [Int] = []
    loop.enqueue {
      loop.run { done.contains(2) }
      done.append(1)
    }
    loop.enqueue { done.append(2) }
    loop.enqueue { done.append(3) }
    loop.run { done.count == 3 }
    #expect(done == [2, 3, 1] || done == [2, 1, 3])
  }

  @Test func descriptorsReportWhatTheyAreReadyFor() throws {
    let pair = try SocketPair()
    var seen: [Readiness] = []
    let watch = try loop.watch(pair.ends[0], for: .readable) { ready in
      seen.append(ready)
      if ready.contains(.readable) { pair.receive() }
    }
    loop.passes(.milliseconds(5))
    #expect(seen.isEmpty)
    pair.send()
    #expect(loop.waits { seen == [.readable] })
    try loop.update(watch, for: [.readable, .writable])
    #expect(loop.waits { seen.last == .writable })
    try loop.update(watch, for: .readable)
    seen = []
    shutdown(pair.ends[1], Int32(SHUT_RDWR))
    #expect(loop.waits { !seen.isEmpty })
    #expect(seen.last?.contains(.hungUp) == true)
    loop.remove(watch)
    loop.remove(watch)
    seen = []
    loop.passes(.milliseconds(5))
    #expect(seen.isEmpty)
  }

  @Test func aRemovedDescriptorIsNotReported() throws {
    let pairs = try (0..<8).map { _ in try SocketPair() }
    var watches: [Loop.WatchID] = []
    var reports = 0
    for pair in pairs {
      watches.append(
        try loop.watch(pair.ends[0], for: .readable) { _ in
          reports += 1
          // All of them, this one included, in the middle of the same round.
          watches.forEach(loop.remove)
        })
    }
    for pair in pairs { pair.send() }
    #expect(loop.waits { reports > 0 })
    loop.passes(.milliseconds(5))
    #expect(reports == 1)
  }

  @Test func unwatchableDescriptorsAreRefused() throws {
    let error = #expect(throws: SystemError.self) {
      try loop.watch(987_654, for: .readable) { _ in }
    }
    #expect(error?.code == EBADF && error?.description.contains("watch") == true)
    let pair = try SocketPair()
    _ = try loop.watch(pair.ends[0], for: .readable) { _ in }
    #expect(throws: SystemError.self) { try loop.watch(pair.ends[0], for: .readable) { _ in } }
  }

  @Test func signalsAreEvents() throws {
    var seen: [Int32] = []
    try loop.handleSignals([
      SIGUSR1: { seen.append(SIGUSR1) },
      SIGWINCH: {
        seen.append(SIGWINCH)
        loop.stop()
      },
    ])
    // To this thread alone: others of the tests' process do not block them.
    pthread_kill(pthread_self(), SIGUSR1)
    #expect(loop.waits { seen == [SIGUSR1] })
    loop.enqueue { pthread_kill(pthread_self(), SIGWINCH) }
    loop.run()
    #expect(seen == [SIGUSR1, SIGWINCH])
  }
}

/// Two connected sockets that no other process inherits.
final class SocketPair {
  let ends: [Int32]

  init() throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    self.ends = ends
  }

  deinit {
    ends.forEach { close($0) }
  }

  func send() {
    _ = write(ends[1], [1], 1)
  }

  func receive() {
    var byte: UInt8 = 0
    _ = read(ends[0], &byte, 1)
  }
}
