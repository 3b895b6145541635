import MemoryGame
import PlainText
import Practice
import TestSupport
import Testing
import ThemeFiles

private func read(_ text: String) -> DeckContent {
  DeckFile.read(Array(text.utf8))
}

extension WordCard {
  /// The card in one line, for comparison.
  var fields: String { [first, second, pronunciation ?? "", guid ?? ""].joined(separator: "|") }
}

/// Each line is of a record, each record is a card or a fault, and the cards are read back.
func expectComplete(
  _ content: DeckContent, _ bytes: [UInt8], separator: UInt8,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let records = Array(DelimitedRecords(bytes, separator: separator))
  let lines = records.flatMap { Array($0.lines) }
  #expect(lines.count == Set(lines).count, sourceLocation: sourceLocation)
  #expect(
    linesWithContent(of: bytes).subtracting(lines).isEmpty, "\(bytes)",
    sourceLocation: sourceLocation)
  let faults = content.faults.dropFirst(AnkiHeader(FileLines(bytes)).faults.count)
  #expect(
    records.count == content.cards.count + faults.count, "\(bytes)", sourceLocation: sourceLocation)
  #expect(
    DeckFile.read(Array(DeckFile.text(of: content.cards).utf8)).cards.map(\.spelled)
      == content.cards.map(\.spelled),
    sourceLocation: sourceLocation)
}

@Suite struct DeckFileTests {
  @Test func fourFieldsAndComments() {
    let file = read("# verbs\nいく\tto go\tiku\tv1\n\nくる\tto come\r\n犬[いぬ]\t<b>dog</b>\n")
    #expect(file.faults.isEmpty)
    #expect(file.cards.map(\.fields) == ["いく|to go|iku|v1", "くる|to come||", "犬[いぬ]|<b>dog</b>||"])
    #expect(file.name == nil)
  }

  @Test func headerLinesOfAnki() {
    let file = read(
      #"""
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:6
      #deck:Verbs
      "#a""1"	Basic	Verbs	 行[い]く	to&nbsp;go<br>[sound:iku.mp3]	verb common
      k%1	Basic	Verbs	"<div>くる
      る</div>"	"say ""come"""	
      """#)
    #expect(file.faults.isEmpty)
    #expect(file.cards.map(\.fields) == ["行く|to go|いく|#a\"1", "くる る|say \"come\"||k%1"])
    #expect(file.name?.text == "Verbs")
  }

  @Test(arguments: [
    ("#separator:Semicolon\na;b;c", "a|b|c|"), ("#separator:,\na,b", "a|b||"),
    ("#separator:\t\na\tb", "a|b||"), ("#separator: pipe\na|b", "a|b||"),
    ("#tags column:1\nx\ta\tb\tc\td", "a|b|c|"), ("#columns:a:b\n#x\na\tb", "a|b||"),
  ])
  func otherHeaders(_ text: String, _ expected: String) {
    let file = read(text)
    #expect(file.cards.map(\.fields) == [expected])
    #expect(file.faults.isEmpty)
  }

  /// 60 characters of 1,020 bytes: with its key, such a name is longer than any side.
  @Test func theLongestNameIsReadBack() throws {
    let name = try ThemeName(
      String(repeating: "👨‍👩‍👧‍👦", count: 40) + String(repeating: "x", count: 20))
    let file = read(DeckFile.text(of: [try WordCard(checking: "a", "b")], name: name))
    #expect(file.faults.isEmpty)
    #expect(file.name?.text == name.text)
    #expect(
      read("#deck:Words" + String(repeating: " ", count: 9000) + "\na\tb").name?.text == "Words")
    let tooLong = String(repeating: "👨‍👩‍👧‍👦", count: 42)
    let fault = #expect(throws: ThemeError.name(.tooLong)) { try ThemeName(tooLong) }
    #expect(tooLong.count < 64 && fault?.message.contains("1024 bytes") == true)
  }

  @Test(arguments: [
    ("#separator:x", "#separator"),
    (
      "#deck:\(String(repeating: "n", count: 65))",
      "#deck: does not give a valid name. A name can have at most 64"
    ),
    ("#deck:a\u{1B}b", "#deck: does not give a valid name. A name must not contain control"),
    ("#deck:\(String(repeating: "n", count: 5000))", "1024 bytes"),
    ("#html:perhaps", "true or false"),
    ("#guid column:0", "from 1 to"), ("#tags column:two", "from 1 to"),
    ("a", "second side is empty"),
    ("\tb", "first side is empty"), ("a\ta\u{FE0F}", "equal"),
    ("a\tb\u{202E}", "second side contains"),
    ("\"a\tb", "quotation mark"), ("\"a\"x\tb", "quotation mark"), ("one\teins\t\tid", "guid"),
    ("Eins\tOne", "line 4"), ("a\t\(String(repeating: "b", count: 1025))", "1024 bytes"),
    ("a\t\(String(repeating: "b", count: 65_537))", "65536 bytes"),
  ])
  func aBadLineBetweenGoodOnes(_ line: String, _ part: String) throws {
    let isHeader = line.first == "#"
    let file = read(
      (isHeader ? "\n\n\(line)\n" : "\n\n\n") + "Eins\tOne\nZwei\tTwo\t\tid\n"
        + (isHeader ? "\n" : "\(line)\n") + "Drei\tThree\n")
    #expect(file.cards.map(\.first) == ["Eins", "Zwei", "Drei"])
    #expect(file.faults.map(\.line) == [isHeader ? 3 : 6])
    let message = try #require(file.faults.first).message
    #expect(message.contains(part), "\(message)")
  }

  /// Headers must not take so many columns that none is left for the card.
  @Test func aColumnOfEachKindIsTheLastNamed() {
    let header = (1...64).map { "#tags column:\($0)\n" }.joined()
    #expect(read(header + "a\tb").cards.map(\.fields) == ["a|b||"])
    let four = "#guid column:1\n#tags column:2\n#deck column:3\n#notetype column:4\n"
    #expect(read(four + "g\tt\td\tn\ta\tb\tc").cards.map(\.fields) == ["a|b|c|g"])
  }

  // One text in two spellings must not be two cards, however the texts are compared.
  @Test func oneTextInTwoSpellingsIsOne() {
    let file = read(
      "\u{E9}t\u{E9}\tsummer\ne\u{301}te\u{301}\tsummer\na\tb\t\t\u{E9}\nc\td\t\te\u{301}\n")
    #expect(file.cards.map(\.second) == ["summer", "b"])
    #expect(file.faults.map(\.line) == [2, 4])
  }

  @Test func theLimitHolds() {
    let file = read((1...20_002).map { "\($0)\tn\n" }.joined())
    #expect(file.cards.count == 20_000)
    #expect(file.faults.map(\.line) == [20_001, 20_002])
    #expect(read("a\t\(String(repeating: "b", count: 1024))").cards.count == 1)
  }

  @Test func anyDeckIsReadBack() throws {
    var generator = SeededGenerator(for: "anyDeckIsReadBack")
    for _ in 0..<100 {
      let deck = RandomTexts.deck(20, using: &generator)
      let text = DeckFile.text(of: deck, name: try ThemeName("A # \\ ת"))
      let file = read(text)
      #expect(file.faults.isEmpty)
      #expect(file.cards.map(\.spelled) == deck.map(\.spelled), "\(text)")
      #expect(file.name?.text == "A # \\ ת")
    }
  }

  @Test func noDamageSpoilsWhatStandsBeside() throws {
    var generator = SeededGenerator(for: "noDamageSpoilsWhatStandsBeside (decks)")
    var faults = 0
    let rounds = rounds(1000, ofAll: 5000)
    for round in 0..<rounds {
      // No other quotation marks: one could close a mark that the damage opened.
      let deck = try RandomTexts.deck(4, using: &generator).filter { pair in
        !pair.fields.utf8.contains(UInt8(ascii: "\"")) && !pair.first.hasPrefix("#")
      }.map { pair in
        // So different that damage cannot make two guids equal, which would be refused.
        let number = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
        return try WordCard(
          checking: pair.first, pair.second, pronunciation: pair.pronunciation,
          guid: pair.guid.map { $0 + number })
      }
      var lines = DeckFile.text(of: deck).split(separator: "\n").map { Array($0.utf8) }
      let victim = Int.random(in: lines.indices, using: &generator)
      for _ in 0...(round % 3) {
        Mutation.damage(&lines[victim], breaks: round % 2 == 1, using: &generator)
      }
      let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      let file = DeckFile.read(bytes)
      faults += file.faults.count
      let separator = AnkiHeader(FileLines(bytes)).separator ?? UInt8(ascii: "\t")
      expectComplete(file, bytes, separator: separator)
      guard victim >= 4, round % 2 == 0 else { continue }
      let read = Set(file.cards.map(\.spelled))
      for (place, pair) in deck.enumerated() where place + 4 != victim {
        #expect(read.contains(pair.spelled), "\(bytes)")
      }
    }
    #expect(faults > rounds / 5, "Damage that does no harm shows nothing.")
  }
}
