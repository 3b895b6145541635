import DBus
import MemorizeBus
import TestSupport
import Testing

/// Cards that are moved to another deck.
@Suite struct CardMoveTests {
  private static func move(_ user: DeckSession, _ id: UInt64, to deck: String) throws {
    _ = try user.proxy.callAndWait(DecksContract.moveCard, id, deck)
  }

  @Test func aCardIsMovedWithItsNumberAndTags() throws {
    let user = try DeckSession([
      "One": "#guid column:4\n#tags column:6\na\t1\tp\tg1\tnote\tx y\nb\t2\t\tg2\n",
      "Two": "c\t3\t\tg3\n", "Gaps": "{{c1::x}} {{c2::y}}\t\t\tg4\n",
    ])
    let id = try user.cards("One")[0].id
    try Self.move(user, id, to: "Two")
    #expect(
      try user.text("Two")
        == "#guid column:4\n#tags column:6\nc\t3\t\tg3\na\t1\tp\tg1\tnote\tx y\n")
    #expect(try user.text("One").hasSuffix("#tags column:6\nb\t2\t\tg2\n"))
    #expect(try user.cards("Two").map(\.id).last == id)
    // With a gap its whole sentence, to a deck that is not there yet.
    let gaps = try user.cards("Gaps").map(\.id)
    try Self.move(user, gaps[1], to: "New")
    #expect(try user.cards("New").map(\.id) == gaps)
    #expect(try user.text("Gaps").isEmpty)
    // Where it is, it stays.
    let text = try user.text("Two")
    try Self.move(user, id, to: "two")
    #expect(try user.text("Two") == text)
  }

  @Test func aCardOfSeveralDecksIsThenInOne() throws {
    let line = "a\t1\t\tg1\n"
    let user = try DeckSession(["One": line, "Two": line, "Three": "b\t2\t\tg2\n"])
    let id = try user.cards("One")[0].id
    try Self.move(user, id, to: "Three")
    for deck in ["One", "Two"] { #expect(try user.text(deck).isEmpty) }
    #expect(try user.cards("Three").map(\.id).contains(id))
  }

  /// A card whose file refused to let it go was then in both decks.
  @Test func aRefusedMoveChangesNoFile() throws {
    let decks = [
      // Without its first line, the second one would be read, too.
      "Pair": "a\t1\t\tg1\na\t1\t\tg2\n", "Other": "a\t1\t\tg1\n", "Target": "x\ty\t\tg8\n",
      "Equal": "a\t1\t\tg9\n", "Bare": "#columns:Front\tBack\nq\tr\n", "Side": "s\tt\n",
    ]
    let user = try DeckSession(decks)
    let id = try user.cards("Other")[0].id
    #expect(try user.cards("Pair")[0].id == id)
    #expect(try user.refusalName { try Self.move(user, id, to: "Target") } == "InvalidCard")
    let other = try user.cards("Target")[0].id
    #expect(try user.refusalName { try Self.move(user, other, to: "Bare") } == "InvalidCard")
    #expect(try user.refusalName { try Self.move(user, other, to: "Capitals") } == "DeckBuiltIn")
    let equal = try user.cards("Equal")[0].id
    #expect(try user.refusalName { try Self.move(user, equal, to: "Other") } == "CardExists")
    let side = try user.cards("Side")[0].id
    #expect(try user.refusalName { try Self.move(user, side, to: "Target") } == "InvalidCard")
    #expect(try user.refusalName { try Self.move(user, other, to: "") } == "InvalidArgs")
    #expect(try user.refusalName { try Self.move(user, 1, to: "Target") } == "NoSuchCard")
    for (name, text) in decks { #expect(try user.text(name) == text, "\(name)") }
  }

  /// Text of two encodings stood in one file then.
  @Test func aFileInAnotherEncodingIsLeftAlone() throws {
    let user = try DeckSession(["Wide": "\u{FEFF}a\u{0}\t\u{0}b\u{0}\n\u{0}"])
    let text = try user.text("Wide")
    #expect(user.refusal { try user.add("Wide", "c", "d") }?.message.contains("UTF-8") == true)
    #expect(try user.text("Wide") == text)
  }
}
