import MemoryGame
import Practice
import TestSupport
import Testing

@Suite struct CardSearchTests {
  private static func deck(_ name: String, _ cards: [WordCard]) throws -> Deck {
    Deck(name: try ThemeName(name), cards: cards)
  }

  /// The first sides found in a deck of cards with these.
  private static func found(_ text: String, _ sides: [String], limit: Int = 100) throws -> [String]
  {
    let deck = try deck("Words", sides.map { WordCard($0, "…") })
    var search = CardSearch([deck.cards])
    return search.cards(with: text, limit: limit).map { deck.cards[$0.card].first }
  }

  @Test func wholeSidesThenWordsThenBeginningsThenTheRest() throws {
    let sides = ["unable", "tabled", "a table", "table", "tab", "un-table-d", "x (Tablé)"]
    #expect(
      try Self.found("table", sides) == ["table", "a table", "un-table-d", "x (Tablé)", "tabled"])
    #expect(
      try Self.found("ab", sides) == [
        "unable", "tabled", "a table", "table", "tab", "un-table-d", "x (Tablé)",
      ])
    #expect(try Self.found("table", sides, limit: 2) == ["table", "a table"])
    #expect(try Self.found("table", ["a table", "my table", "table"], limit: 1) == ["table"])
    // Side by side first, then apart.
    #expect(try Self.found("a t", sides).first == "a table")
    #expect(
      try Self.found("Tablé a", sides) == [
        "a table", "tabled", "table", "un-table-d", "x (Tablé)",
      ])
    // A word that is repeated counts once, but for the text as a whole.
    #expect(try Self.found("bora bora", ["a bora", "bora", "Bora Bora"]).first == "Bora Bora")
    // The best place of a card counts, wherever it is.
    #expect(
      try Self.found("cat", ["cats", "concat cat", "scat"]) == ["concat cat", "cats", "scat"])
  }

  @Test(arguments: [
    ("STRASSE", "Straße"), ("straße", "STRASSE"), ("e\u{301}te", "Été"),
    ("ete", "E\u{301}TE\u{301}"),
    ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("еще", "ещё"), ("が", "か\u{3099}"), ("한", "\u{1112}\u{1161}\u{11AB}"),
    ("❤", "❤️"), ("istanbul", "İstanbul"), ("ﬁn", "FIN"), ("食べ", "食べる"), ("क\u{93C}", "\u{958}"),
  ])
  func caseAndAccentsDoNotCount(_ text: String, _ side: String) throws {
    #expect(try Self.found(text, [side]) == [side])
  }

  @Test func otherMarksCount() throws {
    #expect(try Self.found("か", ["が"]).isEmpty)
    for nothing in ["", " ", "\u{301}", "\u{FE0F}", "x\u{0}"] {
      #expect(try Self.found(nothing, ["x y", "❤️"]).isEmpty)
    }
  }

  @Test func allDecksAndAllTextsAreSearched() throws {
    let decks = [
      try Self.deck("One", []), try Self.deck("Two", [WordCard("a", "b"), WordCard("c", "d e")]),
      try Self.deck("Three", [WordCard("f", "g", pronunciation: "e h")]), try Self.deck("Four", []),
    ]
    var search = CardSearch(decks.map(\.cards))
    func places(_ text: String) -> [String] {
      search.cards(with: text, limit: 9).map { "\($0.deck) \($0.card)" }
    }
    #expect(places("e") == ["1 1", "2 0"] && places("h") == ["2 0"] && places("b") == ["1 0"])
    // A text does not go on in the next one.
    #expect(places("b c").isEmpty && places("bc").isEmpty)
    var none = CardSearch([])
    #expect(none.cards(with: "a", limit: 9).isEmpty)
  }

  @Test func whateverIsInACardIsFound() throws {
    var generator = SeededGenerator(for: "whateverIsInACardIsFound")
    for _ in 0..<100 {
      let deck = try Self.deck("Words", RandomTexts.deck(20, using: &generator))
      var search = CardSearch([deck.cards])
      #expect(Array(deck.cards).map(\.spelled) == deck.cards.indices.map { deck.cards[$0].spelled })
      for (place, card) in deck.cards.enumerated() {
        for text in [card.first, card.second, card.pronunciation ?? ""] {
          guard let end = text.indices.randomElement(using: &generator) else { continue }
          let part = String(text[...end]).uppercased()
          let found = search.cards(with: part, limit: 100)
          // Of white space and accents alone nothing is left to be searched.
          #expect(found.isEmpty || found.contains { $0.card == place }, "\(part) in \(text)")
          if part.contains(where: \.isLetter) { #expect(!found.isEmpty, "\(part) in \(text)") }
        }
      }
    }
  }
}
