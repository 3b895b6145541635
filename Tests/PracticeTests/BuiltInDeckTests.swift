import MemoryGame
import Testing

@testable import Practice

@Suite struct BuiltInDeckTests {
  @Test func japaneseBasicsAreSound() throws {
    let deck = Deck.japaneseBasics
    #expect(deck.name == "Japanese basics")
    #expect(deck.cards.count >= 60)
    #expect(Set(deck.cards.map(\.first)).count == deck.cards.count)
    #expect(Set(deck.cards.map(\.second)).count == deck.cards.count)
    var folding = AnswerFolding()
    #expect(Set(deck.cards.map { folding.key(of: $0.second) }).count == deck.cards.count)
    for card in deck.cards {
      // By the rules of a theme's pair, which also holds the sides to the length of a face.
      _ = try Pair(card.first, card.second, pronunciation: card.pronunciation)
      #expect(card.second.allSatisfy { $0.isASCII })
      let said = try #require(card.pronunciation)
      let hasKanji = card.first.unicodeScalars.contains(where: isKanji)
      #expect(said.unicodeScalars.allSatisfy(hasKanji ? isKana : isLatin), "\(card.first)")
      #expect(card.first.unicodeScalars.allSatisfy { isKanji($0) || isKana($0) })
      // Kana at the end of a word are pronounced as written.
      if hasKanji, let last = card.first.last, last.unicodeScalars.allSatisfy(isKana) {
        #expect(said.last == last, "\(card.first)")
      }
    }
  }

  @Test func twoSidedThemesAreDecks() {
    let decks = [Deck.japaneseBasics] + Themes.builtIn.compactMap(Deck.init)
    let names = decks.map(\.name)
    #expect(names.first == "Japanese basics")
    #expect(Array(names.dropFirst()) == Themes.builtIn.filter(\.isTwoSided).map(\.name))
    #expect(names.count >= 3)
    #expect(Set(decks.map(\.deckName)).count == names.count)
  }

  private func isKanji(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value)
  }

  private func isKana(_ scalar: Unicode.Scalar) -> Bool {
    (0x3041...0x30FF).contains(scalar.value)
  }

  private func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    (0x61...0x7A).contains(scalar.value) || scalar == "ō" || scalar == "ū"
  }
}
