import MemoryGame
import TestSupport
import Testing

@testable import Practice

/// Cards with more than two texts: gaps, media, notes.
@Suite struct WholeCardTests {
  private static let sentence = WordCard(
    "{{c1::Ich}} {{c2::gehe::go}} nach Hause.", "", guid: "g", note: "n")

  @Test func aLineWithGapsIsACardForEach() throws {
    let deck = try makeDeck([Self.sentence, WordCard("a", "b")])
    #expect(deck.cards.map(\.first) == ["[…] gehe nach Hause.", "Ich [go] nach Hause.", "a"])
    #expect(deck.cards.map(\.second) == ["Ich", "gehe", "b"])
    #expect(deck.cards.map(\.note) == ["n", "n", ""])
    #expect(deck.cards[1].solution == "Ich [gehe] nach Hause.")
    #expect(deck.cards.prefix(2).map(\.line) == [Self.sentence, Self.sentence])
    let identities = deck.cards.indices.map { deck.cards.identity(at: $0, in: "test") }
    #expect(identities[0] == .guid("g\t1") && identities[1] == .guid("g\t2"))
    #expect(identities == deck.cards.map { CardIdentity($0, in: "test") })
    #expect(Set(identities).count == 3)
    #expect(identities.prefix(2).allSatisfy { $0.isOf(Self.sentence, in: deck.deckName) })
    #expect(!identities[0].isOf(WordCard("x", "y", guid: "g\u{1}"), in: deck.deckName))
  }

  @Test func whatACardHasIsKeptInTheList() throws {
    let media = CardMedia(
      front: SideMedia(sounds: ["a.mp3", "b.ogg"], picture: "c.jpg"),
      back: SideMedia(sounds: ["d.mp3"]))
    let cards = [
      WordCard("a", "b", pronunciation: "p", guid: "g", note: "n", media: media),
      WordCard("", "e", media: CardMedia(front: SideMedia(picture: "f.png"))), WordCard("h", "i"),
    ]
    #expect(Array(CardList(cards)) == cards)
  }

  /// A sound or picture as an answer could not be typed or chosen.
  @Test func aSideWithoutTextIsOnlyAsked() throws {
    let picture = CardMedia(front: SideMedia(picture: "dog.jpg"))
    let sound = CardMedia(back: SideMedia(sounds: ["cat.mp3"]))
    let cards = [
      WordCard("", "dog", media: picture), WordCard("cat", "", media: sound), WordCard("a", "b"),
      WordCard("c", "d"),
    ]
    var trainer = try makeTrainer(cards)
    var random = SeededGenerator(fixed: 1)
    for direction in Direction.allCases {
      for mode in PracticeMode.allCases {
        _ = try trainer.start(
          SessionOptions(deck: "Test", questions: 10, direction: direction, mode: mode),
          PracticeSettings(), at: at(newYear), using: &random)
        let questions = try #require(trainer.session?.questions)
        #expect(questions.count == 3)
        #expect(questions.allSatisfy { !$0.answer.isEmpty })
        #expect(questions.allSatisfy { !$0.choices.contains("") })
      }
    }
    // New cards are counted once, and asked in the direction that is possible.
    var new: [Direction] = []
    trainer.reviews.forEachNew(ofDeck: nil, nil, at: at(newYear)) {
      new.append($0.direction)
      return true
    }
    #expect(new == [.forward, .backward, .forward, .forward])
  }

  /// Reviews from elsewhere of a direction that is not asked would be due for ever.
  @Test func whatIsNotAskedIsNotDue() throws {
    var trainer = try makeTrainer([Self.sentence, WordCard("a", "b")])
    let schedule = Schedule(first: .again, at: newYear)
    for gap in ["g\t1", "g\t2"] {
      trainer.reviews.setSchedule(schedule, of: .guid(gap), .backward)
    }
    let later = newYear + 100 * 24 * hour
    #expect(trainer.reviews.survey(on: later.day).due == 0)
    #expect(trainer.reviews.survey(on: newYear.day).next == nil)
    #expect(
      trainer.reviews.counts(ofDeck: "Test", PracticeSettings(), at: at(later))?.due == 0)
    #expect(trainer.reviews.dueCards(ofDeck: "Test", .backward, at: at(later)).isEmpty)
    trainer.reviews.forEachNew(ofDeck: "Test", .backward, at: at(later)) {
      #expect($0.index == 2)
      return true
    }
  }

  /// Of “What is this?” with two pictures, each accepted the other's answer.
  @Test func picturesTellQuestionsApart() throws {
    let cards = ["dog", "cat", "cow"].map {
      WordCard(
        "What is this?", $0, guid: $0, media: CardMedia(front: SideMedia(picture: $0 + ".jpg")))
    }
    var trainer = try makeTrainer(cards)
    var random = SeededGenerator(fixed: 2)
    _ = try trainer.start(
      SessionOptions(deck: "Test", questions: 3), PracticeSettings(), at: at(newYear),
      using: &random)
    let questions = try #require(trainer.session?.questions)
    #expect(questions.count == 3 && questions.allSatisfy { $0.answers.count == 1 })
    #expect(questions.allSatisfy { Set($0.choices) == ["dog", "cat", "cow"] })
  }

  /// Choices of a gap come from gaps, and those of sides from sides.
  @Test func gapsAndSidesAreNotMixed() throws {
    let gaps = (0..<6).map { WordCard("Sentence \($0): {{c1::gap\($0)}}", "") }
    let cards = gaps + plainCards(6)
    var random = SeededGenerator(for: "gapsAndSidesAreNotMixed")
    for _ in 0..<rounds(20, ofAll: 1000) {
      var trainer = try makeTrainer(cards.shuffled(using: &random))
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: 12), PracticeSettings(), at: at(newYear),
        using: &random)
      let questions = try #require(trainer.session?.questions)
      #expect(questions.count == 12)
      for question in questions {
        #expect(question.choices.count == 3)
        let isGap = question.text.hasPrefix("Sentence")
        #expect(question.choices.allSatisfy { $0.hasPrefix("gap") == isGap })
      }
      #expect(throws: Never.self) {
        _ = try trainer.start(
          SessionOptions(deck: "Test", questions: 12, direction: .backward), PracticeSettings(),
          at: at(newYear), using: &random)
      }
      #expect(trainer.session?.questions.allSatisfy { $0.text.hasPrefix("a") } == true)
    }
  }

  /// The first sentence of a deck of words was never asked, since it had no wrong answers.
  @Test func theOnlyGapIsAsked() throws {
    let cards = [
      WordCard("a", "1"), WordCard("b", "2"), WordCard("c", "Paris"),
      WordCard("{{c1::Paris}} is large", ""),
    ]
    var random = SeededGenerator(for: "theOnlyGapIsAsked")
    for _ in 0..<20 {
      var trainer = try makeTrainer(cards)
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: 4), PracticeSettings(), at: at(newYear),
        using: &random)
      let questions = try #require(trainer.session?.questions)
      let gap = try #require(questions.first { $0.text.hasPrefix("[…]") })
      #expect(questions.count == 4 && gap.choices.count { $0 == "Paris" } == 1)
      #expect(gap.choices.count > 1)
    }
  }

  /// “It needs two different answers” was said of a deck with many.
  @Test func whoCannotAnswerWithPicturesIsTold() throws {
    let picture = { WordCard($0, "", media: CardMedia(back: SideMedia(picture: $0 + ".png"))) }
    var trainer = try makeTrainer(["木", "草"].map(picture))
    var random = SeededGenerator(fixed: 3)
    #expect(throws: PracticeError.noAnswers("Test", .forward)) {
      try trainer.start(
        SessionOptions(deck: "Test", questions: 2), PracticeSettings(), at: at(newYear),
        using: &random)
    }
    #expect(PracticeError.noAnswers("Test", .forward).message.contains("practice it backward"))
  }

  // The question about one gap told the answer to the one before, and its screen that of the next.
  @Test(arguments: [true, false]) func oneGapOfASentenceIsAsked(isDue: Bool) throws {
    var random = SeededGenerator(for: "oneGapOfASentenceIsAsked \(isDue)")
    var trainer = try makeTrainer([
      WordCard("a", "1", guid: "a"), WordCard("{{c1::x}} {{c2::y}} {{c3::z}}", "", guid: "s"),
      WordCard("{{c1::v}} and {{c2::w}}", ""),
    ])
    var asked: Set<CardIdentity> = []
    // The next gaps are asked on the days after.
    let counts = isDue ? [3, 2, 3] : [3, 3, 3]
    for (day, count) in counts.enumerated() {
      let time = newYear + UInt64(day) * Schedule.day
      let options = SessionOptions(deck: "Test", questions: 6, isDue: isDue)
      _ = try trainer.start(options, PracticeSettings(), at: at(time), using: &random)
      let questions = try #require(trainer.session?.questions)
      #expect(questions.count == count, "day \(day)")
      #expect(Set(questions.map(\.card.siblings)).count == count)
      while let question = trainer.question {
        asked.insert(question.card)
        _ = try trainer.answer(
          question.number, choice: question.rightIndex, PracticeSettings(), at: time)
      }
      guard isDue else { continue }
      #expect(throws: PracticeError.nothingDue("Test")) {
        try trainer.start(options, PracticeSettings(), at: at(time + hour), using: &random)
      }
      #expect(trainer.reviews.newCount(PracticeSettings(), at: at(time)) == 0)
    }
    // On the third day those of the first two days are due again, and come before the last gap.
    #expect(!isDue || asked.count == 5)
  }

  /// The answer's media, note and sentence are told after the answer only, in every mode, and not
  /// while the card is asked again.
  @Test func whatIsToldFollowsTheAnswer() throws {
    let cards = [
      WordCard("a", "1", guid: "a"), WordCard("b", "2", guid: "b"),
      WordCard("{{c1::x}} {{c2::y}}", "", guid: "s"),
    ]
    var random = SeededGenerator(for: "whatIsToldFollowsTheAnswer")
    for _ in 0..<rounds(30, ofAll: 1000) {
      var trainer = try makeTrainer(cards)
      let mode = PracticeMode.allCases.randomElement(using: &random) ?? .choices
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: 4, mode: mode), PracticeSettings(),
        at: at(newYear), using: &random)
      var last: Question?
      while let question = trainer.question {
        let (card, settings) = (question.card, PracticeSettings())
        #expect(trainer.answered == (last?.card == card ? nil : last))
        if mode == .recall {
          _ = try trainer.reveal(question.number, settings, at: newYear)
          #expect(trainer.answered == question)
          let grade = Bool.random(using: &random) ? Rating.again : .good
          _ = try trainer.grade(question.number, grade, settings, at: newYear)
          last = question
          continue
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          _ = try trainer.reveal(question.number, settings, at: newYear)
          last = question
        case 1 where mode == .typed:
          _ = try trainer.answer(question.number, text: "no", settings, at: newYear)
          #expect(trainer.answered == nil)
          last = nil
        case 1:
          let wrong = try #require(question.choices.indices.first { $0 != question.rightIndex })
          _ = try trainer.answer(question.number, choice: wrong, settings, at: newYear)
          #expect(trainer.answered == nil)
          last = nil
        default:
          if mode == .typed {
            _ = try trainer.answer(question.number, text: question.answer, settings, at: newYear)
          } else {
            _ = try trainer.answer(
              question.number, choice: question.rightIndex, settings, at: newYear)
          }
          last = question
        }
      }
      #expect(trainer.answered == last && last != nil)
    }
  }

  @Test(arguments: [
    ("", ""), ("ja/en", "ja/en"), ("/en", "/en"), ("pt-BR/zh-Hant-TW", "pt-BR/zh-Hant-TW"),
    ("/", ""),
  ])
  func languagesAreRead(text: String, written: String) {
    #expect(SideLanguages(written: text)?.written == written)
  }

  @Test(arguments: [
    "ja", "ja/en/de", "japanese/en", "j/en", "ja_JP/en", "ja /en", "-/en", "ja-/en", "12/en",
    "ja/en\u{0}", "ja/" + String(repeating: "abcdefgh-", count: 9) + "a",
  ])
  func otherTextsAreNoLanguages(text: String) {
    #expect(SideLanguages(written: text) == nil)
  }
}
