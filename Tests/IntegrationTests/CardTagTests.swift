import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Tags, which only other programs use, in a column of the deck's file.
@Suite struct CardTagTests {
  private static let usual = "#guid column:4\n"

  private static func card(_ front: String, _ tags: [String]) -> [String: Value] {
    ["front": .string(front), "back": .string("x"), "tags": tags.asValue]
  }

  private static func set(_ user: DeckSession, _ id: UInt64, _ tags: [String]) throws {
    _ = try user.proxy.callAndWait(DecksContract.setTags, id, tags)
  }

  /// A deck in which nobody has tags stays as it is.
  @Test func aFileGetsTheColumnWithItsFirstTag() throws {
    let user = try DeckSession(["Words": Self.usual + "a\t1\t\tg1\n"])
    try user.add("Words", ["front": .string("b"), "back": .string("2"), "guid": .string("g2")])
    try user.add("Words", Self.card("c", []).merging(["guid": .string("g3")]) { $1 })
    let text = "a\t1\t\tg1\nb\t2\t\tg2\nc\tx\t\tg3\n"
    #expect(try user.text("Words") == Self.usual + text)
    try user.add("Words", Self.card("d", ["one", "zwei"]).merging(["guid": .string("g4")]) { $1 })
    try user.add("Words", Self.card("e", ["drei"]).merging(["guid": .string("g5")]) { $1 })
    let header = Self.usual + "#tags column:6\n"
    let tagged = "d\tx\t\tg4\t\tone zwei\ne\tx\t\tg5\t\tdrei\n"
    #expect(try user.text("Words") == header + text + tagged)
    let cards = try user.cards("Words")
    #expect(cards.map(\.tags) == [[], [], [], ["one", "zwei"], ["drei"]])
    try user.update(cards[3].id, ["back": .string("y"), "note": .string("n")])
    #expect(try user.cards("Words")[3].tags == ["one", "zwei"])
    try Self.set(user, cards[3].id, ["other"])
    try Self.set(user, cards[0].id, ["first"])
    try Self.set(user, cards[4].id, [])
    #expect(
      try user.text("Words") == header + "a\t1\t\tg1\t\tfirst\n"
        + text.dropFirst("a\t1\t\tg1\n".count)
        + "d\ty\t\tg4\tn\tother\ne\tx\t\tg5\t\t\n")
    try user.restart()
    #expect(try user.cards("Words").map(\.tags) == [["first"], [], [], ["other"], []])
    #expect(try user.cards("Words").map(\.id) == cards.map(\.id))
  }

  /// Without a header the guids stand in the fourth column; once another is named, they must be too.
  @Test func guidsStayWhereTheyAre() throws {
    let user = try DeckSession(["Plain": "a\t1\tp\tg1\tnote\n"])
    try user.add("Plain", Self.card("b", ["t"]).merging(["guid": .string("g2")]) { $1 })
    #expect(
      try user.text("Plain")
        == "#guid column:4\n#tags column:6\na\t1\tp\tg1\tnote\nb\tx\t\tg2\t\tt\n")
    let cards = try user.cards("Plain")
    #expect(cards.map(\.guid) == ["g1", "g2"] && cards[0].note == "note")
    #expect(cards[0].pronunciation == "p")
  }

  @Test func aCardHasItsTagsInAllDecks() throws {
    let line = "a\t1\t\tg1\n"
    let user = try DeckSession(["One": line, "Two": line, "Gaps": "{{c1::x}} {{c2::y}}\t\t\tg2\n"])
    try Self.set(user, user.cards("One")[0].id, ["t"])
    #expect(try user.cards("One")[0].tags == ["t"] && user.cards("Two")[0].tags == ["t"])
    try Self.set(user, user.cards("Gaps")[1].id, ["u"])
    #expect(try user.cards("Gaps").map(\.tags) == [["u"], ["u"]])
  }

  /// A card was left out for what another program had written into the column of its tags.
  @Test func tagsThatCannotBeReadCostNoCard() throws {
    let header = "#guid column:4\n#tags column:6\n"
    let long = Array(repeating: "tag", count: 400).joined(separator: " ")
    let text = "a\t1\t\tg1\t\t\(long)\nb\t2\t\tg2\t\tx\u{7}y\nc\t3\t\tg3\t\tfine\n"
    let user = try DeckSession(["Words": header + text])
    let cards = try user.cards("Words")
    #expect(cards.map(\.front) == ["a", "b", "c"] && cards.map(\.tags) == [[], [], ["fine"]])
    // What stands there stays until it is changed.
    try user.update(cards[0].id, ["back": .string("one")])
    #expect(
      try user.text("Words") == header + text.replacingOccurrences(of: "a\t1", with: "a\tone"))
  }

  @Test func whatIsNoTagIsRefused() throws {
    let user = try DeckSession(["Words": "a\t1\t\tg1\n"])
    let id = try user.cards("Words")[0].id
    for tags in [
      ["a b"], [""], ["a\t"], ["\u{7}"], ["\u{202E}"], [String(repeating: "x", count: 1024)],
    ] {
      #expect(try user.refusalName { try Self.set(user, id, tags) } == "InvalidArgs", "\(tags)")
    }
    #expect(try user.refusalName { try Self.set(user, 1, ["a"]) } == "NoSuchCard")
    let known = try user.cards("Japanese basics", limit: 1)[0].id
    #expect(try user.refusalName { try Self.set(user, known, ["a"]) } == "DeckBuiltIn")
    #expect(
      try user.refusalName { try user.add("Words", Self.card("b", ["a b"])) } == "InvalidCard")
    #expect(try user.text("Words") == "a\t1\t\tg1\n")
    try Self.set(user, id, [])
    #expect(try user.text("Words") == "a\t1\t\tg1\n")
  }
}
