import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// The numbers of cards: shown without being stored, and the same for as long as the card is.
@Suite struct CardNumberTests {
  private static let decks = ["Words": "a\t1\nb\t2\nc\t3\n", "Guids": "d\t4\t\tg1\ne\t5\t\tg2\n"]

  /// Scripts and other machines rely on it.
  @Test func aNumberFollowsFromTheCard() throws {
    let desk = try CardDesk(Self.decks)
    #expect(try desk.cards("Words")[0].id == 3_176_085_843_046_995)
    #expect(try desk.cards("Guids")[0].id == 1_173_682_626_897_677)
  }

  private static func rows(_ desk: CardDesk) throws -> Int? {
    try desk.restart {
      let database = try Database(path: desk.state + "/memorize.sqlite")
      return try database["SELECT count(*) FROM card"].integer()
    }
  }

  /// Each card that was listed got a row: the table grew with all that was ever shown, and on a full
  /// disk no card could be listed.
  @Test func listingWritesNothing() throws {
    let fault = Fault()
    let desk = try CardDesk(Self.decks) { files in
      (try? FailingCalls(in: files)).map { fault.variables(of: $0) } ?? [:]
    }
    _ = try desk.practice()
    let ids = try ["Words", "Guids"].flatMap { try desk.cards($0).map(\.id) }
    #expect(try Self.rows(desk) == 0)
    fault.isOn = true
    try desk.restart()
    #expect(try ["Words", "Guids"].flatMap { try desk.cards($0).map(\.id) } == ids)
    #expect(try desk.cards(ids).map(\.front) == ["a", "b", "c", "d", "e"])
    #expect(try desk.search("d", limit: 1).map(\.id) == [ids[3]])
    // It is full indeed.
    #expect(try desk.refusalName { try desk.suspend(ids[0]) } == "StorageFailed")
    #expect(
      try desk.refusalName { try desk.update(ids[0], ["front": .string("x")]) } == "StorageFailed")
    #expect(try desk.cards("Words").map(\.front) == ["a", "b", "c"])
    fault.isOn = false
    #expect(try Self.rows(desk) == 0)
  }

  private final class Fault {
    var isOn = false

    func variables(of library: FailingCalls) -> [String: String] {
      isOn ? library.environment(failing: "write", from: 1, onlyOnce: false, with: ENOSPC) : [:]
    }
  }

  @Test func aNumberStaysWhateverIsStoredOfItsCard() throws {
    let desk = try CardDesk(Self.decks)
    let ids = try desk.cards("Words").map(\.id)
    try desk.suspend(ids[0])
    try desk.suspend(ids[0], false)
    try desk.update(ids[1], ["back": .string("two")])
    try desk.update(ids[2], ["front": .string("C")])
    #expect(try desk.cards("Words").map(\.id) == ids)
    try desk.restart()
    #expect(try desk.cards("Words").map(\.texts) == ["a|1|", "b|two|", "C|3|"])
    #expect(try desk.cards("Words").map(\.id) == ids)
    #expect(try desk.cards("Words").map { $0.addedAt > 0 } == [true, false, true])
  }

  /// A card that has the former first side of another one would have its number.
  @Test func noTwoCardsHaveOneNumber() throws {
    let desk = try CardDesk(Self.decks)
    let id = try #require(try desk.cards("Words").first).id
    try desk.update(id, ["front": .string("A")])
    try desk.bus.files.write(CardDesk.folder + "Words.tsv", "A\t1\na\t9\n")
    let cards = try desk.cards("Words")
    #expect(cards.map(\.front) == ["A", "a"] && cards[0].id == id && cards[1].id != id)
    #expect(try desk.cards([cards[1].id, id]).map(\.front) == ["a", "A"])
    try desk.update(cards[1].id, ["back": .string("nine")])
    #expect(try desk.cards("Words").map(\.texts) == ["A|1|", "a|nine|"])
    try desk.suspend(cards[1].id)
    try desk.restart()
    let stored = try desk.cards("Words")
    #expect(stored.map(\.id) == cards.map(\.id) && stored.map(\.isSuspended) == [false, true])
  }

  /// Older versions counted cards, also those that were only listed.
  @Test func olderNumbersStay() throws {
    let desk = try CardDesk(Self.decks)
    let ids = try desk.cards("Guids").map(\.id)
    try desk.change("INSERT INTO card (id, deck, side, added_at) VALUES (12, '', 'g1', 1)")
    #expect(try desk.cards("Guids").map(\.id) == [12, ids[1]])
    #expect(try desk.cards([12]).map(\.front) == ["d"] && desk.cards([ids[0]]).isEmpty)
    #expect(try desk.refusalName { try desk.suspend(ids[0]) } == "NoSuchCard")
    try desk.suspend(12)
    #expect(try desk.cards("Guids").map(\.isSuspended) == [true, false])
  }
}
