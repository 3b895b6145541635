import MemoryGame
import PlainText
import Practice
import TestSupport
import Testing
import ThemeFiles

@Suite struct DeckUnionTests {
  private static func merge(
    _ copy: String, isNewer: Bool, into deck: String,
    isGone: (CardIdentity) -> Bool = { _ in false }
  ) throws -> (text: String, union: DeckUnion) {
    var edit = DeckEdit(Array(deck.utf8))
    let union = try DeckUnion(
      DeckFile.read(Array(copy.utf8)), isNewer: isNewer, into: &edit, of: ThemeName("Deck"),
      isGone: isGone)
    return (String(decoding: try edit.applied(), as: UTF8.self), union)
  }

  /// Merges a copy that is newer, and the deck into it.
  private static func expect(
    newer copy: String, older deck: String, _ expected: String, _ other: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try merge(copy, isNewer: true, into: deck).text == expected, sourceLocation: sourceLocation)
    #expect(
      try merge(deck, isNewer: false, into: copy).text == other, sourceLocation: sourceLocation)
  }

  @Test func aCardOfEitherIsThereWithItsNewerText() throws {
    let older = "# mine\na\t1\t\tga\nb\t2\tp\tgb\tnote\tmore\nx\t0\n"
    let newer = "b\t3\t\tgb\nc\t4\t\tgc\nX\t0\nx\t9\n"
    try Self.expect(
      newer: newer, older: older,
      "# mine\na\t1\t\tga\nb\t3\t\tgb\t\tmore\nx\t9\nc\t4\t\tgc\nX\t0\t\t\n",
      newer + "a\t1\t\tga\n")
    let (_, union) = try Self.merge(newer, isNewer: true, into: older)
    #expect(union.replaced.map(\.old.fields) == ["b|2|p|gb", "x|0||"])
    #expect(union.replaced.map(\.new.fields) == ["b|3||gb", "x|9||"])
    #expect(union.added.map(\.fields) == ["c|4||gc", "X|0||"])
  }

  @Test func oneLineCanHaveTwoAnswersInTwo() throws {
    // Only the text of which the other file has nothing is replaced.
    try Self.expect(
      newer: "a\t1\na\t3\n", older: "a\t1\na\t2\n", "a\t1\na\t3\n", "a\t1\na\t3\n")
    try Self.expect(newer: "a\t1\n", older: "a\t1\na\t2\n", "a\t1\na\t2\n", "a\t1\na\t2\t\t\n")
  }

  /// One machine gave the deck guids while the other changed it.
  @Test func aGuidStaysWithItsCard() throws {
    try Self.expect(
      newer: "a\t2\nb\t1\n", older: "a\t1\t\tga\nb\t1\t\tgb\n", "a\t2\t\tga\nb\t1\t\tgb\n",
      "a\t2\t\tga\nb\t1\t\tgb\n")
    try Self.expect(
      newer: "a\t1\t\tga\n", older: "a\t2\n", "a\t1\t\tga\n", "a\t1\t\tga\n")
    // Each machine gave it its own.
    try Self.expect(newer: "a\t1\t\tg\n", older: "a\t1\t\th\n", "a\t1\t\tg\n", "a\t1\t\tg\n")
    // With guids, two cards may have the same first side.
    try Self.expect(
      newer: "a\t1\t\tg\n", older: "a\t2\t\th\n", "a\t2\t\th\na\t1\t\tg\n",
      "a\t1\t\tg\na\t2\t\th\n")
  }

  /// Texts that moved from card to card, and sides that two cards cannot both have.
  @Test func sidesCanBeExchanged() throws {
    let newer = "b\t2\t\tga\na\t1\t\tgb\n"
    try Self.expect(newer: newer, older: "a\t1\t\tga\nb\t2\t\tgb\n", newer, newer)
    try Self.expect(
      newer: "b\t2\t\tga\n", older: "a\t1\t\tga\nb\t2\t\tgb\n", "b\t2\t\tga\n", "b\t2\t\tga\n")
    let (_, union) = try Self.merge(
      "b\t2\t\tga\n", isNewer: true, into: "a\t1\t\tga\nb\t2\t\tgb\n")
    #expect(union.replaced.map(\.old.fields) == ["a|1||ga", "b|2||gb"])
  }

  @Test func sentencesWithGapsAreOneCardEach() throws {
    let (older, newer) = ("{{c1::Paris}} is in {{c2::France}}", "{{c1::Paris}}, {{c2::France}}")
    try Self.expect(
      newer: "\(newer)\t\t\tg\n", older: "\(older)\t\t\tg\n\(older)!\n",
      "\(newer)\t\t\tg\n\(older)!\n", "\(newer)\t\t\tg\n\(older)!\t\t\t\n")
  }

  @Test func whatIsGoneStaysGone() throws {
    let copy = "a\t1\t\tga\nb\t2\n{{c1::x}} {{c2::y}}\t\t\tgx\nc\t3\n"
    let gone: Set<CardIdentity> = [
      .guid("ga", gap: nil), .side(deck: "deck", first: "b"), .guid("gx", gap: 1),
      .guid("gx", gap: 2),
    ]
    let (text, union) = try Self.merge(
      copy, isNewer: true, into: "a\t0\t\tga\n", isGone: gone.contains)
    // In the deck it stays as it is there.
    #expect(text == "a\t0\t\tga\nc\t3\t\t\n")
    #expect(union.replaced.isEmpty && union.added.map(\.first) == ["c"])
    // A sentence is gone with all of its gaps.
    let (part, _) = try Self.merge(
      copy, isNewer: false, into: "", isGone: { $0 == .guid("gx", gap: 1) })
    #expect(DeckFile.read(Array(part.utf8)).cards.count == 4)
  }

  /// A header without a column for guids gets one, which changes no card.
  @Test func noGuidIsLost() throws {
    let copy = "a\t1\t\tga\nb\t2\t\tgb\n"
    func merged(_ deck: String) throws -> String {
      try Self.merge(copy, isNewer: false, into: deck).text
    }
    #expect(
      try merged("#columns:A\tB\tC\na\t1\tp\n")
        == "#columns:A\tB\tC\n#guid column:4\na\t1\tp\tga\nb\t2\t\tgb\n")
    #expect(
      try merged("#tags column:1\r\nverb\ta\t1\tp\tnote\tmore\r\n")
        == "#tags column:1\r\n#guid column:7\r\nverb\ta\t1\tp\tnote\tmore\tga\r\n\tb\t2\t\t\t\tgb\r\n"
    )
    // Without a guid in the copy the header stays.
    let (text, _) = try Self.merge("b\t2\n", isNewer: true, into: "#tags column:1\n\ta\t1\n")
    #expect(text == "#tags column:1\n\ta\t1\n\tb\t2\t\n")
  }

  @Test func aDeckWithMarksOfGitKeepsThem() throws {
    let deck = "<<<<<<< a\na\t1\t\tga\n=======\na\t2\t\tga\n>>>>>>> b\n"
    let (text, _) = try Self.merge("a\t3\t\tga\nb\t4\n", isNewer: true, into: deck)
    #expect(text == deck.replacing("a\t1", with: "a\t3") + "b\t4\t\t\n")
  }

  @Test func languagesAreThoseOfTheNewerFileThatHasSome() throws {
    let (deck, copy) = ("#language:ja/en\na\t1\n", "#language:de/en\na\t1\n")
    try Self.expect(newer: copy, older: deck, copy, copy)
    try Self.expect(newer: "a\t1\n", older: deck, deck, deck)
  }

  /// What cannot be written leaves both files as they are.
  @Test func aCardThatCannotBeWrittenStopsAll() {
    #expect(throws: DeckEditError.self) {
      try Self.merge("a  b\tc\n", isNewer: true, into: "#html:true\nx\ty\n")
    }
  }

  @Test func theOrderOfMergingDoesNotMatter() throws {
    var generator = SeededGenerator(for: "theOrderOfMergingDoesNotMatter")
    for _ in 0..<rounds(250, ofAll: 1000) {
      let seed = generator.next()
      var random = SeededGenerator(fixed: seed)
      let pair = RandomCopies(using: &random)
      try pair.expectEqualResults(seed)
      try pair.expectGoneCardsStay(seed, using: &random)
    }
  }
}

/// Two files that were one before both were changed.
private struct RandomCopies {
  private var older = ""
  private var newer = ""
  private static let comment = "# a comment\t"
  private static let sides = ["a", "b", "c", "d", "a\u{FE0F}", "犬", "{{c1::x}} {{c2::y}}"]

  init(using generator: inout some RandomNumberGenerator) {
    var ancestor = (0..<Int.random(in: 0...8, using: &generator)).map {
      Self.line($0, using: &generator)
    }
    if Bool.random(using: &generator) {
      ancestor += RandomTexts.deck(4, using: &generator).map {
        [$0.first, $0.second, $0.pronunciation ?? "", $0.guid ?? ""]
      }.filter { !$0.joined().contains("\"") && !$0[0].hasPrefix("#") && !$0[0].isEmpty }
    }
    older = Self.changed(ancestor, using: &generator)
    newer = Self.changed(ancestor, using: &generator)
    if Int.random(in: 0..<3, using: &generator) == 0 {
      let headers = [
        ["#guid column:1", "#tags column:3"], ["#separator:comma"], ["#tags column:1"],
        ["#columns:A\tB\tC"], ["#language:de/en"],
      ]
      let header = headers.randomElement(using: &generator) ?? []
      older = DeckFile.text(of: Self.cards(older), header: header + [Self.comment])
    }
  }

  private static func line(
    _ number: Int, using generator: inout some RandomNumberGenerator
  ) -> [String] {
    let first = sides.randomElement(using: &generator) ?? "a"
    let guid = Bool.random(using: &generator) ? "g\(number)" : ""
    return [first, "\(Int.random(in: 0..<4, using: &generator))", "", guid]
  }

  private static func changed(
    _ ancestor: [[String]], using generator: inout some RandomNumberGenerator
  ) -> String {
    var lines = ancestor
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let change = Int.random(in: 0..<7, using: &generator)
      guard let index = lines.indices.randomElement(using: &generator), change < 6 else {
        lines.append(line(Int.random(in: 0..<12, using: &generator), using: &generator))
        continue
      }
      switch change {
      case 0: lines.remove(at: index)
      case 1: lines[index][0] = sides.randomElement(using: &generator) ?? "a"
      case 2: lines[index][1] = "\(Int.random(in: 0..<4, using: &generator))"
      case 3: lines[index][3] = lines[index][3].isEmpty ? "h\(index)" : ""
      case 4: lines.shuffle(using: &generator)
      default: lines[index].append(["", "note"].randomElement(using: &generator) ?? "")
      }
    }
    // Only what is read without faults: a change could not be certain to leave a faulty line.
    var kept = [comment + "\n"]
    for line in lines {
      let text = line.joined(separator: "\t") + "\n"
      let isRead = DeckFile.read(Array((kept.joined() + text).utf8)).faults.isEmpty
      if isRead { kept.append(text) }
    }
    return kept.joined()
  }

  private func merged(
    _ copy: String, isNewer: Bool, into deck: String, _ seed: UInt64,
    isGone: (CardIdentity) -> Bool = { _ in false }
  ) throws -> String {
    func once(_ deck: String) throws -> String {
      var edit = DeckEdit(Array(deck.utf8))
      _ = try DeckUnion(
        DeckFile.read(Array(copy.utf8)), isNewer: isNewer, into: &edit, of: ThemeName("Deck"),
        isGone: isGone)
      return String(decoding: try edit.applied(), as: UTF8.self)
    }
    let text = try once(deck)
    #expect(try once(text) == text, "twice, seed \(seed): \(deck) \(copy)")
    return text
  }

  private static func cards(_ text: String) -> [WordCard] { DeckFile.read(Array(text.utf8)).cards }

  private static func spelled(_ text: String) -> Set<[[UInt8]]> {
    Set(cards(text).map { $0.spelled + [Array($0.note.utf8)] })
  }

  private static func identities(_ text: String) -> Set<CardIdentity> {
    Set(cards(text).map { CardIdentity($0, in: "deck") })
  }

  func expectEqualResults(_ seed: UInt64) throws {
    let one = try merged(newer, isNewer: true, into: older, seed)
    let other = try merged(older, isNewer: false, into: newer, seed)
    #expect(Self.spelled(one) == Self.spelled(other), "seed \(seed): \(older) \(newer)")
    #expect(Self.cards(one).count == Self.cards(other).count, "seed \(seed)")
    // All of the newer stands, and each side of the older is there or a card of its guid is.
    func sides(_ card: WordCard) -> [String] {
      [card.frontField, card.backField].map(WrittenText.comparisonKey)
    }
    let all = Set(Self.cards(one).map(sides))
    #expect(Self.cards(newer).map(sides).allSatisfy(all.contains), "seed \(seed)")
    let guids = Set(Self.cards(one).compactMap(\.guid))
    let firsts = Set(Self.cards(one).map { CardIdentity($0.with(guid: nil), in: "deck") })
    for card in Self.cards(older) {
      let isThere =
        card.guid.map(guids.contains) ?? firsts.contains(CardIdentity(card, in: "deck"))
      #expect(
        isThere || all.contains(sides(card)),
        "seed \(seed): \(older) \(newer)")
    }
    // Lines that stay are the same bytes in the same order.
    let lines = one.split(separator: "\n")[...]
    var rest = lines
    for line in older.split(separator: "\n") where lines.contains(line) {
      guard let index = rest.firstIndex(of: line) else {
        Issue.record("\(line) moved, seed \(seed)")
        break
      }
      rest = rest[(index + 1)...]
    }
    #expect([one, other].allSatisfy { $0.contains(Self.comment + "\n") }, "seed \(seed)")
  }

  func expectGoneCardsStay(
    _ seed: UInt64, using generator: inout some RandomNumberGenerator
  ) throws {
    let all = (Self.cards(older) + Self.cards(newer)).flatMap(\.cards)
    let gone = Set(
      all.map { CardIdentity($0, in: "deck") }.filter { _ in
        Int.random(in: 0..<3, using: &generator) == 0
      })
    func isGone(_ card: WordCard) -> Bool {
      card.cards.allSatisfy { gone.contains(CardIdentity($0, in: "deck")) }
    }
    for (copy, isNewer, deck) in [(newer, true, older), (older, false, newer)] {
      let text = try merged(copy, isNewer: isNewer, into: deck, seed, isGone: gone.contains)
      let had = Self.identities(deck)
      for card in Self.cards(text) where isGone(card) {
        #expect(
          had.contains(CardIdentity(card, in: "deck")), "seed \(seed): \(deck) \(copy) \(gone)")
      }
    }
  }
}
