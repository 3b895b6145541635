import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Whatever kills the daemon, each review that was answered is in the log, once.
@Suite struct ReviewCrashTests {
  /// A client that grades one card after the other, without waiting for anything but the replies.
  private final class Learner {
    private(set) var graded: UInt64
    private(set) var isGrading = false
    private(set) var surprises: [String] = []

    private let client: DaemonClient
    private var number: UInt32 = 0
    private var isWaiting = false
    private var isOver = false
    private var lastCall = Duration.zero

    init(_ client: DaemonClient, graded: UInt64) {
      (self.client, self.graded) = (client, graded)
    }

    /// Grades until `strike`, which falls at any instant of a call after `time`.
    func learn(for time: Duration, share: Double, strike: @escaping () -> Void) throws {
      var isStruck = false
      client.connection.loop.schedule(after: time) { [unowned self] in
        let instant = ContinuousClock.now + lastCall * share
        while ContinuousClock.now < instant {}
        strike()
        (isStruck, isOver) = (true, true)
      }
      start()
      client.connection.loop.run { isStruck && !isWaiting }
    }

    private func start() {
      number = 0
      let options: [String: Value] = ["mode": .string("recall"), "questions": .uint32(20)]
      let begun = begin { [unowned self] in reveal() }
      client.proxy.call(PracticeContract.start, options) {
        begun($0.map { _ in })
      }
    }

    private func reveal() {
      number += 1
      if number > 20 { return start() }
      let revealed = begin { [unowned self] in grade() }
      client.proxy.call(PracticeContract.reveal, number) {
        revealed($0.map { _ in })
      }
    }

    private func grade() {
      isGrading = true
      let done = begin { [unowned self] in
        graded += 1
        isGrading = false
        reveal()
      }
      client.proxy.call(PracticeContract.grade, number, 3) {
        done($0.map { _ in })
      }
    }

    /// What is done with the reply to a call that is made now.
    private func begin(then next: @escaping () -> Void) -> (Result<Void, BusError>) -> Void {
      isWaiting = true
      let start = ContinuousClock.now
      return { [unowned self] result in
        isWaiting = false
        lastCall = start.duration(to: .now)
        switch result {
        // The last reply counts, but nothing follows it.
        case .success where isOver: if isGrading { (graded, isGrading) = (graded + 1, false) }
        case .success: next()
        case .failure(let error):
          if error.name.isOwn { surprises.append(error.message) }
          isOver = true
        }
      }
    }
  }

  private func ids(_ client: DaemonClient) throws -> [UInt64] {
    var ids: [UInt64] = []
    while true {
      let page = try client.proxy.callAndWait(PracticeContract.reviews, ids.last ?? 0, 5000)
      if page.isEmpty { return ids }
      ids += page.map(\.id)
    }
  }

  @Test func noKillLosesAReview() throws {
    var generator = SeededGenerator(for: "noKillLosesAReview")
    let count =
      ProcessInfo.processInfo.environment["MEMORIZE_CRASHES"].flatMap(Int.init) ?? 30
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    var known: UInt64 = 0
    var (pending, written) = (0, 0)
    for _ in 0..<count {
      let daemon = try bus.startDaemon()
      let learner = Learner(client, graded: known)
      let time = Duration.microseconds(Int64.random(in: 0..<60_000, using: &generator))
      try learner.learn(for: time, share: Double.random(in: 0..<1.2, using: &generator)) {
        daemon.signal(SIGKILL)
      }
      daemon.wait()
      #expect(learner.surprises.isEmpty)
      let next = try bus.startDaemon()
      let logged = UInt64(try ids(client).count)
      let most = learner.graded + (learner.isGrading ? 1 : 0)
      #expect((learner.graded...most).contains(logged), "\(logged) of \(learner.graded)")
      if learner.isGrading {
        pending += 1
        if logged > learner.graded { written += 1 }
      }
      let (schedules, different) = try client.proxy.callAndWait(PracticeContract.rebuild, true)
      #expect(different == 0 && (schedules > 0) == (logged > 0))
      known = logged
      next.signal(SIGKILL)
      next.wait()
    }
    print(
      "\(known) reviews; of \(count) kills \(pending) came during Grade, \(written) after its write"
    )
    #expect(known > 0 && (count < 1000 || (pending > written && written > 0)))
  }
}
