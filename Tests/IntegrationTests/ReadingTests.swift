import DBus
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

/// Readings of cards that are hidden until the answer, and choices that were wrong, on the bus.
@Suite struct ReadingTests {
  private static let words = [
    ("食べる", "eat", "たべる"), ("飲む", "drink", "のむ"), ("見る", "see", "みる"),
    ("読む", "read", "よむ"),
  ]

  private func user() throws -> DeckSession {
    try DeckSession([
      "Words": words, "Gaps": "{{c1::Paris}} is a town.\t\n{{c1::Rome}} is old.\t\n",
    ])
  }

  private var words: String {
    Self.words.map { "\($0.0)\t\($0.1)\t\($0.2)\n" }.joined()
  }

  private func start(
    _ user: DeckSession, _ mode: PracticeMode, _ direction: Direction, deck: String = "Words"
  ) throws {
    try user.startSession([
      "deck": .string(deck), "questions": .uint32(4), "mode": .string(mode.rawValue),
      "direction": .string(direction.rawValue),
    ])
  }

  /// The card of the question.
  private func card(_ state: PracticeState) throws -> (front: String, back: String, read: String) {
    try #require(Self.words.first { [$0.0, $0.1].contains(state.question) })
  }

  // Who learned to read kanji was told how they are read, and never saw it when that was the answer.
  @Test(arguments: PracticeMode.allCases, Direction.allCases)
  func aReadingIsToldWithItsAnswer(mode: PracticeMode, direction: Direction) throws {
    let user = try user()
    try user.set("Reading", .string("with-answer"))
    var told: [String] = []
    user.proxy.on(PracticeContract.questionAsked) { _, _, _, read, _ in told.append(read) }
    user.proxy.on(PracticeContract.answerGiven) { _, _, _, question, answer in
      told += [question, answer]
    }
    try start(user, mode, direction)
    var before = ""
    for _ in Self.words {
      let state = try user.practice()
      let card = try card(state)
      #expect(state.pronunciation.isEmpty && state.answerPronunciation == before)
      let number = state.questionNumber
      let right = direction == .forward ? card.back : card.front
      switch mode {
      case .choices:
        let places = state.choices.indices.map { UInt32($0) }
        let index = try #require(state.choices.firstIndex(of: right).map { UInt32($0) })
        for wrong in places where wrong != index { #expect(try !user.answer(number, wrong)) }
        let missed = try user.practice()
        #expect(missed.answerPronunciation.isEmpty && missed.pronunciation.isEmpty)
        #expect(missed.wrongChoices == places.filter { $0 != index })
        try user.answer(number, index)
      case .typed: #expect(try user.answer(number, text: right))
      case .recall:
        try user.reveal(number)
        let revealed = try user.practice()
        #expect(revealed.answerPronunciation == card.read && revealed.pronunciation.isEmpty)
        try user.undo()
        #expect(try user.practice().answerPronunciation == before)
        try user.reveal(number)
        try user.grade(number, 3)
      }
      before = card.read
    }
    let after = try user.practice()
    #expect(after.isFinished && after.answerPronunciation == before)
    #expect(after.wrongChoices.isEmpty)
    try user.restart()
    #expect(try user.practice() == after)
    user.waitForBus()
    // The reading is nobody's answer here.
    #expect(Set(told).isDisjoint(with: Self.words.map(\.2)), "\(told)")
  }

  @Test func theSettingCountsAtOnceAndStays() throws {
    let user = try user()
    #expect(try user.settings().reading == "with-question")
    #expect(throws: BusError.self) { try user.set("Reading", .string("never")) }
    try start(user, .typed, .forward)
    let read = try card(user.practice()).read
    #expect(try user.practice().pronunciation == read)
    try user.set("Reading", .string("with-answer"))
    #expect(try user.practice().pronunciation.isEmpty)
    try user.restart(by: SIGKILL)
    #expect(try user.settings().reading == "with-answer")
    #expect(try user.practice().pronunciation.isEmpty)
    try user.set("Reading", .string("with-question"))
    #expect(try user.practice().pronunciation == read)
  }

  @Test func aTypedReadingIsRight() throws {
    let user = try user()
    try start(user, .typed, .backward)
    for _ in Self.words {
      let state = try user.practice()
      let card = try card(state)
      var shown: [String] = []
      let told = user.proxy.on(PracticeContract.answerGiven) { _, _, _, _, answer in
        shown.append(answer)
      }
      #expect(try user.answer(state.questionNumber, text: card.read))
      user.waitForBus()
      #expect(shown == [card.front])
      withExtendedLifetime(told) {}
    }
    #expect(try user.practice().counts == [4, 4, 0, 4])
  }

  @Test func aSentenceHasNone() throws {
    let user = try user()
    try start(user, .typed, .forward, deck: "Gaps")
    try user.reveal(1)
    #expect(try user.practice().answerPronunciation.isEmpty)
  }

  // A wrong choice could be chosen again by a screen that was opened later, or after a restart.
  @Test func wrongChoicesSurviveACrash() throws {
    let user = try user()
    try start(user, .choices, .forward)
    let asked = try user.practice()
    let right = try asked.choices.firstIndex(of: card(asked).back).map { UInt32($0) }
    let wrong = (0..<3 as Range<UInt32>).filter { $0 != right }
    #expect(asked.wrongChoices.isEmpty)
    #expect(try !user.answer(1, text: "nothing") && user.practice().wrongChoices.isEmpty)
    for (index, known) in [(wrong[1], [wrong[1]]), (wrong[1], [wrong[1]]), (wrong[0], wrong)] {
      #expect(try !user.answer(1, index))
      #expect(try user.practice().wrongChoices == known)
    }
    let missed = try user.practice()
    #expect(missed.wrong == 4 && missed.choices == asked.choices)
    try user.restart(by: SIGKILL)
    #expect(try user.practice() == missed)
    try user.undo()
    #expect(try user.practice().wrongChoices == [wrong[1]])
    // Given up, it is asked again with what is known of it.
    try user.reveal(1)
    #expect(try user.practice().wrongChoices.isEmpty)
    while case let state = try user.practice(), state.questionNumber != 1 {
      let index = try state.choices.firstIndex(of: card(state).back).map { UInt32($0) }
      try user.answer(state.questionNumber, #require(index))
    }
    #expect(try user.practice().wrongChoices == [wrong[1]])
    try user.restartSession()
    #expect(try user.practice().wrongChoices.isEmpty)
  }

  /// In a file that was changed by hand.
  @Test(arguments: [-4, -1_000_000]) func anImpossibleChoiceIsDamage(number: Int) throws {
    let user = try user()
    try start(user, .choices, .forward)
    _ = try user.answer(1, text: "nothing")
    try user.change("UPDATE response SET correct = \(number)")
    #expect(try user.practice().state == "idle")
  }
}
