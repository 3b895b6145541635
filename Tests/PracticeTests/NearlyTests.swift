import PlainText
import TestSupport
import Testing

@testable import Practice

/// Typed answers that differ from the card's only in accents.
@Suite struct NearlyTests {
  private func trainer(_ cards: [(String, String)], asking count: Int = 1) throws -> Trainer {
    var trainer = try makeTrainer(cards.map { WordCard($0.0, $0.1) })
    var generator = SeededGenerator(for: "NearlyTests")
    repeat {
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: min(count, cards.count), mode: .typed),
        PracticeSettings(), at: at(newYear), using: &generator)
    } while trainer.question?.text != cards[0].0
    return trainer
  }

  private func settings(_ accents: Accents) -> PracticeSettings {
    var settings = PracticeSettings()
    settings.accents = accents
    return settings
  }

  // An answer without its accents must not be plainly right, nor one that is another word.
  @Test func theFirstAnswerIsAskedForOnceMoreAndIsHard() throws {
    var trainer = try trainer([("is", "está"), ("yes", "sí")])
    let usual = PracticeSettings()
    let question = try #require(trainer.question)
    let first = try trainer.answer(1, text: "ESTA", usual, at: newYear)
    #expect(first.given?.isCorrect == false && first.given?.answer == "ESTA")
    #expect(first.asked == nil && trainer.question == question && trainer.nearly == "está")
    #expect(first.schedule?.schedule == Schedule(first: .hard, at: newYear))
    #expect(trainer.session?.wrong == 0 && trainer.session?.answered == 0)
    let second = try trainer.answer(1, text: "está", usual, at: newYear + hour)
    #expect(second.given?.isCorrect == true && second.schedule == nil)
    #expect(trainer.nearly == nil && second.finished?.firstTry == 0)
    #expect(second.finished?.wrong == 0 && second.finished?.answered == 1)
    _ = try trainer.undo(at: newYear)
    #expect(trainer.nearly == "está")
    let undone = try trainer.undo(at: newYear)
    #expect(trainer.nearly == nil && undone.schedule?.schedule == nil)
    #expect(trainer.reviews.schedule(of: question.card, .forward) == nil)
  }

  /// Somebody whose keyboard has no accents could never end the session.
  @Test func nearlyTwiceIsRight() throws {
    var trainer = try trainer([("is", "está"), ("yes", "sí")])
    let usual = PracticeSettings()
    for text in ["esta", "no", "esta"] {
      #expect(try trainer.answer(1, text: text, usual, at: newYear).given?.isCorrect == false)
      #expect((trainer.nearly == nil) == (text == "no"))
    }
    let right = try trainer.answer(1, text: "està", usual, at: newYear)
    #expect(right.given?.isCorrect == true && right.given?.answer == "está")
    #expect(right.finished?.wrong == 1)
  }

  @Test(
    arguments: [
      ("el año", "el ano", "year", []), ("el año", "el ano", "year", ["el ano"]),
      ("está", "esta", "is", ["esta"]), ("papá", "papa", "dad", ["PAPA!"]),
      ("papá", "papa", "dad", ["patata; papa"]), ("schön", "schon", "nice", []),
      ("мой", "мои", "my", []),
    ] as [(String, String, String, [String])], Accents.allCases)
  func anotherWordIsWrong(
    _ card: (answer: String, typed: String, question: String, others: [String]), _ accents: Accents
  ) throws {
    var trainer = try trainer(
      [(card.question, card.answer), ("x", "y")]
        + card.others.enumerated().map { ("other \($0)", $1) })
    let step = try trainer.answer(1, text: card.typed, settings(accents), at: newYear)
    #expect(step.given?.isCorrect == false && trainer.nearly == nil)
    #expect(step.schedule?.schedule == Schedule(first: .again, at: newYear))
    #expect(trainer.session?.wrong == 1)
  }

  /// A word of the other direction, or of another card that asks the same, is not another one.
  @Test func onlyAnswersToOtherQuestionsAreOtherWords() throws {
    var trainer = try trainer([("is", "está"), ("esta", "this"), ("IS ", "es")])
    _ = try trainer.answer(1, text: "esta", PracticeSettings(), at: newYear)
    #expect(trainer.nearly == "está")
    let step = try trainer.answer(1, text: "es", PracticeSettings(), at: newYear)
    #expect(step.given?.isCorrect == false)
  }

  @Test(arguments: Accents.allCases) func theSettingDecides(_ accents: Accents) throws {
    var trainer = try trainer([("is", "está; es"), ("yes", "sí")])
    let step = try trainer.answer(1, text: "esta", settings(accents), at: newYear)
    #expect(step.given?.isCorrect == (accents == .lenient))
    #expect(step.given?.answer == (accents == .lenient ? "está; es" : "esta"))
    #expect((trainer.nearly == "está; es") == (accents == .nearly))
    let rating: Rating = [.strict: .again, .nearly: .hard, .lenient: .good][accents] ?? .easy
    #expect(step.schedule?.schedule == Schedule(first: rating, at: newYear))
    #expect(trainer.session?.wrong == (accents == .strict ? 1 : 0))
  }

  /// A near miss was only wrong, and nobody saw which letter; what is far off must show nothing.
  @Test(
    arguments: [
      ("catt", "cat", [3]), ("ct", "cat", [1]), ("ca", "cat", [2]), ("CUT", "cat", [1]),
      ("kitten", "sitting; kitteh", [5]), ("dog", "cat", []), ("c", "cat", []), ("b", "a", []),
      ("cat", "cat", []), ("dat", "Cat!", []),
    ] as [(String, String, [Int])])
  func aNearMissShowsWhereItDiffers(typed: String, answer: String, places: [Int]) throws {
    var trainer = try trainer([("question", answer), ("x", "another answer")], asking: 2)
    let number = try #require(trainer.question).number
    let usual = PracticeSettings()
    _ = try trainer.answer(number, text: typed, usual, at: newYear)
    #expect(trainer.differences == places)
    _ = try trainer.undo(at: newYear)
    #expect(trainer.differences.isEmpty)
    _ = try trainer.answer(number, text: typed, usual, at: newYear)
    if typed != answer { _ = try trainer.reveal(number, usual, at: newYear) }
    #expect(trainer.differences.isEmpty)
  }

  /// Among choices it would rule some of them out.
  @Test func onlyTypedSessionsShowIt() throws {
    var trainer = try trainer([("question", "cat"), ("x", "cut"), ("y", "dog")])
    var generator = SeededGenerator(for: "onlyTypedSessionsShowIt")
    _ = try trainer.start(
      SessionOptions(deck: "Test", questions: 1, mode: .choices), PracticeSettings(),
      at: at(newYear), using: &generator)
    let answer = try #require(trainer.question).answer
    _ = try trainer.answer(1, text: answer + "t", PracticeSettings(), at: newYear)
    #expect(trainer.session?.wrong == 1 && trainer.differences.isEmpty)
  }

  /// What was known of a card must not change because its question was answered wrong.
  @Test func whatWasKnownOfTheCardStays() throws {
    var trainer = try trainer([("question", "cat"), ("x", "dog")])
    #expect(trainer.scheduleBefore == nil)
    _ = try trainer.answer(1, text: "cut", PracticeSettings(), at: newYear)
    #expect(trainer.scheduleBefore == nil)
    _ = try trainer.answer(1, text: "cat", PracticeSettings(), at: newYear)
    var generator = SeededGenerator(for: "whatWasKnownOfTheCardStays")
    repeat {
      _ = try trainer.restart(PracticeSettings(), at: at(newYear), using: &generator)
    } while trainer.question?.text != "question"
    let known = trainer.scheduleBefore
    #expect(known == Schedule(first: .again, at: newYear))
    _ = try trainer.answer(1, text: "cut", PracticeSettings(), at: newYear + hour)
    #expect(trainer.scheduleBefore == known)
  }

  /// Whatever is typed, in any normal form and case: right, nearly and wrong are what the letters say.
  @Test func randomAnswersAreWhatTheirLettersSay() throws {
    var generator = SeededGenerator(for: "randomAnswersAreWhatTheirLettersSay")
    let letters = ["a", "e", "n", "u", "ñ", "ü", "ç", "й", "и", "α", "ß", "が"].map(Character.init)
    let accents = ["", "", "", "\u{301}", "\u{300}", "\u{304}"]
    func text(of word: [(letter: Character, accent: String)]) -> String {
      let text = word.map { String($0.letter) + $0.accent }.joined()
      let formed = Bool.random(using: &generator) ? NormalForm.composed(text) : text
      let isUpper = Bool.random(using: &generator) && !text.unicodeScalars.contains("ß")
      return isUpper ? formed.uppercased() : formed
    }
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...4, using: &generator)
      let answer = (0..<count).map { _ in
        (
          letter: letters.randomElement(using: &generator) ?? "a",
          accent: accents.randomElement(using: &generator) ?? ""
        )
      }
      var typed = answer
      for index in typed.indices {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: typed[index].accent = accents.randomElement(using: &generator) ?? ""
        case 1 where index == 0:
          typed[index].letter = letters.randomElement(using: &generator) ?? "a"
        default: break
        }
      }
      let sameLetters = answer.map(\.letter) == typed.map(\.letter)
      let sameAccents = answer.map(\.accent) == typed.map(\.accent)
      let match = TypedAnswer.match(of: text(of: typed), among: [text(of: answer)])
      let expected: TypedAnswer.Match? =
        !sameLetters ? nil : sameAccents ? .exact(0) : .accents(0)
      check(match == expected, "\(typed) for \(answer) is \(expected as Any), not \(match as Any)")
    }
  }

  /// A deck of the largest size is looked through while others wait.
  @Test func aLargeDeckIsLookedThrough() throws {
    let answers = (0..<Deck.maximumCards).map { "está \($0) schön" }
    #expect(!TypedAnswer.isExact("esta 19999 schön", among: answers))
    #expect(TypedAnswer.isExact("ESTÁ 19999 schön.", among: answers))
  }
}
