import TestSupport
import Testing

@testable import Practice

/// Wrong choices that look like the right one.
@Suite struct NearChoicesTests {
  /// The first looks more like the text than the second does.
  @Test(arguments: [
    ("running", "singing", "table"), ("nation", "station", "house"), ("to eat", "to ear", "cheap"),
    ("Paris", "Tunis", "Saint Petersburg"), ("gehen", "sehen", "Haus"), ("Haus", "Maus", "Baum"),
    ("die Freiheit", "die Mehrheit", "laufen"), ("schlafen", "schlagen", "Ei"),
    ("食べる", "調べる", "学校"), ("食べる", "見せる", "テレビ"), ("たべる", "くらべる", "食堂"),
    ("テレビ", "テニス", "たべる"), ("学校", "学生", "がっこう"), ("yes", "no", "はい"),
    ("1945", "1789", "Berlin"), ("한국", "중국", "日本"), ("мама", "папа", "mama"),
  ])
  func looksAlike(_ text: String, _ near: String, _ far: String) {
    let shape = TextShape(text)
    #expect(shape.likeness(to: TextShape(near)) > shape.likeness(to: TextShape(far)))
    #expect(TextShape(near).likeness(to: shape) == shape.likeness(to: TextShape(near)))
    #expect(shape.likeness(to: TextShape(text.uppercased())) >= 10)
    #expect(shape.likeness(to: TextShape("")) >= 0)
  }

  private func start(
    _ trainer: inout Trainer, _ options: SessionOptions, using generator: inout SeededGenerator
  ) throws -> [Question] {
    var settings = PracticeSettings()
    settings.newPerDay = 1000
    _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
    return try #require(trainer.session).questions
  }

  /// Of a deck of verbs and nouns a verb was known by its ending: the only one was right.
  @Test func bothWrongChoicesAreNearOrBothAreAny() throws {
    var generator = SeededGenerator(for: "bothWrongChoicesAreNearOrBothAreAny")
    let verbs = (0..<20).map { WordCard("v\($0)", "verb\($0)ieren") }
    let nouns = (0..<20).map { WordCard("n\($0)", "名詞\($0)") }
    var trainer = try makeTrainer(verbs + nouns)
    var counts = [0, 0, 0]
    for _ in 0..<100 {
      let options = SessionOptions(deck: "Test", questions: 20)
      for question in try start(&trainer, options, using: &generator) {
        #expect(question.choices.count == 3)
        let isVerb = question.answer.hasPrefix("verb")
        counts[question.choices.count { $0.hasPrefix("verb") == isVerb } - 1] += 1
      }
    }
    // Two thirds, and of the last third 19 · 18 of 39 · 38, are of one kind.
    let share = Double(counts[2]) / 2000
    #expect(share > 0.69 && share < 0.80, "\(counts)")
    // Any two of the deck have one of each kind in half of the questions.
    #expect(counts[1] > 250 && counts[0] > 80, "\(counts)")
  }

  /// Whoever chose “you” for “you (informal)” was told that it is wrong.
  @Test func whatMeansTheSameIsNoWrongChoice() throws {
    var generator = SeededGenerator(for: "whatMeansTheSameIsNoWrongChoice")
    let answers = [
      "you (informal)", "you (formal)", "you", "to eat", "eat", "tasty; delicious",
      "delicious (food)", "（very）late", "late", "YOU!",
    ]
    let same: [Set<String>] = [
      ["you (informal)", "you"], ["you (formal)", "you"], ["you", "YOU!"],
      ["you (informal)", "YOU!"], ["you (formal)", "YOU!"], ["to eat", "eat"],
      ["tasty; delicious", "delicious (food)"], ["（very）late", "late"],
    ]
    var trainer = try makeTrainer(answers.map { WordCard("q \($0)", $0) })
    var together: Set<Set<String>> = []
    for _ in 0..<100 {
      let options = SessionOptions(deck: "Test", questions: 10)
      for question in try start(&trainer, options, using: &generator) {
        for choice in question.choices where choice != question.answer {
          #expect(!same.contains([choice, question.answer]), "\(question.choices)")
          together.insert([choice, question.answer])
        }
      }
    }
    // They differ in what is in brackets.
    #expect(together.contains(["you (informal)", "you (formal)"]))
  }

  @Test func gapsStayAmongGaps() throws {
    var generator = SeededGenerator(for: "gapsStayAmongGaps")
    let gaps = ["cats", "dogs"].flatMap {
      WordCard("{{c1::\($0)}} and {{c2::more \($0)}}", "").cards
    }
    var trainer = try makeTrainer(gaps + ["rats", "bats", "hats"].map { WordCard($0, "\($0)!") })
    for _ in 0..<50 {
      let options = SessionOptions(deck: "Test", questions: 5)
      for question in try start(&trainer, options, using: &generator) {
        let isGap = question.card.isGap
        #expect(question.choices.allSatisfy { $0.hasSuffix("!") != isGap })
      }
    }
  }

  /// All choices of such a session are drawn in one call, while others wait.
  @Test func aDueSessionOfALargeDeckIsDrawn() throws {
    var generator = SeededGenerator(for: "aDueSessionOfALargeDeckIsDrawn")
    let long = String(repeating: "長い", count: 40)
    let cards = (0..<Deck.maximumCards).map { WordCard("q\($0)", "\(long)answer \($0)") }
    var trainer = try makeTrainer(cards)
    let options = SessionOptions(deck: "Test", questions: 0, isDue: true)
    let questions = try start(&trainer, options, using: &generator)
    #expect(questions.count == Session.maximumDue)
    #expect(questions.allSatisfy { Set($0.choices).count == 3 })
  }
}
