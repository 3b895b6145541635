import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

@testable import MemorizeBus

/// Many reviews made elsewhere, which are added in parts.
@Suite struct ReviewImportTests {
  private static let cards = 50
  private static let words =
    "#guid column:3\n" + (0..<cards).map { "word \($0)\tmeaning \($0)\tg\($0)\n" }.joined()

  /// All are different; each card has some of each hundred.
  private static func reviews(_ count: Int) -> [ForeignReview] {
    (0..<count).map { number -> ForeignReview in
      ForeignReview(
        guid: "g\(number % cards)", direction: number.isMultiple(of: 3) ? "backward" : "forward",
        at: 1_600_000_000_000_000 + UInt64(number) * 3_600_000_000, rating: UInt32(number % 4 + 1),
        took: 1000)
    }
  }

  private static func send(
    _ reviews: [ForeignReview], _ client: DaemonClient,
    _ completion: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    client.proxy.call(DecksContract.importReviews, [], reviews, completion: completion)
  }

  private static func count(_ client: DaemonClient) throws -> Int {
    var count = 0
    var last: UInt64 = 0
    while case let rows = try client.log(after: last), let row = rows.last {
      count += rows.count
      last = row.id
    }
    return count
  }

  /// A second client in the same loop.
  private static func other(than client: DaemonClient, _ bus: PrivateBus) throws -> Proxy {
    try Proxy(
      Connection(to: BusAddress(bus.address), loop: client.connection.loop),
      to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience)
  }

  /// Everybody else waited for up to half a second.
  @Test func othersAreAnsweredMeanwhile() throws {
    let user = try DeckSession(["Words": Self.words])
    let other = try Self.other(than: user, user.bus)
    var ended: [String] = []
    Self.send(Self.reviews(5000), user) { result in
      #expect((try? result.get()) == 5000)
      ended.append("import")
    }
    other.call(PracticeContract.decks) { result in
      #expect((try? result.get()) != nil)
      ended.append("other")
    }
    #expect(user.connection.loop.waits { ended.count == 2 })
    #expect(ended == ["other", "import"])
    #expect(try user.rebuild()[1] == 0)
    #expect(try user.importReviews(Self.reviews(5000)) == 0)
  }

  /// The first call of all was answered in one turn: what it needs shows after the decks are read.
  @Test func alsoTheFirstCallIsAnsweredInParts() throws {
    let bus = try PrivateBus()
    try bus.files.write(DeckSession.folder + "Words.tsv", Self.words)
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    let other = try Self.other(than: client, bus)
    var ended: [String] = []
    Self.send(Self.reviews(5000), client) { _ in ended.append("import") }
    other.call(HistoryContract.verify, 1) { _ in
      ended.append("other")
    }
    #expect(client.connection.loop.waits { ended.count == 2 })
    #expect(ended == ["other", "import"])
    withExtendedLifetime(daemon) {}
  }

  /// A call of something that there is not must change nothing.
  @Test func aCallThatIsRefusedAddsNothing() throws {
    let user = try DeckSession(["Words": Self.words])
    for (path, interface) in [
      ("/org/memorized/Other", DecksContract.interface.name),
      (MemorizeContract.path, PracticeContract.interface.name),
    ] as [(ObjectPath, InterfaceName)] {
      var error: BusError?
      user.connection.call(
        MemorizeContract.name, path, interface, DecksContract.importReviews.name, [String](),
        Self.reviews(10), returning: UInt32.self, deadline: .patience
      ) { if case .failure(let refusal) = $0 { error = refusal } }
      #expect(user.connection.loop.waits { error != nil })
    }
    #expect(try Self.count(user) == 0)
  }

  /// What one import has added was told to another.
  @Test func twoImportsAtOnceCountTheirOwn() throws {
    let user = try DeckSession(["Words": Self.words])
    let other = try Self.other(than: user, user.bus)
    let reviews = Self.reviews(5000)
    var counts: [String: UInt32] = [:]
    Self.send(Array(reviews[..<2000]), user) { counts["first"] = try? $0.get() }
    other.call(
      DecksContract.importReviews, [], Array(reviews[1000...])
    ) { counts["second"] = try? $0.get() }
    #expect(user.connection.loop.waits { counts.count == 2 })
    #expect(counts == ["first": 2000, "second": 3000])
  }

  /// An answer between two parts knows of the reviews of the first.
  @Test func anAnswerMeanwhileCounts() throws {
    // Their reviews are in the first part alone.
    let user = try DeckSession(["Words": "a\t1\t\tA\nb\t2\t\tB\n"])
    let first = ["A", "B"].map {
      ForeignReview(
        guid: $0, direction: "forward", at: 1_600_000_000_000_000, rating: 3, took: 1000)
    }
    let other = try Self.other(than: user, user.bus)
    try user.startSession(["deck": .string("Words"), "mode": .string("recall")])
    var isEnded = false
    Self.send(first + Self.reviews(4998), user) { _ in isEnded = true }
    _ = try other.callAndWait(PracticeContract.reveal, 1)
    _ = try other.callAndWait(PracticeContract.grade, 1, 3)
    #expect(!isEnded)
    #expect(user.connection.loop.waits { isEnded })
    #expect(try user.rebuild()[1] == 0)
    #expect(try Self.count(user) == 5001)
  }

  /// What was added is whole, and the rest follows when it is repeated.
  @Test func anImportThatIsKilledIsRepeated() throws {
    var random = SeededGenerator(for: "anImportThatIsKilledIsRepeated")
    let reviews = Self.reviews(2000)
    for round in 0..<rounds(3, ofAll: 100) {
      let user = try DeckSession(["Words": Self.words])
      var (isEnded, isOver) = (false, false)
      Self.send(reviews, user) { _ in isEnded = true }
      user.connection.loop.schedule(after: .milliseconds(Int.random(in: 0..<400, using: &random))) {
        isOver = true
      }
      user.connection.loop.run { isOver }
      try user.restart(by: SIGKILL)
      #expect(user.connection.loop.waits { isEnded })
      try Self.expectWholeParts(of: reviews, user, "round \(round)")
    }
  }

  @Test(arguments: [1, 4, 20, 60]) func aFullDiskKeepsWholeParts(write: Int) throws {
    let user = try DeckSession(["Words": Self.words])
    let calls = try FailingCalls()
    let reviews = Self.reviews(2000)
    user.variables = calls.environment(failing: "write", from: write, with: ENOSPC)
    try user.restart()
    #expect(try user.refusalName { _ = try user.importReviews(reviews) } == "StorageFailed")
    user.variables = [:]
    try user.restart()
    try Self.expectWholeParts(of: reviews, user, "write \(write)")
  }

  /// The log has some of the reviews, and the schedules that follow; the import adds the others.
  private static func expectWholeParts(
    of reviews: [ForeignReview], _ user: DeckSession, _ comment: Comment
  ) throws {
    #expect(try user.rebuild()[1] == 0, comment)
    let count = try count(user)
    #expect(try Int(user.importReviews(reviews)) == reviews.count - count, comment)
    #expect(try self.count(user) == reviews.count && user.rebuild()[1] == 0, comment)
  }
}
