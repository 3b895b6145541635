import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The cards of decks: listed, added, changed, removed and suspended by calls.
@Suite(.timeLimit(.minutes(30))) struct DeckCardTests {
  private static let words = "# mine\r\nいく\tto go\tiku\tg1\r\nくる\tto come\t\tg2\n\nbad line\n"

  @Test func aCardIsAddedChangedAndRemoved() throws {
    let desk = try CardDesk(["Words": Self.words])
    let id = try desk.add("words", ["front": .string("みる"), "back": .string("to see")])
    let line = try #require(try desk.text("Words").split(separator: "\n").last)
    #expect(try desk.text("Words") == Self.words + line + "\n")
    #expect(try desk.cards("Words").map(\.texts) == ["いく|to go|iku", "くる|to come|", "みる|to see|"])
    let card = try #require(try desk.cards("Words", offset: 2).first)
    #expect(card.id == id && card.guid.count == 10 && card.deck == "Words" && card.addedAt > 0)
    #expect(line == "みる\tto see\t\t\(card.guid)")
    #expect(card.forward == nil && !card.isSuspended)

    try desk.update(id, ["back": .string("to look"), "pronunciation": .string("miru")])
    #expect(try desk.text("Words") == Self.words + "みる\tto look\tmiru\t\(card.guid)\n")
    try desk.update(id, ["pronunciation": .string("")])
    #expect(try desk.cards("Words", offset: 2).map(\.texts) == ["みる|to look|"])
    try desk.update(id, [:])
    try desk.remove(id)
    #expect(try desk.text("Words") == Self.words)
    #expect(try desk.cards("Words").count == 2)
    #expect(desk.changed == ["Words", "Words", "Words", "Words"])
    #expect(try desk.refusalName { try desk.remove(id) } == "NoSuchCard")
  }

  // A call for each of many cards read and wrote the whole deck each time.
  @Test func manyCardsAreAddedAtOnce() throws {
    let plain = "#columns:Word\tMeaning\none\teins\n"
    let desk = try CardDesk(["Words": Self.words, "Plain": plain])
    func card(_ front: String, _ back: String, guid: String? = nil) -> [String: Value] {
      let card: [String: Value] = ["front": .string(front), "back": .string(back)]
      return card.merging(guid.map { ["guid": .string($0)] } ?? [:]) { $1 }
    }
    let cards = [
      card("みる", "to see"), card("くる", "to come"), card("みる", "to see"), card("a", ""),
      card("よむ", "to read", guid: "g2"), card("かう", "to buy", guid: "g3"),
    ]
    let added = try desk.add("words", all: cards)
    let parts = ["", "“くる” is already", "“みる” is already", "second side", "already", ""]
    for ((card, part), place) in zip(zip(added, parts), 0...) {
      #expect((card.id > 0) == part.isEmpty, "\(place)")
      #expect(part.isEmpty ? card.fault.isEmpty : card.fault.contains(part), "\(card.fault)")
    }
    let listed = try desk.cards("Words")
    let ids = added.map(\.id).filter { $0 > 0 }
    #expect(listed.suffix(2).map(\.id) == ids)
    #expect(listed.suffix(2).map(\.texts) == ["みる|to see|", "かう|to buy|"])
    #expect(desk.changed == ["Words"])

    // Without guids, two cards of one call cannot share their first side either.
    let others = try desk.add(
      "Plain",
      all: [card("two", "zwei"), card("two", "2"), card("one", "1"), card("x", "y", guid: "g")])
    #expect(others.map { $0.fault.isEmpty } == [true, false, false, false])
    #expect(others[1].fault.contains("this first side") && others[3].fault.contains("guid column"))
    #expect(try desk.text("Plain") == plain + "two\tzwei\t\n")
    let many = Array(repeating: card("a", "b"), count: 201)
    #expect(try desk.refusalName { _ = try desk.add("Words", all: many) } == "InvalidArgs")
    let builtIn = "Japanese basics"
    #expect(
      try desk.refusalName { _ = try desk.add(builtIn, all: [card("a", "b")]) } == "DeckBuiltIn")
    #expect(try desk.add("None", all: [card("a", "")]).map(\.id) == [0])
    #expect(try desk.refusalName { _ = try desk.cards("None") } == "NoSuchDeck")
  }

  /// An answer to a card whose first side was edited during the session must not go to another card.
  @Test func aQuestionFollowsItsCard() throws {
    let desk = try CardDesk(["Plain": "one\teins\ntwo\tzwei\n"])
    try desk.startSession(["deck": .string("Plain"), "mode": .string("recall")])
    let asked = try desk.practice().question
    let card = try #require(try desk.cards("Plain").first { $0.front == asked })
    try desk.update(card.id, ["front": .string("other")])
    try desk.reveal(1)
    try desk.grade(1, 3)
    let now = try #require(try desk.cards("Plain").first { $0.id == card.id })
    #expect(now.front == "other" && now.forward?.reviews == 1)
    try desk.undo()
    #expect(try desk.cards("Plain").allSatisfy { $0.forward == nil })
  }

  @Test func aDeckBeginsWithItsFirstCardAndEndsWithItsLast() throws {
    let desk = try CardDesk()
    let id = try desk.add("New: words/1", "a", "b")
    let text = try desk.text("New: words_1")
    #expect(text.hasPrefix("#separator:tab\n#html:false\n#deck:New: words/1\n"))
    #expect(try desk.decks().contains { $0["name"] == .string("New: words/1") })
    try desk.add("NEW: words/1", "c", "d")
    try desk.startSession(["deck": .string("New: words/1")])
    for card in try desk.cards("New: words/1") { try desk.remove(card.id) }
    #expect(try desk.refusalName { _ = try desk.cards("New: words/1") } == "NoSuchDeck")
    // The same file goes on, and the same card has its number again.
    let again = try desk.add(
      "New: words/1", ["front": .string("e"), "back": .string("f"), "guid": .string("mine")])
    #expect(again != id)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: desk.bus.files.path(CardDesk.folder)) == ["New: words_1.tsv"])
  }

  private static let wrong: [(deck: String, card: [String: Value], name: String, part: String)] = [
    ("Words", [:], "InvalidCard", "first side is empty"),
    ("Words", ["front": .string("a")], "InvalidCard", "second side is empty"),
    ("Words", ["front": .string("a"), "back": .string("a\u{FE0F}")], "InvalidCard", "equal"),
    ("Words", ["front": .string("a\u{1}"), "back": .string("b")], "InvalidCard", "control"),
    ("Words", ["front": .string("a\nb"), "back": .string("b")], "InvalidCard", "line break"),
    (
      "Words", ["front": .string(String(repeating: "a", count: 1025)), "back": .string("b")],
      "InvalidCard", "1024 bytes"
    ),
    (
      "Words", ["front": .string(String(repeating: "a", count: 900_000)), "back": .string("b")],
      "InvalidCard", "1024 bytes"
    ),
    (
      "Words", ["front": .string("いく"), "back": .string("to go")], "CardExists", "“いく”"
    ),
    (
      "Words", ["front": .string("a"), "back": .string("b"), "guid": .string("g1")], "CardExists",
      "“いく”"
    ),
    ("Words", ["front": .string("a"), "side": .string("b")], "InvalidArgs", "no key “side”"),
    ("Words", ["front": .uint32(1)], "InvalidArgs", "front is of type “s”, not “u”"),
    ("", ["front": .string("a"), "back": .string("b")], "InvalidArgs", "name"),
    ("a\u{1B}", ["front": .string("a"), "back": .string("b")], "InvalidArgs", "name"),
    ("Japanese basics", ["front": .string("a"), "back": .string("b")], "DeckBuiltIn", "program"),
    ("Sea", ["front": .string("a"), "back": .string("b")], "DeckBuiltIn", "program"),
    ("Tagged", ["front": .string("いく"), "back": .string("x")], "CardExists", "without guids"),
    (
      "Tagged", ["front": .string("a"), "back": .string("b"), "guid": .string("g")], "InvalidCard",
      "#guid column:"
    ),
  ]

  @Test func whatIsWrongIsNamedAndChangesNothing() throws {
    let tagged = "#tags column:1\nverb\tいく\tto go\n"
    let desk = try CardDesk(["Words": Self.words, "Tagged": tagged])
    for (deck, card, name, part) in Self.wrong {
      let refusal = desk.refusal { try desk.add(deck, card) }
      #expect(refusal?.name.shortName == name, "\(card.description.prefix(80)) \(refusal as Any)")
      #expect(refusal?.message.contains(part) == true, "\(refusal?.message ?? "")")
    }
    let id = try #require(try desk.cards("Words").first).id
    let builtIn = try #require(try desk.cards("Japanese basics").first).id
    for (card, changes, name) in [
      (id, ["front": .string("くる"), "back": .string("to come")], "CardExists"),
      (id, ["back": .string("")], "InvalidCard"), (id, ["guid": .string("x")], "InvalidArgs"),
      (builtIn, ["back": .string("x")], "DeckBuiltIn"), (0, [:], "NoSuchCard"),
      (.max, [:], "NoSuchCard"), (1 << 63, ["back": .string("x")], "NoSuchCard"),
    ] as [(UInt64, [String: Value], String)] {
      #expect(try desk.refusalName { try desk.update(card, changes) } == name, "\(changes)")
    }
    #expect(try desk.refusalName { try desk.remove(builtIn) } == "DeckBuiltIn")
    #expect(try desk.refusalName { try desk.remove(99_999) } == "NoSuchCard")
    #expect(try desk.refusalName { try desk.suspend(99_999) } == "NoSuchCard")
    #expect(try desk.refusalName { _ = try desk.cards("Nobody") } == "NoSuchDeck")
    #expect(try desk.text("Words") == Self.words && desk.text("Tagged") == tagged)
    #expect(desk.changed.isEmpty)
  }

  @Test func numbersStayOverRestartsAndEditsByHand() throws {
    let desk = try CardDesk(["Words": "いく\tto go\tiku\tg1\nくる\tto come\n"])
    let ids = try desk.cards("Words").map(\.id)
    #expect(Set(ids).count == 2)
    try desk.suspend(ids[0])
    try desk.restart()
    #expect(try desk.cards("Words").map(\.id) == ids)
    #expect(try desk.cards("Words").map(\.isSuspended) == [true, false])
    // A card with a guid is the same whatever its texts are.
    try desk.bus.files.write(CardDesk.folder + "Words.tsv", "new\tくる\t\tz\n行く\tgo\t\tg1\n")
    let edited = try desk.cards("Words")
    #expect(edited.map(\.front) == ["new", "行く"] && edited[1].id == ids[0])
    #expect(!ids.contains(edited[0].id))
    try desk.update(ids[0], ["back": .string("gone")])
    #expect(try desk.text("Words") == "new\tくる\t\tz\n行く\tgone\t\tg1\n")
    #expect(try desk.refusalName { try desk.update(ids[1], [:]) } == "NoSuchCard")
  }

  /// A card without a guid is known by its first side: its reviews must not stay behind.
  @Test func aCardWithAnotherFirstSideKeepsItsReviews() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\n"])
    let id = try #require(try desk.cards("Words").first).id
    try desk.startSession(["deck": .string("Words"), "questions": .uint32(2)])
    for _ in 0..<2 {
      let practice = try desk.practice()
      let right = try desk.rightIndex(practice, try desk.answers(of: "Words"))
      try desk.answer(practice.questionNumber, right)
    }
    let before = try #require(try desk.cards("Words").first?.forward)
    #expect(before.reviews == 1 && before.lapses == 0 && before.due > 0)
    try desk.update(id, ["front": .string("c")])
    for _ in 0..<2 {
      let card = try #require(try desk.cards("Words").first)
      #expect(card.id == id && card.front == "c" && card.forward?.values == before.values)
      try desk.restart()
    }
    #expect(try desk.refusalName { try desk.update(id, ["front": .string("b")]) } == "CardExists")
    #expect(try desk.cards("Words").map(\.id).first == id)
  }

  @Test func aSuspendedCardIsNeitherAskedNorDue() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\nc\t3\n"])
    let cards = try desk.cards("Words")
    for card in cards.dropLast() { try desk.suspend(card.id) }
    try desk.suspend(cards[0].id)
    #expect(desk.changed == ["Words", "Words"])
    try desk.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    #expect(try desk.practice().questions == 1)
    try desk.suspend(cards[0].id, false)
    try desk.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    #expect(try desk.practice().questions == 2)
  }

  @Test func theSearchFindsWholeWordsFirst() throws {
    let desk = try CardDesk(["Words": "Straße\tvia\tÉTÉ\nportable\tx\nsé table\ty\ntableau\tz\n"])
    func fronts(_ text: String, limit: UInt32 = 500) throws -> [String] {
      try desk.search(text, limit: limit).map(\.front)
    }
    #expect(try fronts("TABLE") == ["sé table", "tableau", "portable"])
    #expect(try fronts("table", limit: 1) == ["sé table"])
    #expect(try fronts("strasse") == ["Straße"] && fronts("ete") == ["Straße"])
    #expect(try fronts(" SE  ").first == "sé table")
    for nothing in ["", " ", "nowhere", String(repeating: "x", count: 500_000)] {
      #expect(try fronts(nothing).isEmpty)
    }
    #expect(try desk.search("はい").first?.deck == "Japanese basics")
    try desk.add("Words", "table d'hôte", "w")
    #expect(try fronts("table").contains("table d'hôte"))
    let id = try #require(try desk.search("portable").first).id
    #expect(try desk.cards("Words")[1].id == id)
  }

  @Test func cardsAreFoundByTheirNumbers() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\t\tg\n", "Others": "c\t3\t\tg\n"])
    let words = try desk.cards("Words")
    let ids = words.map(\.id)
    try desk.suspend(ids[0])
    let found = try desk.cards([ids[1], 999, 0, .max, ids[0]])
    #expect(found.map(\.texts) == ["c|3|", "b|2|", "a|1|"])
    #expect(found.map(\.deck) == ["Others", "Words", "Words"])
    #expect(found.map(\.id) == [ids[1], ids[1], ids[0]] && found[2].isSuspended)
    #expect(try desk.cards([]).isEmpty)
    #expect(try desk.cards(Array(repeating: ids[0], count: 500)).count == 500)
    let many = Array(repeating: ids[0], count: 501)
    #expect(try desk.refusalName { _ = try desk.cards(many) } == "InvalidArgs")
  }

  @Test func reviewsMadeElsewhereAreAdded() throws {
    let desk = try CardDesk(["Words": "a\t1\t\tg1\nb\t2\t\tg2\n"])
    let day: UInt64 = 86_400_000_000
    let start: UInt64 = 1_700_000_000_000_000
    func review(_ guid: String, _ number: UInt64, _ rating: UInt32 = 3) -> ForeignReview {
      ForeignReview(
        guid: guid, direction: "forward", at: start + number * 30 * day, rating: rating,
        took: 900_000)
    }
    let reviews = [review("g1", 0), review("g1", 1, 1), review("g1", 2), review("later", 0)]
    #expect(try desk.importReviews(reviews, suspended: ["g2", "other"]) == 4)
    #expect(try desk.importReviews(reviews + [review("g1", 3)]) == 1)
    let cards = try desk.cards("Words")
    #expect(cards[0].forward?.reviews == 4 && cards[0].forward?.lapses == 1)
    #expect(cards[0].backward == nil && cards[1].forward == nil && cards[1].isSuspended)
    // A card that comes later has its reviews already.
    try desk.add("Words", ["front": .string("c"), "back": .string("3"), "guid": .string("later")])
    #expect(try desk.cards("Words").last?.forward?.reviews == 1)
    for (wrong, part) in [
      (ForeignReview(guid: "", direction: "forward", at: 1, rating: 1, took: 1), "guid"),
      (ForeignReview(guid: "g", direction: "up", at: 1, rating: 1, took: 1), "direction"),
      (ForeignReview(guid: "g", direction: "forward", at: 1, rating: 5, took: 1), "rating"),
      (ForeignReview(guid: "g", direction: "forward", at: .max, rating: 1, took: 1), "made at"),
    ] {
      let refusal = desk.refusal { _ = try desk.importReviews([review("g2", 9), wrong]) }
      #expect(refusal?.name == .invalidArgs && refusal?.message.contains(part) == true)
    }
    let many = (0..<5001).map { review("m", $0) }
    #expect(try desk.refusalName { _ = try desk.importReviews(many) } == "InvalidArgs")
    #expect(try desk.cards("Words")[1].forward == nil)
  }

  /// Where the decks' own disk is full or read-only nothing changes, and the reason is named.
  @Test func aDiskThatTakesNothingChangesNothing() throws {
    let bus = try PrivateBus()
    let place = bus.files.path("data/memorize/decks")
    try bus.files.make("data/memorize/decks")
    let disk = try SmallDisk(on: bus, mounted: "size=4m")
    let client = try DaemonClient(bus)
    #expect(try disk.run("mount -t tmpfs -o size=64k tmpfs '\(place)'") == 0)
    #expect(try disk.run("printf 'a\\tb\\t\\tg\\nc\\td\\n' >'\(place)/Words.tsv'") == 0)
    func refusal(_ back: String, of deck: String) -> BusError? {
      client.refusal {
        _ = try client.proxy.callAndWait(
          DecksContract.addCard, deck, ["front": .string("x"), "back": .string(back)])
      }
    }
    #expect(refusal("1", of: "Words") == nil)
    #expect(try disk.run("cat /dev/zero >'\(place)/filler' 2>/dev/null; true") == 0)
    for deck in ["Words", "Other"] {
      let full = refusal("2", of: deck)
      #expect(full?.name == .storageFailed)
      #expect(full?.message.contains("no space is left") == true, "\(full?.message ?? "")")
    }
    #expect(try disk.run("rm '\(place)/filler'; mount -o remount,ro '\(place)'") == 0)
    let readOnly = refusal("3", of: "Words")
    #expect(readOnly?.name == .storageFailed)
    #expect(readOnly?.message.contains("read-only") == true, "\(readOnly?.message ?? "")")
    #expect(try disk.run("mount -o remount,rw '\(place)'") == 0)
    #expect(refusal("4", of: "Words") == nil)
    let cards = try client.proxy.callAndWait(DecksContract.cards, "Words", 0, 500)
    #expect(cards.map(\.back) == ["b", "d", "1", "4"])
    #expect(disk.daemon.isRunning)
  }

  @Test func aLargeDeckIsListedAndSearchedWhole() throws {
    let text = (0..<20_000).map { "word \($0)\tmeaning \($0)\t\tguid\($0)\n" }.joined()
    let desk = try CardDesk(["Large": text])
    #expect(try desk.cards("Large", offset: 19_999, limit: .max).map(\.front) == ["word 19999"])
    #expect(try desk.cards("Large", offset: .max).isEmpty)
    #expect(try desk.cards("Large", limit: .max).count == 500)
    #expect(try desk.search("meaning 1234").map(\.front).prefix(2) == ["word 1234", "word 12340"])
    #expect(try desk.search("word", limit: .max).count == 500)
    #expect(try desk.refusalName { try desk.add("Large", "another", "more") } == "LimitsExceeded")
    let last = try #require(try desk.cards("Large", offset: 19_999).first)
    try desk.remove(last.id)
    let id = try desk.add("Large", "another", "more")
    #expect(try desk.search("another").first?.id == id)
  }
}
