import TestSupport
import Testing
import ThemeFiles

/// What is read a part at a time is what is read at once.
@Suite struct PartialReadingTests {
  @Test func inParts() {
    var generator = SeededGenerator(for: "inParts")
    for _ in 0..<100 {
      var bytes = Array(
        "#deck:Name\na\tb\tc\td\n\"e\ne\"\tf\nbad\nOne\t\t\t\t🎃🎄\nTwo\t\t\t\tx y\nOne\t\t\t\tx y\n"
          .utf8)
      for _ in 0..<4 { Mutation.damage(&bytes, breaks: true, using: &generator) }
      let most = Int.random(in: 1...3, using: &generator)
      var themes = ThemeReading(bytes)
      while !themes.read(most: most) {}
      let allThemes = ThemeFile(reading: bytes)
      #expect(themes.file.entries == allThemes.entries)
      #expect(themes.file.faults == allThemes.faults)
      var deck = DeckReading(bytes)
      while !deck.read(most: most) {}
      let wholeDeck = DeckFile(reading: bytes)
      #expect(deck.file.entries == wholeDeck.entries && deck.file.faults == wholeDeck.faults)
      #expect(deck.file.name == wholeDeck.name)
    }
  }
}
