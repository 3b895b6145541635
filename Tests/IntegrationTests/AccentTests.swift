import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Answers without their accents, on the bus.
@Suite struct AccentTests {
  private func desk() throws -> DaemonDesk {
    let desk = try DaemonDesk()
    let theme: [String: Value] = [
      "name": .string("Spanish"),
      "pairs": [
        ThemePair("is", "está", ""), ThemePair("dad", "papá", ""), ThemePair("potato", "papa", ""),
      ].asValue,
    ]
    _ = try desk.proxy.callAndWait(ThemesContract.add, theme)
    return desk
  }

  private func ask(_ question: String, _ desk: DaemonDesk) throws {
    repeat {
      try desk.startSession([
        "deck": .string("Spanish"), "mode": .string("typed"), "questions": .uint32(1),
      ])
    } while try desk.practice().question != question
  }

  // What was nearly right was lost by a crash, and told before the answer.
  @Test func whatIsNearlyRightIsKeptAndTakenBack() throws {
    let desk = try desk()
    try ask("is", desk)
    #expect(try desk.practice().nearly == "")
    #expect(try !desk.answer(1, text: "esta"))
    let nearly = try desk.practice()
    #expect(nearly.nearly == "está" && nearly.counts == [1, 0, 0, 0])
    #expect(nearly.state == "asking" && nearly.questionNumber == 1)
    try desk.restart(by: SIGKILL)
    #expect(try desk.practice() == nearly)
    #expect(try desk.log().map(\.rating) == [2] && desk.rebuild() == [1, 0])
    try desk.undo()
    #expect(try desk.practice().nearly == "" && desk.log().isEmpty)
    #expect(try !desk.answer(1, text: "ésta"))
    try desk.restart(by: SIGKILL)
    #expect(try desk.answer(1, text: "está"))
    let done = try desk.practice()
    #expect(done.isFinished && done.nearly == "" && done.counts == [1, 1, 0, 0])
    #expect(try desk.log().map(\.rating) == [2] && desk.rebuild() == [1, 0])
  }

  @Test func anotherCardsAnswerIsWrong() throws {
    let desk = try desk()
    try ask("dad", desk)
    #expect(try !desk.answer(1, text: "papa"))
    #expect(try desk.practice().nearly == "" && desk.practice().wrong == 1)
    #expect(try desk.log().map(\.rating) == [1])
  }

  @Test func theSettingIsKeptAndCounts() throws {
    let desk = try desk()
    #expect(try desk.settings().accents == "nearly")
    #expect(throws: BusError.self) { try desk.set("Accents", .string("sloppy")) }
    for (accents, rating) in [("strict", 1), ("lenient", 3), ("nearly", 2)] as [(String, UInt32)] {
      try desk.set("Accents", .string(accents))
      try desk.restart(by: SIGKILL)
      #expect(try desk.settings().accents.text == accents)
      try ask("is", desk)
      #expect(try desk.answer(1, text: "esta") == (rating == 3))
      #expect(try desk.log().last?.rating == rating)
    }
  }
}
