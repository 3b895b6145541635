import Glibc
import TestSupport
import Testing

@testable import Translation

/// Sentences that are made in English, found again in a catalogue.
@Suite struct SentencesTests {
  /// An error whose sentence is marked is never shown in English: with names, numbers and lists in its
  /// places, each is found by its own words.
  @Test func eachMarkedSentenceIsFound() async throws {
    await #expect(processExitsWith: .success) {
      let language = try TestLanguage()
      for (name, value) in language.environment { setenv(name, value, 1) }
      #expect(Catalogue.sentences.count > 500)
      for sentence in Catalogue.sentences {
        for template in [sentence.one, sentence.other].compactMap(\.self) {
          for values in [["Sea", "12", "deck.tsv"], ["“Ada”, “Bot 7”", "3", "a"]] {
            let text = template.filled { name in
              name == "n" ? "7" : values[template.names.firstIndex(of: name)! % values.count]
            }
            let shown = translatedSentence(text)
            if !(shown.hasPrefix("⟦") && shown.hasSuffix("⟧")) {
              Issue.record("“\(text)” of “\(template.text)” is shown as “\(shown)”")
            }
          }
        }
      }
      withExtendedLifetime(language) {}
    }
  }

  /// A list of phrases in a sentence was English, as no message has them together.
  @Test func listsOfPhrasesAreFound() async throws {
    await #expect(processExitsWith: .success) {
      let language = try TestLanguage()
      for (name, value) in language.environment { setenv(name, value, 1) }
      let text = "sandbox.conf is installed: no new privileges, system calls filtered."
      let shown = translatedSentence(text)
      #expect(shown.contains(": ⟦ñö ñëw prïvïlëgës") && shown.contains("⟦systëm çålls"), "\(shown)")
      // What is no phrase of ours stays, as names that have such words.
      let named = translatedSentence("sandbox.conf is installed: no new privileges, Sea.")
      #expect(named.contains(": no new privileges, Sea"), "\(named)")
      withExtendedLifetime(language) {}
    }
  }

  /// A place is known by its name in the sources: with another one, its value would be English again.
  @Test func placesOfPhrasesAreThoseOfTheSources() throws {
    let language = try TestLanguage()
    let file = try #require(CatalogueFile(language.compiled))
    let templates = file.sentences.flatMap { [$0.one, $0.other].compactMap(\.self) }
    let places = Set(templates.flatMap(\.names))
    let known = Sentence.words.union(Sentence.phrases).union(["file", "theme"])
    #expect(known.subtracting(places).isEmpty)
    withExtendedLifetime(language) {}
  }

  /// Names, paths and sides of cards were translated where they were words of a message, and lost spaces
  /// in a language without them; the beginning of a sentence was English if its value was a longer one.
  @Test func valuesStay() async throws {
    await #expect(processExitsWith: .success) {
      let language = try TestLanguage("ja")
      for (name, value) in language.environment { setenv(name, value, 1) }
      let exists = "exists. Choose another name, or remove it first."
      for name in ["Dr. Who.tsv", "a or b", "no reason", "Restart it."] {
        let shown = translatedSentence("\(name) \(exists)")
        #expect(shown.contains(name) && !shown.contains("Choose"), "\(shown)")
      }
      let card = "This deletes the card “fish = salt and pepper” of the deck “Food”."
      #expect(translatedSentence(card).contains("fish = salt and pepper"))
      let quoted = translatedSentence("There is no theme “Q: There is not enough memory. z”.")
      #expect(quoted.contains("Q: There is not enough memory. z") && !quoted.contains("theme"))
      let reason =
        "A name must have 1 to 64 characters, at least one of them visible, and no control characters."
      let whole = translatedSentence("This cannot be the name of a deck. \(reason)")
      #expect(!whole.contains("This") && !whole.contains("name"), "\(whole)")
      withExtendedLifetime(language) {}
    }
  }
}
