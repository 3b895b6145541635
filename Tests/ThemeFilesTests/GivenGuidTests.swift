import MemoryGame
import Practice
import Testing
import ThemeFiles

/// Guids for the cards of a file that has none.
@Suite struct GivenGuidTests {
  private static func named(_ text: String, deck: String = "Deck") throws -> String {
    var edit = DeckEdit(Array(text.utf8))
    edit.addGuids(in: try ThemeName(deck))
    return String(decoding: try edit.applied(), as: UTF8.self)
  }

  /// Another version must give the same ones, or machines would have a card twice.
  @Test func theyFollowFromDeckAndFirstSide() throws {
    let text = "# mine\r\na\t1\r\nb\t2\tp\tmine\tnote\r\nÄ\t3\t\t\tnote\r\n"
    let named = "# mine\r\na\t1\t\tGUID\r\nb\t2\tp\tmine\tnote\r\nÄ\t3\t\tGUID\tnote\r\n"
    let (a, other) = (try Self.guid("a"), try Self.guid("Ä"))
    #expect(a == "3vqh22z15puqt" && other == "48y6qb1g8tgh")
    #expect(
      try Self.named(text)
        == named.replacing("GUID", with: a, maxReplacements: 1).replacing("GUID", with: other))
    #expect(try Self.named(try Self.named(text)) == Self.named(text))
    #expect(try Self.guid("A\u{308}") == other && Self.guid("a", deck: "DECK") == a)
    #expect(try Self.guid("a", deck: "Other") != a)
  }

  /// Two columns that are added to one file had the same number.
  @Test func theColumnIsBehindThatOfTags() throws {
    let named = try Self.named("#tags column:6\na\t1\n")
    #expect(
      named == "#tags column:6\n#guid column:7\na\t1\t\t\t\t\t\(try Self.guid("a"))\n")
  }

  private static func guid(_ first: String, deck: String = "Deck") throws -> String {
    let cards = DeckFile.read(Array(try named("\(first)\tx\n", deck: deck).utf8)).cards
    return try #require(cards.first?.guid)
  }

  @Test func theIdentityFollows() throws {
    for text in ["a\tx\n", "{{c1::Paris}} is in {{c2::France}}\n"] {
      let key = try ThemeName("Deck").comparisonKey
      let (old, new) = (
        DeckFile.read(Array(text.utf8)).cards, DeckFile.read(Array(try Self.named(text).utf8)).cards
      )
      #expect(
        old.flatMap { $0.identities(in: key) }.map(\.named)
          == new.flatMap { $0.identities(in: key) })
      #expect(new.flatMap { $0.identities(in: key) }.allSatisfy { $0.named == $0 })
    }
  }

  /// Lines with one first side were one card, whose reviews only one of them can keep.
  @Test func equalFirstSidesGetDifferentOnes() throws {
    let cards = DeckFile.read(Array(try Self.named("a\t1\na\t2\nb\t3\n").utf8)).cards
    #expect(Set(cards.map(\.guid)).count == 3)
    #expect(try cards[0].guid == Self.guid("a"))
  }

  @Test func aFileThatCannotHaveThemStays() throws {
    let full = "a" + String(repeating: "\t1", count: 63) + "\n"
    for text in ["#columns:A\tB\n" + full, "#html:true\na  b\t1\n", "a\t1\na\t1\n\"b\n"] {
      let after = try Self.named(text)
      #expect(
        after == text || DeckFile.read(Array(after.utf8)).cards.allSatisfy { $0.guid != nil })
    }
    #expect(try Self.named("#columns:A\tB\n" + full) == "#columns:A\tB\n" + full)
    #expect(
      try Self.named("#columns:A\tB\na\t1\n")
        == "#columns:A\tB\n#guid column:4\na\t1\t\t\(Self.guid("a"))\n")
  }

  /// Only one machine has given guids, and has changed a first side since.
  @Test func aUnionKnowsThem() throws {
    let (old, new) = (
      "a\t1\nb\t2\n", try Self.named("a\t1\nb\t2\n").replacing("a\t1", with: "c\t1")
    )
    for (copy, deck, isNewer) in [(new, old, true), (old, new, false), (new, old, false)] {
      var edit = DeckEdit(Array(deck.utf8))
      let union = try DeckUnion(
        DeckFile.read(Array(copy.utf8)), isNewer: isNewer, into: &edit, of: ThemeName("Deck")
      ) { _ in false }
      let cards = DeckFile.read(try edit.applied()).cards
      #expect(union.added.isEmpty && cards.count == 2)
      #expect(try cards.map(\.guid) == [Self.guid("a"), Self.guid("b")])
      #expect(cards[0].first == (deck == new || isNewer ? "c" : "a"))
    }
  }
}
