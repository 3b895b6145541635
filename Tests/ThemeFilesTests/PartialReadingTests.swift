import MemoryGame
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

  /// Lines that are known from another reading give what they would give by themselves.
  @Test func withKnownLines() {
    var generator = SeededGenerator(for: "withKnownLines")
    let before = Array(
      "One\t\t\t\t🎃🎄\n# x\nTwo\t🎃\t\t2-3\tx y z\nThree\t\t\t\ta = b; c = d\n".utf8)
    var known: [Int: Theme] = [:]
    for entry in ThemeFile(reading: before).entries { known[entry.digest] = entry.theme }
    #expect(known.count == 3)
    for _ in 0..<200 {
      var bytes = before
      Mutation.damage(&bytes, breaks: true, using: &generator)
      var reading = ThemeReading(bytes, known: known)
      while !reading.read(most: 1) {}
      let whole = ThemeFile(reading: bytes)
      #expect(reading.file.entries == whole.entries && reading.file.faults == whole.faults)
    }
  }
}
