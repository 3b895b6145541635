import DBus
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

@testable import Store

/// Which decks offer new cards, their order, and whole decks that are suspended.
@Suite(.timeLimit(.minutes(30))) struct DeckOrderTests {
  private static let decks = [
    "Words": "いく\tto go\nくる\tto come\nみる\tto see\n", "German": "Hund\tdog\nKatze\tcat\n",
  ]

  private func summaries(_ user: DeckSession) throws -> [DeckSummary] {
    try user.proxy.callAndWait(PracticeContract.decks)
  }

  private func summary(_ deck: String, _ user: DeckSession) throws -> DeckSummary {
    try #require(try summaries(user).first { $0.name == deck })
  }

  private func order(_ user: DeckSession) throws -> [String] { try summaries(user).map(\.name) }

  /// The deck of the first question of everything that is due.
  private func startDue(_ user: DeckSession) throws -> String {
    try user.startSession(["due": .boolean(true), "questions": .uint32(0)])
    return try user.practice().questionDeck
  }

  /// After an import of Japanese words the first day's ten new cards were capitals.
  @Test func newCardsComeFromOwnAndStartedDecks() throws {
    let user = try DeckSession()
    #expect(try user.practice().new == 0)
    let name = try user.refusalName { _ = try startDue(user) }
    #expect(name == "NothingDue")
    #expect(try summaries(user).allSatisfy { !$0.offersNew && $0.new == 0 && $0.unseen > 0 })
    // With one answer there is nothing to choose.
    try user.add("Words", "いく", "to go")
    #expect(try user.practice().new == 0)
    try user.add("Words", "くる", "to come")
    #expect(try user.practice().new == 2)
    try user.startSession(["deck": .string("capitals")])
    try user.stopSession()
    #expect(try user.practice().new == 10)
    let capitals = try summary("Capitals", user)
    #expect(capitals.offersNew && capitals.new == 10)
    // It was started, and is known to be after a restart.
    try user.restart()
    #expect(try user.practice().new == 10)
    #expect(try order(user).prefix(2) == ["Words", "Capitals"])
    try user.forget(reviewsToo: true)
    #expect(try summaries(user).filter(\.offersNew).map(\.name) == ["Words"])
    try user.restart()
    #expect(try summaries(user).filter(\.offersNew).map(\.name) == ["Words"])
  }

  /// The default deck is not named.
  @Test func anAnswerStartsADeckToo() throws {
    let user = try DeckSession()
    try user.startSession()
    #expect(try user.practice().new == 0 && !summary("Japanese basics", user).offersNew)
    let answers = try user.answers(of: "Japanese basics")
    try user.answer(1, try user.rightIndex(try user.practice(), answers))
    #expect(try user.practice().new == 9 && summary("Japanese basics", user).offersNew)
    try user.undo()
    #expect(try user.practice().new == 0)
  }

  /// The others follow by the times of their files when they were first read.
  @Test func theOrderIsKeptAndOthersFollowByTime() throws {
    let user = try DeckSession(Self.decks)
    func date(_ deck: String, _ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)],
        ofItemAtPath: user.bus.files.path(DeckSession.folder) + deck + ".tsv")
    }
    func standings() throws -> [String: DeckStanding] {
      try DeckTable(database: Database(path: user.state + "/memorize.sqlite")).standings()
    }
    _ = try summaries(user)
    try user.restart {
      try Database(path: user.state + "/memorize.sqlite").execute("DELETE FROM deck")
      try date("German", 1_000)
      try date("Words", 2_000)
    }
    #expect(try order(user).prefix(2) == ["German", "Words"])
    try user.restart {
      let dates = try standings().mapValues(\.addedAt)
      #expect(dates == ["german": 1_000_000_000, "words": 2_000_000_000])
      try date("Words", 500)
    }
    let first = try order(user)
    #expect(first.prefix(2) == ["German", "Words"])
    try user.setOrder(["capitals", "WORDS"])
    #expect(try order(user).prefix(3) == ["Capitals", "Words", "German"])
    #expect(try summaries(user).prefix(3).map(\.place) == [1, 2, 0])
    #expect(try startDue(user) == "Words")
    for (names, error) in [
      (["German", "Nobody"], "NoSuchDeck"), (["German", "german"], "InvalidArgs"),
    ] {
      #expect(try user.refusalName { try user.setOrder(names) } == error)
    }
    // A deck that is gone keeps its place.
    try user.restart {
      try FileManager.default.removeItem(
        atPath: user.bus.files.path(DeckSession.folder) + "Words.tsv")
    }
    #expect(try order(user).prefix(2) == ["Capitals", "German"])
    try user.restart {
      try user.bus.files.write(DeckSession.folder + "Words.tsv", Self.decks["Words"] ?? "")
    }
    #expect(try order(user).prefix(3) == ["Capitals", "Words", "German"])
    try user.setOrder([])
    #expect(try order(user) == first && summaries(user).allSatisfy { $0.place == 0 })
    #expect(user.changed.isEmpty)
  }

  @Test func aSuspendedDeckIsLeftOut() throws {
    let user = try DeckSession(Self.decks)
    #expect(try user.practice().new == 5)
    try user.startSession(["deck": .string("German"), "questions": .uint32(2)])
    try user.suspend(deck: "GERMAN")
    try user.suspend(deck: "German")
    #expect(user.changed == ["German"])
    let practice = try user.practice()
    // Nothing was answered: no day of practice.
    #expect(practice.new == 3 && practice.isFinished && practice.streak == 0)
    let german = try summary("German", user)
    #expect(german.isSuspended && german.new == 0 && german.unseen == 2 && !german.offersNew)
    let refusal = user.refusal { try user.startSession(["deck": .string("German")]) }
    #expect(refusal?.name.shortName == "DeckTooSmall")
    #expect(refusal?.message.contains("resume the deck") == true)
    try user.restart()
    #expect(try user.practice().new == 3)
    #expect(try startDue(user) == "Words")
    try user.suspend(deck: "German", false)
    #expect(try user.practice().new == 5)
    #expect(user.changed.last == "German")
    #expect(try user.refusalName { try user.suspend(deck: "Nobody") } == "NoSuchDeck")
  }
}
