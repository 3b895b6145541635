import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Answers without their accents, on the bus.
@Suite struct AccentTests {
  private func user() throws -> UserSession {
    let user = try UserSession()
    let theme: [String: Value] = [
      "name": .string("Spanish"), "colors": ["#c60b1e", "#ffc400"].asValue,
      "pairs": [
        ThemePair("is", "está", ""), ThemePair("dad", "papá", ""), ThemePair("potato", "papa", ""),
      ].asValue,
    ]
    _ = try user.proxy.callAndWait(ThemesContract.add, theme)
    return user
  }

  private func ask(_ question: String, _ user: UserSession) throws {
    repeat {
      try user.startSession([
        "deck": .string("Spanish"), "mode": .string("typed"), "questions": .uint32(1),
      ])
    } while try user.practice().question != question
  }

  // What was nearly right was lost by a crash, and told before the answer.
  @Test func anAnswerWithoutAccentsIsStoredAndUndone() throws {
    let user = try user()
    try ask("is", user)
    #expect(try user.practice().nearly == "")
    #expect(try !user.answer(1, text: "esta"))
    let nearly = try user.practice()
    #expect(nearly.nearly == "está" && nearly.counts == [1, 0, 0, 0])
    #expect(nearly.state == "asking" && nearly.questionNumber == 1)
    try user.restart(by: SIGKILL)
    #expect(try user.practice() == nearly)
    #expect(try user.log().map(\.rating) == [2] && user.rebuild() == [1, 0])
    try user.undo()
    #expect(try user.practice().nearly == "" && user.log().isEmpty)
    #expect(try !user.answer(1, text: "ésta"))
    try user.restart(by: SIGKILL)
    #expect(try user.answer(1, text: "está"))
    let done = try user.practice()
    #expect(done.isFinished && done.nearly == "" && done.counts == [1, 1, 0, 0])
    #expect(try user.log().map(\.rating) == [2] && user.rebuild() == [1, 0])
  }

  /// The screen of practice had neither the colors of the deck nor anything of the card.
  @Test func theQuestionComesWithItsDecksColorsAndItsMemory() throws {
    let user = try user()
    #expect(try user.practice().colors.isEmpty && user.practice().stability == -1)
    try ask("is", user)
    let new = try user.practice()
    #expect(new.colors == ["#c60b1e", "#ffc400"])
    #expect(new.lastReviewed == 0 && new.stability == 0 && new.differences.isEmpty)
    #expect(try !user.answer(1, text: "estás"))
    let missed = try user.practice()
    #expect(missed.differences == [4] && missed.stability == 0)
    // The answer itself is kept nowhere.
    try user.restart(by: SIGKILL)
    #expect(try user.practice().differences.isEmpty)
    #expect(try user.answer(1, text: "está"))
    #expect(try user.practice().colors == new.colors)
    try ask("is", user)
    let known = try user.practice()
    #expect(try known.lastReviewed == user.log().last?.at && known.stability > 0)
  }

  @Test func anotherCardsAnswerIsWrong() throws {
    let user = try user()
    try ask("dad", user)
    #expect(try !user.answer(1, text: "papa"))
    #expect(try user.practice().nearly == "" && user.practice().wrong == 1)
    #expect(try user.log().map(\.rating) == [1])
  }

  @Test func theSettingIsKeptAndCounts() throws {
    let user = try user()
    #expect(try user.settings().accents == "nearly")
    #expect(throws: BusError.self) { try user.set("Accents", .string("sloppy")) }
    for (accents, rating) in [("strict", 1), ("lenient", 3), ("nearly", 2)] as [(String, UInt32)] {
      try user.set("Accents", .string(accents))
      try user.restart(by: SIGKILL)
      #expect(try user.settings().accents.text == accents)
      try ask("is", user)
      #expect(try user.answer(1, text: "esta") == (rating == 3))
      #expect(try user.log().last?.rating == rating)
    }
  }
}
