import DBus
import MemorizeBus
import Practice
import TestSupport
import Testing

/// Cards with notes, media and gaps on the bus.
@Suite struct WholeCardServiceTests {
  private static let deck = """
    #language:ja/en
    犬 [sound:inu.mp3]\tdog <img src="dog.jpg">\tいぬ\tg1\tAn example.
    <img src="cat.jpg">\tcat\t\tg2
    {{c1::Paris::city}} is in {{c2::France}}.\t\t\tg3\tGeography

    """

  private func session() throws -> DeckSession { try DeckSession(["Words": Self.deck]) }

  private func path(_ name: String, of user: DeckSession) -> String {
    user.bus.files.path("data/memorize/media/\(name)")
  }

  @Test func cardsAreListedWithAllThatTheyHave() throws {
    let user = try session()
    let cards = try user.cards("Words")
    #expect(
      cards.map(\.texts) == [
        "犬|dog|いぬ", "|cat|", "[city] is in France.|Paris|", "Paris is in […].|France|",
      ])
    #expect(cards.map(\.note) == ["An example.", "", "Geography", "Geography"])
    #expect(cards[0].frontSounds == [path("inu.mp3", of: user)] && cards[0].backSounds.isEmpty)
    #expect(cards[0].backPicture == path("dog.jpg", of: user) && cards[0].frontPicture.isEmpty)
    #expect(cards.map(\.gap) == [0, 0, 1, 2])
    #expect(cards[3].sentence == "{{c1::Paris::city}} is in {{c2::France}}.")
    #expect(Set(cards.map(\.id)).count == 4)
    #expect(try user.cards(cards.map(\.id)) == cards)
    #expect(
      try user.search("france").filter { $0.deck == "Words" }.map(\.back).sorted() == [
        "France", "Paris",
      ])
    #expect(try user.search("inu.mp3").isEmpty)
  }

  /// The whole sentence told another answer than the one that was revealed.
  @Test func aNoteThatBelongsToOtherTextsIsNotTold() throws {
    let user = try session()
    try user.startSession(["deck": .string("Words"), "mode": .string("recall")])
    let state = try user.practice()
    let card = state.card
    let isSentence = state.question.contains(" is in ")
    try user.update(card, ["note": .string("New.")])
    try user.reveal(state.questionNumber)
    #expect(try user.practice().note == "New.")
    try user.update(
      card,
      isSentence
        ? ["front": .string("{{c1::Rome}} is in {{c2::Italy}}.")]
        : ["front": .string("other"), "back": .string("texts")])
    let changed = try user.practice()
    #expect(changed.question == state.question && changed.note.isEmpty)
    #expect(changed.sentence.isEmpty && changed.answerMedia == nil)
  }

  @Test(arguments: PracticeMode.allCases)
  func theSessionTellsThemInTheirTime(mode: PracticeMode) throws {
    let user = try session()
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(4), "mode": .string(mode.rawValue),
    ])
    let answers = [
      "犬": "dog", "": "cat", "[city] is in France.": "Paris", "Paris is in […].": "France",
    ]
    var before: (card: String, sentence: String)?
    // One gap of the sentence.
    for _ in 1...3 {
      var state = try user.practice()
      if let before {
        #expect(state.sentence == before.sentence)
      } else {
        #expect(state.answerMedia == nil && state.note.isEmpty && state.sentence.isEmpty)
        #expect(state.answerLanguage.isEmpty)
      }
      #expect(state.questionLanguage == "ja")
      switch state.question {
      case "犬":
        #expect(state.questionMedia?.sounds == [path("inu.mp3", of: user)])
        #expect(state.questionMedia?.picture == "")
      case "": #expect(state.questionMedia?.picture == path("cat.jpg", of: user))
      default: #expect(state.questionMedia == nil && state.pronunciation.isEmpty)
      }
      let answer = try #require(answers[state.question])
      let (number, question) = (state.questionNumber, state.question)
      switch mode {
      case .choices:
        #expect(Set(state.choices).isSubset(of: Set(answers.values)))
        let isGap = ["Paris", "France"].contains(answer)
        #expect(state.choices.allSatisfy { ["Paris", "France"].contains($0) == isGap })
        let choice = try #require(state.choices.firstIndex(of: answer))
        try user.answer(number, UInt32(choice))
      case .typed: try user.answer(number, text: answer)
      case .recall:
        #expect(try user.reveal(number) == answer)
        state = try user.practice()
        expectTold(state, question, user)
        try user.grade(number, 3)
      }
      let sentence =
        answer == "Paris"
        ? "[Paris] is in France." : answer == "France" ? "Paris is in [France]." : ""
      before = (question, sentence)
    }
    let state = try user.practice()
    #expect(state.isFinished && state.questionMedia == nil && state.questionLanguage.isEmpty)
    expectTold(state, try #require(before?.card), user)
    // An undo takes back what was told.
    try user.undo()
    let undone = try user.practice()
    #expect(undone.note.isEmpty || undone.note != state.note || mode == .recall)
  }

  private func expectTold(_ state: PracticeState, _ question: String, _ user: DeckSession) {
    // A sentence has one language.
    #expect(state.answerLanguage == (question.contains(" is in ") ? "ja" : "en"))
    switch question {
    case "犬":
      #expect(state.answerMedia?.picture == path("dog.jpg", of: user))
      #expect(state.note == "An example." && state.sentence.isEmpty)
    case "": #expect(state.answerMedia == nil && state.note.isEmpty)
    case "[city] is in France.":
      #expect(state.sentence == "[Paris] is in France." && state.note == "Geography")
    default: #expect(state.sentence == "Paris is in [France]." && state.note == "Geography")
    }
  }

  /// What is told does not depend on the process: it follows from the log of the session.
  @Test func aRestartedServiceTellsTheSame() throws {
    let user = try session()
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(4), "mode": .string("recall"),
    ])
    try user.reveal(1)
    let revealed = try user.practice()
    try user.restart()
    #expect(try user.practice() == revealed)
    try user.grade(1, 3)
    let graded = try user.practice()
    try user.restart()
    #expect(try user.practice() == graded)
  }

  @Test func aGapHasReviewsOfItsOwn() throws {
    let user = try session()
    let gaps = try user.cards("Words").suffix(2)
    try user.suspend(try #require(gaps.first).id)
    let review = ForeignReview("g3\t2", at: 1_700_000_000_000_000)
    #expect(try user.importReviews([review]) == 1)
    let after = try user.cards("Words").suffix(2)
    #expect(after.map(\.isSuspended) == [true, false])
    #expect(after.map { $0.forward?.reviews ?? 0 } == [0, 1])
    for wrong in ["g3\t", "g3\tx", "g3\t0", "g3\t101", "g3\t1\t2", "\t1"] {
      #expect(
        try user.refusalName {
          _ = try user.importReviews([ForeignReview(wrong, at: 1_700_000_000_000_000)])
        } == "InvalidArgs", "\(wrong)")
    }
  }

  @Test func sentencesAreAddedAndChanged() throws {
    let user = try session()
    let id = try user.add(
      "Words", ["front": .string("{{c2::b}} {{c1::a}} [sound:x.mp3]"), "note": .string("n")])
    let added = try user.cards("Words").suffix(2)
    #expect(added.map(\.texts) == ["b […]|a|", "[…] a|b|"] && added.first?.id == id)
    #expect(added.allSatisfy { $0.note == "n" && $0.frontSounds.count == 1 })
    let second = try #require(added.last).id
    try user.update(second, ["front": .string("{{c2::B}} {{c1::a}}"), "note": .string("")])
    let changed = try user.cards("Words").suffix(2)
    #expect(changed.map(\.texts) == ["B […]|a|", "[…] a|B|"])
    #expect(changed.map(\.id) == added.map(\.id))
    #expect(changed.allSatisfy { $0.note.isEmpty && $0.frontSounds.count == 1 })
    // A gap that would be gone is not removed on the side.
    #expect(
      try user.refusalName { try user.update(second, ["front": .string("{{c1::a}}")]) }
        == "InvalidCard")
    #expect(
      try user.refusalName { try user.add("Words", ["front": .string("{{c1::a")]) }
        == "InvalidCard")
    // What it was given as its second side became a longer note each time.
    for (key, words) in [("back", "has no second side"), ("pronunciation", "would tell")] {
      let refusal = user.refusal { try user.update(second, [key: .string("new")]) }
      #expect(refusal?.name == .invalidCard && refusal?.message.contains(words) == true)
    }
    #expect(
      try user.refusalName {
        try user.add("Words", ["front": .string("{{c1::a}}"), "pronunciation": .string("p")])
      } == "InvalidCard")
    try user.remove(second)
    #expect(try user.text("Words") == Self.deck)
  }

  /// Without a guid the reviews of the other gaps would stay behind.
  @Test func aSentenceWithoutGuidKeepsItsFront() throws {
    let user = try DeckSession(["Words": "{{c1::a}} {{c2::b}}\t\n{{c1::c}} d\t\n"])
    let cards = try user.cards("Words")
    #expect(
      try user.refusalName {
        try user.update(cards[0].id, ["front": .string("{{c1::A}} {{c2::b}}")])
      } == "InvalidCard")
    try user.update(cards[0].id, ["note": .string("n")])
    try user.update(cards[2].id, ["front": .string("{{c1::C}} d")])
    let after = try user.cards("Words")
    #expect(after.map(\.back) == ["a", "b", "C"] && after[0].note == "n")
    #expect(after[2].id == cards[2].id)
  }

  /// Each card of such a deck was made as often as it has lines: the service stood still for minutes.
  @Test func aDeckOfManyGapsIsReadInTime() throws {
    let gaps = (1...60).map { "{{c\($0)::a\($0)}}" }.joined()
    let user = try DeckSession(["Gaps": (0..<333).map { "S\($0) \(gaps)\t\n" }.joined()])
    let last = try user.cards("Gaps", offset: 333 * 60 - 1)
    #expect(last.map(\.back) == ["a60"])
    try user.startSession(["deck": .string("Gaps"), "questions": .uint32(20)])
    #expect(try user.practice().choices.count == 3)
  }

  @Test func languagesAreSet() throws {
    let user = try session()
    func language() throws -> String? {
      let decks: [DeckSummary] = try user.proxy.callAndWait(PracticeContract.decks)
      return decks.first { $0.name == "Words" }?.language
    }
    #expect(try language() == "ja/en")
    _ = try user.proxy.callAndWait(DecksContract.setLanguage, "words", "ja", "pt-BR")
    #expect(try language() == "ja/pt-BR")
    #expect(
      try user.text("Words") == Self.deck.replacing("#language:ja/en", with: "#language:ja/pt-BR"))
    _ = try user.proxy.callAndWait(DecksContract.setLanguage, "Words", "", "")
    #expect(try language() == "")
    func refusal(_ deck: String, _ front: String) throws -> String? {
      try user.refusalName {
        _ = try user.proxy.callAndWait(DecksContract.setLanguage, deck, front, "en")
      }
    }
    #expect(try refusal("Words", "ja_JP") == "InvalidArgs")
    #expect(try refusal("Words", "ja/en") == "InvalidArgs")
    #expect(try refusal("Japanese basics", "ja") == "DeckBuiltIn")
    #expect(try refusal("No such deck", "ja") == "NoSuchDeck")
    #expect(try refusal("Animals", "ja") == "NoSuchDeck")
  }
}

extension ForeignReview {
  fileprivate init(_ guid: String, at time: UInt64) {
    self.init(Review(card: guid, direction: .forward, rating: .good, at: time, took: 1000))
  }
}
