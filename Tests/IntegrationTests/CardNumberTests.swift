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
    let user = try DeckSession(Self.decks)
    #expect(try user.cards("Words")[0].id == 3_176_085_843_046_995)
    #expect(try user.cards("Guids")[0].id == 1_173_682_626_897_677)
  }

  private static func rows(_ user: DeckSession) throws -> Int? {
    try user.restart {
      let database = try Database(path: user.state + "/memorize.sqlite")
      return try database["SELECT count(*) FROM card"].integer()
    }
  }

  /// Each card that was listed got a row: the table grew with all that was ever shown, and on a full
  /// disk no card could be listed.
  @Test func listingWritesNothing() throws {
    let user = try DeckSession(Self.decks)
    let calls = try FailingCalls()
    _ = try user.practice()
    let ids = try ["Words", "Guids"].flatMap { try user.cards($0).map(\.id) }
    #expect(try Self.rows(user) == 0)
    user.variables = calls.environment(failing: "write", with: ENOSPC)
    try user.restart()
    #expect(try ["Words", "Guids"].flatMap { try user.cards($0).map(\.id) } == ids)
    #expect(try user.cards(ids).map(\.front) == ["a", "b", "c", "d", "e"])
    #expect(try user.search("d", limit: 1).map(\.id) == [ids[3]])
    // It is full indeed.
    #expect(try user.refusalName { try user.suspend(ids[0]) } == "StorageFailed")
    #expect(
      try user.refusalName { try user.update(ids[0], ["front": .string("x")]) } == "StorageFailed")
    #expect(try user.cards("Words").map(\.front) == ["a", "b", "c"])
    user.variables = [:]
    #expect(try Self.rows(user) == 0)
  }

  @Test func aNumberStaysWhateverIsStoredOfItsCard() throws {
    let user = try DeckSession(Self.decks)
    let ids = try user.cards("Words").map(\.id)
    try user.suspend(ids[0])
    try user.suspend(ids[0], false)
    try user.update(ids[1], ["back": .string("two")])
    try user.update(ids[2], ["front": .string("C")])
    #expect(try user.cards("Words").map(\.id) == ids)
    try user.restart()
    #expect(try user.cards("Words").map(\.texts) == ["a|1|", "b|two|", "C|3|"])
    #expect(try user.cards("Words").map(\.id) == ids)
    #expect(try user.cards("Words").map { $0.addedAt > 0 } == [true, false, true])
    // A card with a guid is the same whatever its texts are.
    let guids = try user.cards("Guids").map(\.id)
    try user.bus.files.write(DeckSession.folder + "Guids.tsv", "new\te\t\tg3\nfive\t5\t\tg2\n")
    let edited = try user.cards("Guids")
    #expect(edited.map(\.front) == ["new", "five"] && edited[1].id == guids[1])
    #expect(!guids.contains(edited[0].id))
    #expect(try user.refusalName { try user.update(guids[0], [:]) } == "NoSuchCard")
  }

  /// A card that has the former first side of another one would have its number.
  @Test func noTwoCardsHaveOneNumber() throws {
    let user = try DeckSession(Self.decks)
    let id = try #require(try user.cards("Words").first).id
    try user.update(id, ["front": .string("A")])
    try user.bus.files.write(DeckSession.folder + "Words.tsv", "A\t1\na\t9\n")
    let cards = try user.cards("Words")
    #expect(cards.map(\.front) == ["A", "a"] && cards[0].id == id && cards[1].id != id)
    #expect(try user.cards([cards[1].id, id]).map(\.front) == ["a", "A"])
    try user.update(cards[1].id, ["back": .string("nine")])
    #expect(try user.cards("Words").map(\.texts) == ["A|1|", "a|nine|"])
    try user.suspend(cards[1].id)
    try user.restart()
    let stored = try user.cards("Words")
    #expect(stored.map(\.id) == cards.map(\.id) && stored.map(\.isSuspended) == [false, true])
  }

  /// Older versions counted cards, also those that were only listed.
  @Test func olderNumbersStay() throws {
    let user = try DeckSession(Self.decks)
    let ids = try user.cards("Guids").map(\.id)
    try user.change("INSERT INTO card (id, deck, side, added_at) VALUES (12, '', 'g1', 1)")
    #expect(try user.cards("Guids").map(\.id) == [12, ids[1]])
    #expect(try user.cards([12]).map(\.front) == ["d"] && user.cards([ids[0]]).isEmpty)
    #expect(try user.refusalName { try user.suspend(ids[0]) } == "NoSuchCard")
    try user.suspend(12)
    #expect(try user.cards("Guids").map(\.isSuspended) == [true, false])
  }

  /// Tools take the note with the largest number for the newest.
  @Test func aDatedNumberIsTheTimeOfAdding() throws {
    let user = try DeckSession(Self.decks)
    func card(_ front: String) -> [String: Value] {
      ["front": .string(front), "back": .string("x"), "dated": .boolean(true)]
    }
    let before = UInt64(Date.now.timeIntervalSince1970 * 1000)
    let first = try user.add("Guids", card("f"))
    let several = try user.add("Guids", all: (0..<20).map { card("s\($0)") }).map(\.id)
    let last = try user.add("New", card("n"))
    let after = UInt64(Date.now.timeIntervalSince1970 * 1000)
    let ids = [first] + several + [last]
    #expect(ids == Set(ids).sorted())
    #expect(ids[0] >= before && ids[0] <= after && last <= after + 20)
    #expect(try user.cards("Guids").map(\.id).suffix(21) == [first] + several)
    func added(since milliseconds: UInt64) throws -> [UInt64] {
      try user.proxy.callAndWait(DecksContract.added, milliseconds * 1000).map(\.id)
    }
    #expect(try added(since: 0) == ids && added(since: first) == ids)
    #expect(try added(since: last) == [last] && added(since: last + 1) == [])
    try user.remove(several[3])
    #expect(try added(since: several[2]) == [several[2]] + several[4...] + [last])
    try user.update(first, ["front": .string("F")])
    try user.restart()
    #expect(try user.cards([first, last]).map(\.front) == ["F", "n"])
    #expect(try user.refusalName { try user.add("New", ["dated": .uint32(1)]) } == "InvalidArgs")
  }

  @Test func cardsAreFoundByTheirFronts() throws {
    let user = try DeckSession(
      Self.decks.merging([
        "More": "d\t5\t\tg3\nd\t6\t\tg4\n{{c1::a}} and {{c2::b}}\t\t\tg5\n",
        "Media": "b [sound:x.mp3]\t2\n",
      ]) { first, _ in first })
    func find(_ fronts: [String]) throws -> [String] {
      try user.proxy.callAndWait(DecksContract.findFronts, fronts)
        .map { "\($0.deck): \($0.sentence.isEmpty ? $0.front : $0.sentence) = \($0.back)" }.sorted()
    }
    #expect(try find(["d"]) == ["Guids: d = 4", "More: d = 5", "More: d = 6"])
    #expect(try find(["D", "1", "g1", ""]) == [])
    #expect(
      try find(["b\u{FE0F}", "x", " a "]) == ["Media: b = 2", "Words: a = 1", "Words: b = 2"])
    #expect(
      try find(["{{c1::a}} and {{c2::b}}"]) == [
        "More: {{c1::a}} and {{c2::b}} = a", "More: {{c1::a}} and {{c2::b}} = b",
      ])
    #expect(
      try find(["a", "b", "c", "d", "e"])
        == [
          "Guids: d = 4", "Guids: e = 5", "Media: b = 2", "More: d = 5", "More: d = 6",
          "Words: a = 1",
          "Words: b = 2", "Words: c = 3",
        ])
    #expect(try find([]) == [])
    // What came with the program is nobody's own.
    let known = try #require(try user.cards("Japanese basics", limit: 1).first)
    #expect(try find([known.front]) == [])
    let many = Array(repeating: "a", count: DecksContract.maximumFronts + 1)
    #expect(try user.refusalName { _ = try find(many) } == "InvalidArgs")
  }

  /// A file in memory is extended without being read: what was written to it meanwhile would be lost.
  @Test func aCardIsAddedToAFileThatWasJustChanged() throws {
    let user = try DeckSession(Self.decks)
    for round in 0..<5 {
      let text = try user.text("Guids") + "own\(round)\t1\t\town\(round)\n"
      try user.bus.files.write(DeckSession.folder + "Guids.tsv", text)
      try user.add("Guids", "added\(round)", "2")
      #expect(try user.text("Guids").hasPrefix(text + "added\(round)\t2\t\t"))
      #expect(try user.cards("Guids").suffix(2).map(\.front) == ["own\(round)", "added\(round)"])
      #expect(try user.refusalName { try user.add("Guids", "own\(round)", "1") } == "CardExists")
      try user.add("Guids", "own\(round)", "3")
    }
  }
}
