import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

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
    let desk = try CardDesk(["Words": Self.words])
    let other = try Self.other(than: desk, desk.bus)
    var ended: [String] = []
    Self.send(Self.reviews(5000), desk) { result in
      #expect((try? result.get()) == 5000)
      ended.append("import")
    }
    other.call(PracticeContract.decks) { result in
      #expect((try? result.get()) != nil)
      ended.append("other")
    }
    #expect(desk.connection.loop.waits { ended.count == 2 })
    #expect(ended == ["other", "import"])
    #expect(try desk.rebuild()[1] == 0)
    #expect(try desk.importReviews(Self.reviews(5000)) == 0)
  }

  /// The first call of all was answered in one turn: what it needs shows after the decks are read.
  @Test func alsoTheFirstCallIsAnsweredInParts() throws {
    let bus = try PrivateBus()
    try bus.files.write(CardDesk.folder + "Words.tsv", Self.words)
    let daemon = try bus.startDaemon(with: [:])
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
    let desk = try CardDesk(["Words": Self.words])
    for (path, interface) in [
      ("/org/memorized/Other", DecksContract.interface.name),
      (MemorizeContract.path, PracticeContract.interface.name),
    ] as [(ObjectPath, InterfaceName)] {
      var error: BusError?
      desk.connection.call(
        MemorizeContract.name, path, interface, DecksContract.importReviews.name, [String](),
        Self.reviews(10), returning: UInt32.self, deadline: .patience
      ) { if case .failure(let refusal) = $0 { error = refusal } }
      #expect(desk.connection.loop.waits { error != nil })
    }
    #expect(try Self.count(desk) == 0)
  }

  /// What one import has added was told to another.
  @Test func twoImportsAtOnceCountTheirOwn() throws {
    let desk = try CardDesk(["Words": Self.words])
    let other = try Self.other(than: desk, desk.bus)
    let reviews = Self.reviews(5000)
    var counts: [String: UInt32] = [:]
    Self.send(Array(reviews[..<2000]), desk) { counts["first"] = try? $0.get() }
    other.call(
      DecksContract.importReviews, [], Array(reviews[1000...])
    ) { counts["second"] = try? $0.get() }
    #expect(desk.connection.loop.waits { counts.count == 2 })
    #expect(counts == ["first": 2000, "second": 3000])
  }

  /// An answer between two parts knows of the reviews of the first.
  @Test func anAnswerMeanwhileCounts() throws {
    // Their reviews are in the first part alone.
    let desk = try CardDesk(["Words": "a\t1\t\tA\nb\t2\t\tB\n"])
    let first = ["A", "B"].map {
      ForeignReview(
        guid: $0, direction: "forward", at: 1_600_000_000_000_000, rating: 3, took: 1000)
    }
    let other = try Self.other(than: desk, desk.bus)
    try desk.startSession(["deck": .string("Words"), "mode": .string("recall")])
    var isEnded = false
    Self.send(first + Self.reviews(4998), desk) { _ in isEnded = true }
    _ = try other.callAndWait(PracticeContract.reveal, 1)
    _ = try other.callAndWait(PracticeContract.grade, 1, 3)
    #expect(!isEnded)
    #expect(desk.connection.loop.waits { isEnded })
    #expect(try desk.rebuild()[1] == 0)
    #expect(try Self.count(desk) == 5001)
  }

  /// What was added is whole, and the rest follows when it is repeated.
  @Test func anImportThatIsKilledIsRepeated() throws {
    var random = SeededGenerator(for: "anImportThatIsKilledIsRepeated")
    let reviews = Self.reviews(2000)
    for round in 0..<rounds(3, ofAll: 100) {
      let desk = try CardDesk(["Words": Self.words])
      var (isEnded, isOver) = (false, false)
      Self.send(reviews, desk) { _ in isEnded = true }
      desk.connection.loop.schedule(after: .milliseconds(Int.random(in: 0..<400, using: &random))) {
        isOver = true
      }
      desk.connection.loop.run { isOver }
      try desk.restart(by: SIGKILL)
      #expect(desk.connection.loop.waits { isEnded })
      try Self.expectWholeParts(of: reviews, desk, "round \(round)")
    }
  }

  @Test(arguments: [1, 4, 20, 60]) func aFullDiskKeepsWholeParts(write: Int) throws {
    final class Next { var variables: [String: String] = [:] }
    let next = Next()
    let desk = try CardDesk(["Words": Self.words]) { _ in next.variables }
    let calls = try FailingCalls(in: desk.bus.files)
    let reviews = Self.reviews(2000)
    next.variables = calls.environment(failing: "write", from: write, with: ENOSPC)
    try desk.restart()
    #expect(try desk.refusalName { _ = try desk.importReviews(reviews) } == "StorageFailed")
    next.variables = [:]
    try desk.restart()
    try Self.expectWholeParts(of: reviews, desk, "write \(write)")
  }

  /// The log has some of the reviews, and the schedules that follow; the import adds the others.
  private static func expectWholeParts(
    of reviews: [ForeignReview], _ desk: CardDesk, _ comment: Comment
  ) throws {
    #expect(try desk.rebuild()[1] == 0, comment)
    let count = try count(desk)
    #expect(try Int(desk.importReviews(reviews)) == reviews.count - count, comment)
    #expect(try self.count(desk) == reviews.count && desk.rebuild()[1] == 0, comment)
  }
}
