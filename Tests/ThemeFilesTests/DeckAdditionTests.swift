import Practice
import TestSupport
import Testing
import ThemeFiles

@Suite struct DeckAdditionTests {
  private static func cards(_ most: Int, using generator: inout SeededGenerator) -> [WordCard] {
    (0..<Int.random(in: 1...most, using: &generator)).compactMap { index in
      let gap = Int.random(in: 0..<6, using: &generator) == 0
      let front = RandomTexts.text(3, using: &generator)
      return try? WordCard(
        fields: gap ? "{{c1::\(front)}} {{c2::x}}" : front,
        gap ? "" : RandomTexts.text(3, using: &generator), pronunciation: nil,
        guid: Int.random(in: 0..<4, using: &generator) == 0
          ? nil : "g\(Int.random(in: 0..<1000, using: &generator))",
        note: Bool.random(using: &generator) ? RandomTexts.text(2, using: &generator) : nil,
        tags: Int.random(in: 0..<4, using: &generator) == 0 ? "a  b\u{A0}\(index)" : "")
    }
  }

  /// It is only there to be faster.
  @Test func aKnownFileIsExtendedAsOneThatIsRead() throws {
    var generator = SeededGenerator(for: "aKnownFileIsExtendedAsOneThatIsRead")
    var accepted = 0
    for _ in 0..<rounds(200, ofAll: 5_000) {
      let old = Self.cards(8, using: &generator)
      var text = DeckFile.text(of: old)
      if Bool.random(using: &generator) { text.removeLast() }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
          separator: "\r\n")
      }
      let bytes = Array(text.utf8)
      let read = DeckFile.read(bytes)
      guard read.faults.isEmpty, !read.cards.isEmpty else { continue }
      let new = Self.cards(4, using: &generator) + [old, []].randomElement(using: &generator)!
      var edit = DeckEdit(bytes)
      guard var addition = DeckAddition(bytes, with: CardList(read.cards), for: new) else {
        #expect(!text.contains("#tags") && new.contains { !$0.tags.isEmpty })
        continue
      }
      for card in new {
        let isRefused = (try? edit.append(card)) == nil
        #expect(((try? addition.append(card)) == nil) == isRefused)
        if !isRefused { accepted += 1 }
      }
      let (after, cards) = addition.applied(to: bytes)
      #expect(try edit.applied() == after)
      #expect(cards.cards == CardList(DeckFile.read(after).cards))
      #expect(cards.languages == read.languages)
    }
    #expect(accepted > 50)
  }

  /// It was written, and then read as a fault.
  @Test func aGuidInAnotherFormIsTaken() throws {
    let known = [WordCard("a", "b", guid: "\u{E9}"), WordCard("c", "d", guid: "plain")]
    let bytes = Array(DeckFile.text(of: known).utf8)
    for guid in ["e\u{301}", "\u{E9}", "plain"] {
      let new = WordCard("x", "y", guid: guid)
      var addition = try #require(DeckAddition(bytes, with: CardList(known), for: [new]))
      #expect(throws: DeckEditError.self) { try addition.append(new) }
    }
    let list = CardList(known)
    #expect(!list.hasGuid("e") && !list.hasGuid("\u{E8}"))
  }

  @Test func aFileWithoutGuidsIsNotExtended() {
    let bytes = Array("#columns:First\tSecond\na\tb\n".utf8)
    #expect(DeckAddition(bytes, with: CardList([WordCard("a", "b")]), for: []) == nil)
  }
}
