import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

@Suite struct DeckEditTests {
  private static func edited(
    _ text: String, _ edit: (inout DeckEdit) throws -> Void
  ) throws -> String {
    var file = DeckEdit(Array(text.utf8))
    try edit(&file)
    return String(decoding: try file.applied(), as: UTF8.self)
  }

  private static let new = WordCard("犬", "dog", pronunciation: "いぬ", guid: "g")

  @Test(arguments: [
    ("", "犬\tdog\tいぬ\tg\n"), ("\u{FEFF}", "\u{FEFF}犬\tdog\tいぬ\tg\n"),
    ("a\tb\n", "a\tb\n犬\tdog\tいぬ\tg\n"), ("a\tb", "a\tb\n犬\tdog\tいぬ\tg\n"),
    ("a\tb\r\nc\td", "a\tb\r\nc\td\r\n犬\tdog\tいぬ\tg\r\n"),
    ("#separator:;\na;b\n\n# end", "#separator:;\na;b\n\n# end\n犬;dog;いぬ;g\n"),
    ("#guid column:1\n#tags column:3\n", "#guid column:1\n#tags column:3\ng\t犬\t\tdog\tいぬ\n"),
    // Without a column for it the guid is left out.
    ("#tags column:1\n", "#tags column:1\n\t犬\tdog\tいぬ\n"),
    ("#columns:Word\tMeaning\tKana\n", "#columns:Word\tMeaning\tKana\n犬\tdog\tいぬ\n"),
    ("#columns:A\tB\tC\tD\n", "#columns:A\tB\tC\tD\n犬\tdog\tいぬ\tg\n"),
  ])
  func aCardIsAppended(_ text: String, _ expected: String) throws {
    let result = try Self.edited(text) { try $0.append(Self.new) }
    #expect(result == expected)
  }

  @Test func onlyWhatNeedsItIsQuotedOrEscaped() throws {
    func line(_ header: String, _ card: WordCard) throws -> String? {
      let result = try Self.edited(header) { try $0.append(card) }
      #expect(DeckFile.read(Array(result.utf8)).cards == [card])
      return result.split(separator: "\n").last.map(String.init)
    }
    #expect(try line("", WordCard("#a", "#b")) == "\"#a\"\t#b\t\t")
    #expect(try line("", WordCard("say \"a\"", "\"b\"")) == "say \"a\"\t\"\"\"b\"\"\"\t\t")
    #expect(try line("#separator:comma\n", WordCard("a, b", "c")) == "\"a, b\",c,,")
    #expect(try line("#html:true\n", WordCard("a<b>", "R&D")) == "a&lt;b&gt;\tR&amp;D\t\t")
    #expect(throws: DeckEditError.self) {
      try line("#html:true\n", WordCard("a  b", "c"))
    }
  }

  /// A changed text must not take the markup of the others with it.
  @Test func columnsThatDoNotChangeStayAsTheyAre() throws {
    let text = """
      #html:true
      #tags column:4
      <b>one</b>	eins&nbsp;	"u""n"	verb	[sound:x.mp3]
       行[い]く	to go
      """
    let cards = DeckEdit(Array(text.utf8)).cards
    #expect(cards.map(\.fields) == ["one|eins|u\"n|", "行く|to go|いく|"])
    let back = try Self.edited(text) { try $0.replace([0: cards[0].with(second: "1")]) }
    #expect(back == text.replacing("eins&nbsp;", with: "1"))
    let front = try Self.edited(text) { try $0.replace([1: cards[1].with(first: "来る")]) }
    #expect(front == text.replacing(" 行[い]く\tto go", with: "来る\tto go\tいく"))
  }

  @Test func aRecordOfSeveralLinesIsRemovedWhole() throws {
    let text = "#html:true\na\t\"b\nb\"\n# c\nd\te"
    #expect(try Self.edited(text) { $0.remove(0) } == "#html:true\n# c\nd\te")
    #expect(try Self.edited(text) { $0.remove(1) } == "#html:true\na\t\"b\nb\"\n# c\n")
  }

  @Test func noCardBecomesAnother() throws {
    let text = "a\tb\t\t1\nc\td\t\t2\n"
    #expect(throws: DeckEditError.self) {
      try Self.edited(text) { try $0.append(WordCard("a\u{FE0F}", "b")) }
    }
    #expect(throws: DeckEditError.self) {
      try Self.edited(text) { try $0.append(WordCard("e", "f", guid: "2")) }
    }
    #expect(throws: DeckEditError.self) {
      try Self.edited(text) { try $0.replace([0: WordCard("c", "d")]) }
    }
    // Two changes together may swap what one alone cannot.
    let swapped = try Self.edited(text) {
      try $0.replace([0: WordCard("x", "y", guid: "1")])
      try $0.replace([1: WordCard("a", "b", guid: "2")])
    }
    #expect(swapped == "x\ty\t\t1\na\tb\t\t2\n")
  }

  /// A comment after the first card must not become a header line when that card goes, nor a
  /// faulty line a card.
  @Test(arguments: [
    "a\tb\n#separator:comma\nc\td\n", "a\tb\n\u{FEFF}c\td\n", "a\tb\na\tb\n",
    "\"x\na\tb\"c\ny\tz\"\n",
  ])
  func aRemovalThatWouldChangeOtherCardsIsRefused(_ text: String) throws {
    let cards = DeckEdit(Array(text.utf8)).cards
    #expect(cards.first?.first == "a")
    #expect(throws: DeckEditError.self) { try Self.edited(text) { $0.remove(0) } }
  }

  @Test func aFullDeckTakesNoMore() throws {
    let text = (1...20_000).map { "\($0)\tn\n" }.joined()
    #expect(throws: DeckEditError.self) {
      try Self.edited(text) { try $0.append(WordCard("a", "b")) }
    }
    let replaced = try Self.edited(text) {
      $0.remove(0)
      try $0.append(WordCard("a", "b"))
    }
    #expect(DeckFile.read(Array(replaced.utf8)).cards.count == 20_000)
  }

  @Test func everyOtherLineStays() throws {
    var generator = SeededGenerator(for: "everyOtherLineStays")
    var applied = 0
    let files = rounds(250, ofAll: 1000)
    for _ in 0..<files {
      var file = RandomDeckFile(using: &generator)
      for _ in 0..<3 where try file.expectEdit(using: &generator) { applied += 1 }
    }
    #expect(applied > 2 * files, "Most changes are possible.")
  }
}

extension WordCard {
  fileprivate func with(first: String? = nil, second: String? = nil) -> WordCard {
    WordCard(
      first ?? self.first, second ?? self.second, pronunciation: pronunciation, guid: guid,
      tags: tags)
  }
}

/// A file of random form, in parts that are known to be a card each or none.
private struct RandomDeckFile {
  private struct Part {
    var bytes: [UInt8]
    var isCard: Bool
  }

  private let header: [UInt8]
  private var parts: [Part] = []

  private var bytes: [UInt8] { header + parts.flatMap(\.bytes) }

  init(using generator: inout some RandomNumberGenerator) {
    let separator = FieldSeparator.allCases.randomElement(using: &generator) ?? .tab
    let isHTML = Int.random(in: 0..<3, using: &generator) == 0
    let end = Bool.random(using: &generator) ? "\n" : "\r\n"
    var lines = ["#separator:\(separator.rawValue)", "#html:\(isHTML)"]
    let columns = Array(1...7).shuffled(using: &generator)
    if Bool.random(using: &generator) { lines.append("#guid column:\(columns[0])") }
    if Bool.random(using: &generator) { lines.append("#tags column:\(columns[1])") }
    if Bool.random(using: &generator) { lines.append("# a comment: of any kind") }
    let mark = Int.random(in: 0..<4, using: &generator) == 0 ? "\u{FEFF}" : ""
    header = Array((mark + lines.map { $0 + end }.joined()).utf8)
    for card in RandomTexts.deck(Int.random(in: 0...8, using: &generator), using: &generator) {
      var file = DeckEdit(header)
      guard (try? file.append(card)) != nil, let written = try? file.applied() else { continue }
      var line = String(decoding: written.dropFirst(header.count), as: UTF8.self)
      let more = ["", "", "<i>\(parts.count)</i>"].randomElement(using: &generator)
      if let more, isHTML, let last = line.lastIndex(where: { $0 != "\n" && $0 != "\r\n" }) {
        line.insert(contentsOf: more, at: line.index(after: last))
      }
      let isCard = DeckFile.read(header + Array(line.utf8)).cards.count == 1
      if isCard { parts.append(Part(bytes: Array(line.utf8), isCard: true)) }
      let other = ["", "", "\(end)", "# note\(end)", " \(end)", "alone\(end)"]
      if let other = other.randomElement(using: &generator), !other.isEmpty {
        parts.append(Part(bytes: Array(other.utf8), isCard: false))
      }
    }
    if Bool.random(using: &generator), parts.last?.isCard == true, let last = parts.popLast() {
      let bare = last.bytes.dropLast(end.utf8.count)
      parts.append(Part(bytes: Array(bare), isCard: true))
    }
  }

  /// What an edit says that its file has, if it does, is what reading the file finds.
  private func expectCardsRead(from after: [UInt8], by edit: DeckEdit) {
    guard let known = edit.cardsRead(from: after) else { return }
    let read = DeckFile.read(after)
    #expect(read.faults.isEmpty && known.cards.map(\.spelled) == read.cards.map(\.spelled))
    let names = [known, DeckCards(read)].map { try? $0.deckName(ofFile: "file") }
    #expect(names[0]?.text == names[1]?.text, "\(after)")
  }

  /// Changes one card and compares the rest; returns whether the change was possible.
  mutating func expectEdit(using generator: inout some RandomNumberGenerator) throws -> Bool {
    let before = bytes
    var edit = DeckEdit(before)
    let places = parts.indices.filter { parts[$0].isCard }
    try #require(edit.cards.count == places.count, "\(before)")
    let card = RandomTexts.deckPair(guid: "new", using: &generator)
    let new = edit.hasGuids ? card : WordCard(card.first, card.second)
    var cards = edit.cards
    guard !places.isEmpty, Int.random(in: 0..<3, using: &generator) > 0 else {
      guard (try? edit.append(card)) != nil, let after = try? edit.applied() else { return false }
      var line = after.dropFirst(before.count)
      #expect(after.starts(with: before))
      // The end of the line before, which had none.
      while let byte = line.first, byte == 13 || byte == 10, !parts.isEmpty {
        parts[parts.count - 1].bytes.append(byte)
        line.removeFirst()
      }
      #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == 10 } == 1)
      let read = DeckFile.read(after).cards
      cards.append(
        WordCard(
          card.first, card.second, pronunciation: card.pronunciation,
          guid: edit.hasGuids ? card.guid : nil))
      #expect(read.map(\.spelled) == cards.map(\.spelled), "\(before)")
      expectCardsRead(from: after, by: edit)
      parts.append(Part(bytes: Array(line), isCard: true))
      return true
    }
    let place = Int.random(in: places.indices, using: &generator)
    let part = places[place]
    let rest = (
      header + parts[..<part].flatMap(\.bytes), parts[(part + 1)...].flatMap(\.bytes)
    )
    if Bool.random(using: &generator) {
      edit.remove(place)
      cards.remove(at: place)
      guard let after = try? edit.applied() else { return false }
      #expect(after == rest.0 + rest.1)
      expectCardsRead(from: after, by: edit)
      parts.remove(at: part)
    } else {
      let isWhole = Bool.random(using: &generator)
      let old = cards[place]
      cards[place] =
        isWhole ? WordCard(new.first, new.second, guid: old.guid) : old.with(second: new.second)
      guard (try? edit.replace([place: cards[place]])) != nil,
        let after = try? edit.applied()
      else { return false }
      expectCardsRead(from: after, by: edit)
      #expect(after.starts(with: rest.0) && after.suffix(rest.1.count) == rest.1[...])
      parts[part].bytes = Array(after[rest.0.count..<(after.count - rest.1.count)])
      let isLast = part == parts.count - 1
      #expect(isLast || parts[part].bytes.last == UInt8(ascii: "\n"))
    }
    #expect(DeckFile.read(bytes).cards.map(\.spelled) == cards.map(\.spelled), "\(before)")
    return true
  }
}
