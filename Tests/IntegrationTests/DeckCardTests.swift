import DBus
import Foundation
import TestSupport
import Testing

@testable import MemorizeBus

/// The cards of decks: listed, added, changed, removed and suspended by calls.
@Suite(.timeLimit(.minutes(30))) struct DeckCardTests {
  private static let words = "# mine\r\nいく\tto go\tiku\tg1\r\nくる\tto come\t\tg2\n\nbad line\n"

  @Test func aCardIsAddedChangedAndRemoved() throws {
    let user = try DeckSession(["Words": Self.words])
    let id = try user.add("words", ["front": .string("みる"), "back": .string("to see")])
    let line = try #require(try user.text("Words").split(separator: "\n").last)
    #expect(try user.text("Words") == Self.words + line + "\n")
    #expect(try user.cards("Words").map(\.texts) == ["いく|to go|iku", "くる|to come|", "みる|to see|"])
    let card = try #require(try user.cards("Words", offset: 2).first)
    #expect(card.id == id && card.guid.count == 10 && card.deck == "Words" && card.addedAt > 0)
    #expect(line == "みる\tto see\t\t\(card.guid)")
    #expect(card.forward == nil && !card.isSuspended)

    try user.update(id, ["back": .string("to look"), "pronunciation": .string("miru")])
    #expect(try user.text("Words") == Self.words + "みる\tto look\tmiru\t\(card.guid)\n")
    try user.update(id, ["pronunciation": .string("")])
    #expect(try user.cards("Words", offset: 2).map(\.texts) == ["みる|to look|"])
    try user.update(id, [:])
    try user.remove(id)
    #expect(try user.text("Words") == Self.words)
    #expect(try user.cards("Words").count == 2)
    #expect(user.changed == ["Words", "Words", "Words", "Words"])
    #expect(try user.refusalName { try user.remove(id) } == "NoSuchCard")
  }

  // A call for each of many cards read and wrote the whole deck each time.
  @Test func manyCardsAreAddedAtOnce() throws {
    let plain = "#columns:Word\tMeaning\none\teins\n"
    let user = try DeckSession(["Words": Self.words, "Plain": plain])
    func card(_ front: String, _ back: String, guid: String? = nil) -> [String: Value] {
      let card: [String: Value] = ["front": .string(front), "back": .string(back)]
      return card.merging(guid.map { ["guid": .string($0)] } ?? [:]) { $1 }
    }
    let cards = [
      card("みる", "to see"), card("くる", "to come"), card("みる", "to see"), card("a", ""),
      card("よむ", "to read", guid: "g2"), card("かう", "to buy", guid: "g3"),
    ]
    let added = try user.add("words", all: cards)
    let parts = ["", "“くる” is already", "“みる” is already", "second side", "already", ""]
    for ((card, part), place) in zip(zip(added, parts), 0...) {
      #expect((card.id > 0) == part.isEmpty, "\(place)")
      #expect(part.isEmpty ? card.fault.isEmpty : card.fault.contains(part), "\(card.fault)")
    }
    let listed = try user.cards("Words")
    let ids = added.map(\.id).filter { $0 > 0 }
    #expect(listed.suffix(2).map(\.id) == ids)
    #expect(listed.suffix(2).map(\.texts) == ["みる|to see|", "かう|to buy|"])
    #expect(user.changed == ["Words"])

    // Without guids, two cards of one call cannot share their first side either.
    let others = try user.add(
      "Plain",
      all: [card("two", "zwei"), card("two", "2"), card("one", "1"), card("x", "y", guid: "g")])
    #expect(others.map { $0.fault.isEmpty } == [true, false, false, false])
    #expect(others[1].fault.contains("this first side") && others[3].fault.contains("guid column"))
    #expect(try user.text("Plain") == plain + "two\tzwei\t\n")
    let many = Array(repeating: card("a", "b"), count: 201)
    #expect(try user.refusalName { _ = try user.add("Words", all: many) } == "InvalidArgs")
    let builtIn = "Japanese basics"
    #expect(
      try user.refusalName { _ = try user.add(builtIn, all: [card("a", "b")]) } == "DeckBuiltIn")
    #expect(try user.add("None", all: [card("a", "")]).map(\.id) == [0])
    #expect(try user.refusalName { _ = try user.cards("None") } == "NoSuchDeck")
  }

  /// An answer to a card whose first side was edited during the session must not go to another card.
  @Test func aQuestionFollowsItsCard() throws {
    let user = try DeckSession(["Plain": "one\teins\ntwo\tzwei\n"])
    try user.startSession(["deck": .string("Plain"), "mode": .string("recall")])
    let asked = try user.practice().question
    let card = try #require(try user.cards("Plain").first { $0.front == asked })
    try user.update(card.id, ["front": .string("other")])
    try user.reveal(1)
    try user.grade(1, 3)
    let now = try #require(try user.cards("Plain").first { $0.id == card.id })
    #expect(now.front == "other" && now.forward?.reviews == 1)
    try user.undo()
    #expect(try user.cards("Plain").allSatisfy { $0.forward == nil })
  }

  @Test func aDeckBeginsWithItsFirstCardAndEndsWithItsLast() throws {
    let user = try DeckSession()
    let id = try user.add("New: words/1", "a", "b")
    let text = try user.text("New: words_1")
    #expect(text.hasPrefix("#separator:tab\n#html:false\n#deck:New: words/1\n"))
    #expect(try user.decks().contains { $0["name"] == .string("New: words/1") })
    try user.add("NEW: words/1", "c", "d")
    try user.startSession(["deck": .string("New: words/1")])
    for card in try user.cards("New: words/1") { try user.remove(card.id) }
    #expect(try user.refusalName { _ = try user.cards("New: words/1") } == "NoSuchDeck")
    // The same file goes on, and the same card has its number again.
    let again = try user.add(
      "New: words/1", ["front": .string("e"), "back": .string("f"), "guid": .string("mine")])
    #expect(again != id)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: user.bus.files.path(DeckSession.folder)) == ["New: words_1.tsv"])
  }

  private static let sides: [String: Value] = ["front": .string("a"), "back": .string("b")]

  private static let wrong: [(deck: String, card: [String: Value], name: String, part: String)] = [
    ("Words", [:], "InvalidCard", "first side is empty"),
    ("Words", ["back": .string("a\u{FE0F}")], "InvalidCard", "equal"),
    ("Words", ["front": .string("a\u{1}")], "InvalidCard", "control"),
    ("Words", ["front": .string("a\nb")], "InvalidCard", "line break"),
    (
      "Words", ["front": .string(String(repeating: "a", count: 900_000))], "InvalidCard",
      "1024 bytes"
    ),
    ("Words", ["front": .string("いく"), "back": .string("to go")], "CardExists", "“いく”"),
    ("Words", ["guid": .string("g1")], "CardExists", "“いく”"),
    ("Words", ["side": .string("b")], "InvalidArgs", "no key “side”"),
    ("Words", ["front": .uint32(1)], "InvalidArgs", "front is of type “s”, not “u”"),
    ("a\u{1B}", sides, "InvalidArgs", "name"), ("", sides, "InvalidArgs", "name"),
    ("Japanese basics", sides, "DeckBuiltIn", "program"), ("Sea", sides, "DeckBuiltIn", "program"),
    ("Tagged", ["front": .string("いく")], "CardExists", "without guids"),
    ("Tagged", ["guid": .string("g")], "InvalidCard", "#guid column:"),
  ]

  @Test func invalidCardsAreRefused() throws {
    let tagged = "#tags column:1\nverb\tいく\tto go\n"
    let user = try DeckSession(["Words": Self.words, "Tagged": tagged])
    for (deck, card, name, part) in Self.wrong {
      let refusal = user.refusal {
        try user.add(deck, card.isEmpty ? [:] : Self.sides.merging(card) { $1 })
      }
      #expect(refusal?.name.shortName == name, "\(card.description.prefix(80)) \(refusal as Any)")
      #expect(refusal?.message.contains(part) == true, "\(refusal?.message ?? "")")
    }
    let id = try #require(try user.cards("Words").first).id
    let builtIn = try #require(try user.cards("Japanese basics").first).id
    for (card, changes, name) in [
      (id, ["front": .string("くる"), "back": .string("to come")], "CardExists"),
      (id, ["back": .string("")], "InvalidCard"), (id, ["guid": .string("x")], "InvalidArgs"),
      (builtIn, ["back": .string("x")], "DeckBuiltIn"), (0, [:], "NoSuchCard"),
      (.max, [:], "NoSuchCard"), (1 << 63, ["back": .string("x")], "NoSuchCard"),
    ] as [(UInt64, [String: Value], String)] {
      #expect(try user.refusalName { try user.update(card, changes) } == name, "\(changes)")
    }
    #expect(try user.refusalName { try user.remove(builtIn) } == "DeckBuiltIn")
    #expect(try user.refusalName { try user.remove(99_999) } == "NoSuchCard")
    #expect(try user.refusalName { try user.suspend(99_999) } == "NoSuchCard")
    #expect(try user.refusalName { _ = try user.cards("Nobody") } == "NoSuchDeck")
    #expect(try user.text("Words") == Self.words && user.text("Tagged") == tagged)
    #expect(user.changed.isEmpty)
  }

  /// A card without a guid is known by its first side: its reviews must not stay behind.
  @Test func aCardWithAnotherFirstSideKeepsItsReviews() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\n"])
    let id = try #require(try user.cards("Words").first).id
    try user.startSession(["deck": .string("Words"), "questions": .uint32(2)])
    for _ in 0..<2 {
      let practice = try user.practice()
      let right = try user.rightIndex(practice, try user.answers(of: "Words"))
      try user.answer(practice.questionNumber, right)
    }
    let before = try #require(try user.cards("Words").first?.forward)
    #expect(before.reviews == 1 && before.lapses == 0 && before.due > 0)
    try user.update(id, ["front": .string("c")])
    for _ in 0..<2 {
      let card = try #require(try user.cards("Words").first)
      #expect(card.id == id && card.front == "c" && card.forward?.values == before.values)
      try user.restart()
    }
    #expect(try user.refusalName { try user.update(id, ["front": .string("b")]) } == "CardExists")
    #expect(try user.cards("Words").map(\.id).first == id)
  }

  @Test func aSuspendedCardIsNeitherAskedNorDue() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\nc\t3\n"])
    let cards = try user.cards("Words")
    for card in cards.dropLast() { try user.suspend(card.id) }
    try user.suspend(cards[0].id)
    #expect(user.changed == ["Words", "Words"])
    try user.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    #expect(try user.practice().questions == 1)
    try user.suspend(cards[0].id, false)
    try user.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    #expect(try user.practice().questions == 2)
  }

  @Test func cardsAreFoundByTheirNumbers() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\t\tg\n", "Others": "c\t3\t\tg\n"])
    let words = try user.cards("Words")
    let ids = words.map(\.id)
    try user.suspend(ids[0])
    let found = try user.cards([ids[1], 999, 0, .max, ids[0]])
    #expect(found.map(\.texts) == ["c|3|", "b|2|", "a|1|"])
    #expect(found.map(\.deck) == ["Others", "Words", "Words"])
    #expect(found.map(\.id) == [ids[1], ids[1], ids[0]] && found[2].isSuspended)
    #expect(try user.cards([]).isEmpty)
    #expect(try user.cards(Array(repeating: ids[0], count: 500)).count == 500)
    let many = Array(repeating: ids[0], count: 501)
    #expect(try user.refusalName { _ = try user.cards(many) } == "InvalidArgs")
  }

  @Test func reviewsMadeElsewhereAreAdded() throws {
    let user = try DeckSession(["Words": "a\t1\t\tg1\nb\t2\t\tg2\n"])
    let day: UInt64 = 86_400_000_000
    let start: UInt64 = 1_700_000_000_000_000
    func review(_ guid: String, _ number: UInt64, _ rating: UInt32 = 3) -> ForeignReview {
      ForeignReview(
        guid: guid, direction: "forward", at: start + number * 30 * day, rating: rating,
        took: 900_000)
    }
    let reviews = [review("g1", 0), review("g1", 1, 1), review("g1", 2), review("later", 0)]
    #expect(try user.importReviews(reviews, suspended: ["g2", "other"]) == 4)
    #expect(try user.importReviews(reviews + [review("g1", 3)]) == 1)
    let cards = try user.cards("Words")
    #expect(cards[0].forward?.reviews == 4 && cards[0].forward?.lapses == 1)
    #expect(cards[0].backward == nil && cards[1].forward == nil && cards[1].isSuspended)
    // A card that comes later has its reviews already.
    try user.add("Words", ["front": .string("c"), "back": .string("3"), "guid": .string("later")])
    #expect(try user.cards("Words").last?.forward?.reviews == 1)
    for (wrong, part) in [
      (ForeignReview(guid: "", direction: "forward", at: 1, rating: 1, took: 1), "guid"),
      (ForeignReview(guid: "g", direction: "up", at: 1, rating: 1, took: 1), "direction"),
      (ForeignReview(guid: "g", direction: "forward", at: 1, rating: 5, took: 1), "rating"),
      (ForeignReview(guid: "g", direction: "forward", at: .max, rating: 1, took: 1), "made at"),
    ] {
      let refusal = user.refusal { _ = try user.importReviews([review("g2", 9), wrong]) }
      #expect(refusal?.name == .invalidArgs && refusal?.message.contains(part) == true)
    }
    let many = (0..<5001).map { review("m", $0) }
    #expect(try user.refusalName { _ = try user.importReviews(many) } == "InvalidArgs")
    #expect(try user.cards("Words")[1].forward == nil)
  }

  /// A guid with a tab was refused, and so were the reviews of a sentence's gaps.
  @Test func reviewsOfGapsNameThem() throws {
    let user = try DeckSession(["Words": "{{c1::a}} {{c3::b}}\t\t\tg\n"])
    func review(_ guid: String) -> ForeignReview {
      ForeignReview(
        guid: guid, direction: "forward", at: 1_700_000_000_000_000, rating: 3, took: 1)
    }
    #expect(try user.importReviews([review("g\t1"), review("g\t3")], suspended: ["g\t3"]) == 2)
    let cards = try user.cards("Words")
    #expect(cards.map(\.gap) == [1, 3] && cards.map(\.isSuspended) == [false, true])
    #expect(cards.allSatisfy { $0.forward?.reviews == 1 })
    for wrong in ["g\t", "g\t0", "g\t01", "g\t101", "g\t1\t1", "\t1", "g\tx", "g\t 1", "g\t-1"] {
      #expect(try user.refusalName { _ = try user.importReviews([review(wrong)]) } == "InvalidArgs")
      #expect(
        try user.refusalName { _ = try user.importReviews([], suspended: [wrong]) } == "InvalidArgs"
      )
    }
  }

  @Test func aLargeDeckIsListedAndSearchedWhole() throws {
    let text = (0..<20_000).map { "word \($0)\tmeaning \($0)\t\tguid\($0)\n" }.joined()
    let user = try DeckSession(["Large": text])
    #expect(try user.cards("Large", offset: 19_999, limit: .max).map(\.front) == ["word 19999"])
    #expect(try user.cards("Large", offset: .max).isEmpty)
    #expect(try user.cards("Large", limit: .max).count == 500)
    #expect(try user.search("meaning 1234").map(\.front).prefix(2) == ["word 1234", "word 12340"])
    #expect(try user.search("word", limit: .max).count == 500)
    #expect(try user.refusalName { try user.add("Large", "another", "more") } == "LimitsExceeded")
    let last = try #require(try user.cards("Large", offset: 19_999).first)
    try user.remove(last.id)
    let id = try user.add("Large", "another", "more")
    #expect(try user.search("another").first?.id == id)
  }
}
