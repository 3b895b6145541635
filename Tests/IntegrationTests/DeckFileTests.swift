import DBus
import Foundation
import TestSupport
import Testing

@testable import MemorizeBus

/// Files of decks that cannot be read, that are full, or that share a card.
@Suite(.timeLimit(.minutes(30))) struct DeckFileTests {
  /// A second file of the name once hid the deck, whose file could not be read for a moment.
  @Test func aFileThatCannotBeReadIsNotReplacedByASecondOne() throws {
    let faulty = "no card\n"
    let user = try DeckSession(["Faulty": faulty])
    try user.bus.files.link(DeckSession.folder + "Away.tsv", to: "nowhere.tsv")
    try user.bus.files.make(DeckSession.folder + "Folder.tsv")
    for (deck, part) in [("Away", "a broken link"), ("Folder", "a directory")] {
      let refusal = user.refusal { try user.add(deck, "a", "b") }
      #expect(refusal?.name == .storageFailed)
      #expect(refusal?.message.contains(part) == true, "\(refusal?.message ?? "")")
    }
    try user.add("Faulty", "a", "b")
    #expect(try user.text("Faulty").hasPrefix(faulty + "a\tb\t\t"))
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: user.bus.files.path(DeckSession.folder)
      ).sorted() == ["Away.tsv", "Faulty.tsv", "Folder.tsv"])
  }

  /// A card beyond the limit on all decks once made another deck disappear.
  @Test func allDecksTogetherHaveALimit() throws {
    let full = String(repeating: "x\n", count: 20_000)
    var decks = Dictionary(uniqueKeysWithValues: (1...9).map { ("Full \($0)", full) })
    decks["Most"] = String(full.dropLast(2 * 2))
    decks["Words"] = "a\t1\n"
    let user = try DeckSession(decks)
    try user.add("Words", "b", "2")
    for deck in ["Words", "New"] {
      let refusal = user.refusal { try user.add(deck, "c", "3") }
      #expect(refusal?.name.shortName == "LimitsExceeded")
      #expect(refusal?.message.contains("200000") == true, "\(refusal?.message ?? "")")
    }
    #expect(try user.cards("Words").map(\.front) == ["a", "b"])
    let card = try #require(try user.cards("Words").first)
    try user.update(card.id, ["back": .string("4")])
    // A deck that is left out takes no room from the others.
    try user.bus.files.write(DeckSession.folder + "Zero.tsv", "z\t0\n")
    try user.update(card.id, ["back": .string("longer")])
    try user.remove(card.id)
  }

  /// One file was changed, and then the other one refused.
  @Test func aCardOfTwoDecksChangesInBothOrInNone() throws {
    let texts = ["One": "a\t1\t\tg\n", "Two": "a\t1\t\tg\nx\ty\n"]
    let user = try DeckSession(texts)
    let id = try #require(try user.cards("One").first).id
    let changes: [String: Value] = ["front": .string("x"), "back": .string("y")]
    #expect(try user.refusalName { try user.update(id, changes) } == "CardExists")
    for (deck, text) in texts { #expect(try user.text(deck) == text) }
    try user.update(id, ["back": .string("2")])
    #expect(try user.text("One") == "a\t2\t\tg\n" && user.text("Two") == "a\t2\t\tg\nx\ty\n")
    try user.remove(id)
    #expect(try user.text("One").isEmpty && user.text("Two") == "x\ty\n")
  }

  /// An import suspended cards, and their deck's change was not published.
  @Test func anImportPublishesWhatItSuspends() throws {
    let user = try DeckSession(["One": "a\t1\t\tg\n", "Two": "b\t2\t\th\n"])
    _ = try user.importReviews([], suspended: ["g"])
    #expect(try user.cards("One").map(\.isSuspended) == [true])
    #expect(user.changed == ["One"])
    _ = try user.importReviews([], suspended: ["g"])
    _ = try user.cards("One")
    #expect(user.changed == ["One"])
  }

  /// The same review was counted twice, once for each direction that the sides were imported in.
  @Test func aReviewOfTheOtherDirectionMoves() throws {
    let user = try DeckSession(["Words": "a\t1\t\tg\n"])
    func review(_ direction: String) -> ForeignReview {
      ForeignReview(
        guid: "g", direction: Word(text: direction), at: 1_700_000_000_000_000, rating: 3, took: 1)
    }
    #expect(try user.importReviews([review("forward")]) == 1)
    #expect(try user.importReviews([review("backward")]) == 0)
    let card = try #require(try user.cards("Words").first)
    #expect(card.forward == nil && card.backward?.reviews == 1)
    #expect(try user.log().count == 1 && user.rebuild() == [1, 0])
  }

  /// A long side in a refusal cut off what the refusal said.
  @Test func aRefusalThatQuotesALongSideIsWhole() throws {
    let side = String(repeating: "f", count: 1000)
    let user = try DeckSession(["Words": "\(side)\t1\t\tg\n"])
    let refusal = user.refusal { try user.add("Words", side, "1") }
    #expect(refusal?.message.hasSuffix("is already in the deck.") == true)
  }
}
