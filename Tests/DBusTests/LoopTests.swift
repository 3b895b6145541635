import EventLoop
import Foundation
import TestSupport
import Testing

@Suite struct LoopTests {
  private let loop: Loop

  init() throws { loop = try Loop() }

  @Test func timersFireInOrder() throws {
    var fired: [Int] = []
    for delay in [9, 3, 12, 0, 6] {
      loop.schedule(after: .milliseconds(delay)) { fired.append(delay) }
    }
    #expect(loop.waits { fired.count == 5 })
    #expect(fired == [0, 3, 6, 9, 12])
  }

  @Test func timersAreNeverEarly() throws {
    let started = ContinuousClock.now
    var isFired = false
    loop.schedule(after: .microseconds(10_300)) { isFired = true }
    #expect(loop.waits { isFired })
    #expect(ContinuousClock.now - started >= .microseconds(10_300))
  }

  @Test func thousandsOfTimersSomeCancelled() throws {
    var numbers = SeededGenerator(for: "thousandsOfTimersSomeCancelled")
    var fired: [Int] = []
    var expected: [(delay: Int, number: Int)] = []
    var doomed: [TimerID] = []
    for number in 0..<5000 {
      // Whole milliseconds far enough apart that a timer set later cannot overtake.
      let delay = 300 + 1000 * Int.random(in: 0..<10, using: &numbers)
      let timer = loop.schedule(after: .microseconds(delay * 10)) { fired.append(number) }
      if Int.random(in: 0..<10, using: &numbers) < 7 {
        doomed.append(timer)
      } else {
        expected.append((delay, number))
      }
    }
    for timer in doomed.shuffled(using: &numbers) { loop.cancel(timer) }
    #expect(loop.waits { fired.count >= expected.count })
    loop.passes(.milliseconds(5))
    #expect(Set(fired) == Set(expected.map(\.number)) && fired.count == expected.count)
    // Of one delay, the timers fire in the order in which they were set.
    for delay in Set(expected.map(\.delay)) {
      let ofDelay = expected.filter { $0.delay == delay }.map(\.number)
      #expect(fired.filter(Set(ofDelay).contains) == ofDelay)
    }
  }

  @Test func aTimerCanBeCancelledWhenItIsDue() throws {
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

  @Test func extremeDelays() throws {
    var fired = 0
    loop.schedule(after: .seconds(Int64.max)) { fired += 100 }
    loop.schedule(after: .seconds(-5)) { fired += 1 }
    #expect(loop.waits { fired > 0 })
    #expect(fired == 1)
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
    let processor = ThreadUsage.milliseconds
    var isDone = false
    loop.schedule(after: .milliseconds(100)) { isDone = true }
    let limit = ContinuousClock.now + .seconds(5)
    loop.run { isDone || ContinuousClock.now > limit }
    #expect(isDone)
    #expect(ThreadUsage.milliseconds - processor < 50)
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

  @Test func descriptorsTellWhatTheyAreReadyFor() throws {
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

  @Test func aRemovedDescriptorIsNotToldOfWhatWasRead() throws {
    let pairs = try (0..<8).map { _ in try SocketPair() }
    var watches: [Loop.WatchID] = []
    var told = 0
    for pair in pairs {
      watches.append(
        try loop.watch(pair.ends[0], for: .readable) { _ in
          told += 1
          // All of them, this one included, in the middle of the same round.
          watches.forEach(loop.remove)
        })
    }
    for pair in pairs { pair.send() }
    #expect(loop.waits { told > 0 })
    loop.passes(.milliseconds(5))
    #expect(told == 1)
  }

  @Test func watchesCanBeAddedWithinHandlers() throws {
    let pairs = try (0..<50).map { _ in try SocketPair() }
    var told = 0
    func add(_ index: Int) {
      guard index < pairs.count else { return }
      pairs[index].send()
      _ = try? loop.watch(pairs[index].ends[0], for: .readable) { _ in
        pairs[index].receive()
        told += 1
        add(index + 1)
      }
    }
    add(0)
    #expect(loop.waits { told == 50 })
  }

  @Test func whatCannotBeWatchedIsRefused() throws {
    let closed: Int32 = 987_654
    do {
      _ = try loop.watch(closed, for: .readable) { _ in }
      Issue.record("A closed descriptor was watched.")
    } catch {
      #expect(error.code == EBADF)
      #expect(error.description.contains("watch"))
    }
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

  @Test func aLoopIsLetGoOf() throws {
    weak var gone: Loop?
    do {
      let loop = try Loop()
      try loop.handleSignals([SIGUSR2: {}])
      loop.schedule(after: .seconds(100)) {}
      gone = loop
    }
    #expect(gone == nil)
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
