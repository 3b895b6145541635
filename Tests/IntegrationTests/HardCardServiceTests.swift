import DBus
import Practice
import TestSupport
import Testing

@testable import MemorizeBus

/// Cards that were forgotten often, on the bus.
@Suite struct HardCardServiceTests {
  private static let words =
    "#guid column:3\neins\tone\tg0\nzwei\ttwo\tg1\ndrei\tthree\tg2\nvier\tfour\tg3\n"

  /// A card was learned, then forgotten on so many days.
  private static func history(_ guid: String, lapses: Int) -> [ForeignReview] {
    (0...lapses).map { day in
      ForeignReview(
        guid: guid, direction: "forward",
        at: 1_700_000_000_000_000 + UInt64(day) * Schedule.day, rating: day == 0 ? 3 : 1, took: 900)
    }
  }

  @Test func hardCardsAreListedAskedAndDealt() throws {
    let user = try DeckSession(["Words": Self.words])
    func refusal(_ body: @autoclosure () throws -> Void) throws -> String? {
      try user.refusalName(body)
    }
    let hard: [String: Value] = ["hard": .boolean(true)]
    #expect(try user.proxy.callAndWait(DecksContract.hard).isEmpty)
    #expect(try refusal(try user.startSession(hard)) == "TooFewHardCards")
    #expect(try user.refusalName { try user.newGame(hard) } == "TooFewHardCards")
    _ = try user.importReviews(
      Self.history("g0", lapses: 8) + Self.history("g1", lapses: 9) + Self.history("g2", lapses: 7))
    let cards = try user.proxy.callAndWait(DecksContract.hard)
    #expect(cards.map(\.front) == ["zwei", "eins"])
    #expect(cards.map { $0.forward?.lapses } == [9, 8])

    try user.startSession(hard)
    let session = try user.practice()
    #expect(session.questions == 2 && session.question == "zwei" && session.deck.isEmpty)
    // The session is the same after a restart of the service, and can be repeated.
    try user.restart()
    #expect(try user.practice() == session)
    try user.restartSession()
    #expect(try user.practice().questions == 2 && user.practice().question == "zwei")
    let both: [String: Value] = ["hard": .boolean(true), "due": .boolean(true)]
    #expect(try user.refusalName { try user.startSession(both) } == "InvalidArgs")

    // Finding pairs is no review.
    let (logged, before) = (try user.log(), try user.cards("Words"))
    for theme in [nil, "Words"] {
      var options = hard
      options["theme"] = theme.map { .string($0) }
      options["seed"] = .uint64(1)
      try user.newGame(options)
      let game = try user.game()
      #expect(game.theme == "Hard cards" && game.pairs == 2)
      for card in 0..<4 as Range<UInt32> { _ = try? user.flip(card) }
    }
    #expect(try user.log() == logged && user.cards("Words") == before)
    let unknown = hard.merging(["theme": .string("None")]) { $1 }
    #expect(try user.refusalName { try user.newGame(unknown) } == "NoSuchDeck")
    try user.suspend(cards[0].id)
    #expect(try user.refusalName { try user.newGame(hard) } == "TooFewHardCards")
    #expect(try user.game().theme == "Hard cards")
  }

  @Test func theEighthLapseMarksACard() throws {
    let user = try DeckSession(["Words": Self.words])
    _ = try user.importReviews(Self.history("g2", lapses: 7))
    try user.startSession(["due": .boolean(true), "questions": .uint32(1)])
    let session = try user.practice()
    #expect(session.question == "drei" && session.lapsesMarked == 0)
    try user.reveal(1)
    #expect(try user.practice().lapsesMarked == 8)
    try user.restart()
    #expect(try user.practice().lapsesMarked == 8)
    try user.undo()
    #expect(try user.practice().lapsesMarked == 0)
    #expect(try user.proxy.callAndWait(DecksContract.hard).isEmpty)
    #expect(try user.rebuild()[1] == 0)
  }
}
