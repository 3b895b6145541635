import Practice
import TestSupport
import Testing
import ThemeFiles

@Suite struct DeckMergeTests {
  private static let text = "a\t1\tp\tga\nb\t2\t\tgb\nc\t3\t\tgc\n"

  private static func merge(_ cards: [WordCard]) throws -> (DeckMerge.Outcome, String) {
    let merge = DeckMerge(cards, into: Array(text.utf8))
    return (merge.outcome, String(decoding: try merge.applied(), as: UTF8.self))
  }

  @Test func cardsChangeInPlaceOrAreAppended() throws {
    let (merge, text) = try Self.merge([
      WordCard("d", "4", guid: "gd"), WordCard("A", "1", guid: "ga"),
      WordCard("b", "2", guid: "gb"), WordCard("c", "3", guid: "ge"),
    ])
    #expect(text == "A\t1\tp\tga\nb\t2\t\tgb\nc\t3\t\tgc\nd\t4\t\tgd\n")
    #expect([merge.new, merge.changed, merge.unchanged] == [1, 1, 1])
    #expect(merge.faults == ["The card “c” is already in the deck."])
  }

  /// Cards that had exchanged their texts were refused, each because of the other, in every import.
  @Test func textsCanBeExchanged() throws {
    let (merge, text) = try Self.merge([
      WordCard("b", "2", guid: "ga"), WordCard("c", "3", guid: "gb"),
      WordCard("a", "1", guid: "gc"),
    ])
    #expect(text == "b\t2\tp\tga\nc\t3\t\tgb\na\t1\t\tgc\n")
    #expect(merge.changed == 3 && merge.faults.isEmpty)
    // Both must not become the third.
    let (wrong, same) = try Self.merge([
      WordCard("c", "3", guid: "ga"), WordCard("c", "3", guid: "gb"),
    ])
    #expect(same == Self.text && wrong.changed == 0)
    #expect(wrong.faults == Array(repeating: "The card “c” is already in the deck.", count: 2))
  }
}
