import MemoryGame
import Practice
import Testing
import ThemeFiles

@testable import DeckImport

@Suite struct PackageDecksTests {
  /// A name that cannot be used must not be reported again for each note of the deck.
  @Test func aDeckWithoutAUsableNameIsReportedOnce() throws {
    let long = "French::" + String(repeating: "x", count: 64)
    for (deck, reported) in [(nil, 2), (try ThemeName("All"), 0)] {
      var decks = PackageDecks(
        names: [1: long, 2: "Good"], AnkiPackage.Options(deck: deck, maximumBytes: 1 << 20))
      for number in 0..<9 {
        // The third deck has no name at all.
        let card = try WordCard(checking: "f\(number)", "b", pronunciation: nil, guid: "g\(number)")
        let isUsable = number % 3 == 1 || deck != nil
        #expect(try decks.put(card, in: Int64(1 + number % 3)) == isUsable)
      }
      #expect(decks.faults.count == reported)
      #expect(decks.faults.listed.allSatisfy { $0.hasSuffix(" Use --deck.") }, "\(decks.faults)")
      #expect(decks.decks.map(\.name.text) == [deck?.text ?? "Good"])
    }
  }
}
