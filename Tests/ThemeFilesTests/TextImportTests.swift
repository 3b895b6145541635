import DeckImport
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

private func read(
  _ text: String, _ columns: TextImport.Columns = TextImport.Columns()
) throws -> DeckContent {
  try TextImport(Array(text.utf8)).content(columns: columns)
}

@Suite struct TextImportTests {
  @Test(arguments: [
    ("dog,Hund\n\"a, b\",\"say \"\"hi\"\"\"", ["dog|Hund||", "a, b|say \"hi\"||"]),
    ("dog;Hund, der\ncat;Katze, die", ["dog|Hund, der||", "cat|Katze, die||"]),
    ("yes; yeah,ja", ["yes; yeah|ja||"]), ("a, b", ["a|b||"]),
    ("5\" disk\t x", ["5\" disk|x||"]), ("\"a\tb\",c", ["a b|c||"]),
    ("a;b\tc,d", ["a;b|c,d||"]), ("\"a;b;c\",d", ["a;b;c|d||"]),
    ("a,\"b\nc\"\r\nd,e", ["a|b c||", "d|e||"]), ("\u{FEFF}a,b", ["a|b||"]),
    ("#separator:colon\na:b", ["a|b||"]), ("a  b,\u{A0}c ", ["a b|c||"]),
    ("x[0],first", ["x[0]|first||"]), ("a[sound:x.mp3],b[sound:y]", ["a|b||"]),
    ("日本語[にほんご]を 勉強[べんきょう]する,study", ["日本語を勉強する|study|にほんごをべんきょうする|"]),
    ("食べ物[たべもの],food", ["食べ物|food|たべもの|"]), ("dog,犬[いぬ]", ["dog|犬||"]),
    ("漢[,b", ["漢[|b||"]), ("a,b\r", ["a|b||"]),
  ])
  func files(_ text: String, _ expected: [String]) throws {
    let file = try read(text)
    #expect(file.cards.map(\.fields) == expected)
    #expect(file.faults.isEmpty)
  }

  @Test(arguments: [
    ("<b>one</b>&nbsp;two", "one two"), ("a<br>b<div>c</div>d", "a / b / c / d"),
    ("a &lt; b", "a < b"),
    ("&amp;lt;", "&lt;"), ("&#65;&#x1F383;&#XE9;", "A🎃é"),
    ("&eacute;&szlig;&Omega;&omega;", "éßΩω"),
    ("&hellip;&rarr;", "…→"), ("&nothing; & &", "&nothing; & &"), ("a < b > c", "a < b > c"),
    ("<style>b { c }</style>a", "a"), ("a<!-- <b> -->b", "ab"), ("a<b", "a<b"),
    ("<img src=\"x.png\">a", "a"), ("<SCRIPT>x</Script>a", "a"),
    ("&#0;&#xD800;", "\u{FFFD}\u{FFFD}"),
    ("&#-1;&#+1;", "&#-1;&#+1;"), ("caf&eacute;s", "cafés"),
  ])
  func html(_ field: String, _ expected: String) throws {
    let file = try read("#html:true\n#separator:pipe\n\(field)|side")
    #expect(file.cards.map(\.first) == [expected], "\(file.faults)")
  }

  /// The space before the word belonged to its reading and was lost.
  @Test func aSpaceBeforeRubyStays() {
    let ruby = "<ruby>漢字<rt>かんじ</rt></ruby>"
    let text = CleanText("I <b>like </b>\(ruby) a lot, \(ruby)\(ruby)", isHTML: true)
    #expect(text.text == "I like 漢字 a lot, 漢字漢字")
    #expect(text.reading == "I like かんじ a lot, かんじかんじ")
    #expect(CleanText("like\(ruby)", isHTML: true).text == "like漢字")
    #expect(CleanText(" 漢字[かんじ] like  漢字[かんじ]", isHTML: true).text == "漢字 like漢字")
  }

  @Test func rubyIsReadInAllItsForms() {
    func both(_ html: String) -> String {
      let text = CleanText(html, isHTML: true)
      return "\(text.text)|\(text.reading ?? "")"
    }
    #expect(both("<ruby>時計 <rt>とけい</rt></ruby>") == "時計|とけい")
    #expect(both("<ruby>\n帽子\n<rt>ぼうし</rt>\n</ruby>を") == "帽子を|ぼうしを")
    #expect(both("<ruby>眼鏡<rt>めがね</ruby>を") == "眼鏡を|めがねを")
    #expect(both("<ruby>靴<rt>くつ</rt>下<rt></rt></ruby>") == "靴下|くつ下")
    #expect(both("<ruby>食<rp>(<rt>た<rp>)</ruby>べる") == "食べる|たべる")
    #expect(both("a <ruby>b</ruby> c") == "a b c|")
  }

  /// A card with a sound was lost: two spaces were written, and one was read.
  @Test func wordsHaveOneSpaceBetweenThem() throws {
    let content = try TextImport(
      Array("#html:true\na\t& <ruby> 漢字<rt>かんじ</rt></ruby> <ruby> x [sound:a.mp3]\n".utf8)
    ).content()
    #expect(content.cards.map(\.second) == ["& 漢字 x"])
    let written = DeckFile.text(of: content.cards)
    #expect(DeckFile.read(Array(written.utf8)).cards == content.cards)
  }

  /// A card whose pronunciation has a sound was lost in the same way.
  @Test func spacesOfATextStayBesideItsMedia() {
    let card = WordCard(
      "a  b", "c  d", media: CardMedia(front: SideMedia(sounds: ["x.mp3"], picture: "y.png")))
    #expect(DeckFile.read(Array(DeckFile.text(of: [card]).utf8)).cards == [card])
    #expect(MediaMarkup("a  [sound:x.mp3]  b").text == "a b")
  }

  /// What would not be read back as the same card was written as nothing.
  @Test func eachCardIsReadBack() throws {
    var generator = SeededGenerator(for: "eachCardIsReadBack")
    let marks = [
      "[sound:a.mp3]", " [sound:b c.ogg] ", "<img src=\"d.png\">", "<img src='&amp;.jpg'>",
      "{{c1::", "{{c2::", "::", "}}", "<ruby>", "<rt>", "</rt>", "</ruby>", "漢字[かんじ]", " ", "a",
    ]
    func field() -> String {
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? RandomTexts.text(2, using: &generator)
          : marks.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for round in 0..<rounds(1_000, ofAll: 50_000) {
      let fields = [field(), field(), field(), "g", field(), "tag"]
      let isHTML = round % 3 != 0
      let header = "#separator:tab\n#html:\(isHTML)\n#guid column:4\n#tags column:6\n"
      let line = fields.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(
        separator: "\t")
      let bytes = Array((header + line + "\n").utf8)
      let imported = try TextImport(bytes, separator: .tab).content().cards
      for cards in [imported, DeckFile.read(bytes).cards] {
        let again = DeckFile.read(Array(DeckFile.text(of: cards).utf8)).cards
        #expect(again == cards && again.map(\.spelled) == cards.map(\.spelled), "\(fields)")
      }
    }
  }

  /// A request with such a text kept all other callers waiting for minutes: its time grew with the square
  /// of its length.
  @Test(.timeLimit(.minutes(1)), arguments: ["<a x=\"", "漢[b ", "<ruby>漢<rt> ", "a [sound:a.mp3]"])
  func aLongTextIsReadInTime(part: String) {
    let text = String(repeating: part, count: 100_000)
    #expect(!CleanText(text, isHTML: true, separator: " / ").text.isEmpty)
  }

  @Test func anAttributeMayContainTheEndOfATag() {
    func text(_ html: String) -> String { CleanText(html, isHTML: true).text }
    #expect(text("<a title=\"b>c\" x = 'd>e'>f</a>") == "f")
    let picture = CleanText("tx <img alt=\"a>b\" src=\"a.png\">", isHTML: true)
    #expect(picture.text == "tx" && picture.media.picture == "a.png")
    #expect(text("<a title=it's>f</a> <a title=\">g</a>") == "f g")
    #expect(text("a = \"b > c\" <b>=\">\"</b>") == "a = \"b > c\" =\">\"")
    // Without an end, none is looked for in all of the text.
    #expect(text(String(repeating: "<a x=\"", count: 100_000) + ">").utf8.count < 700_000)
  }

  @Test func rubyOfAPageIsFuriganaOfACard() throws {
    let file = try read(
      "#html:true\n<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を\tx")
    #expect(file.cards.map(\.fields) == ["漢字を|x|かんじを|"])
  }

  @Test func columnsAreChosen() throws {
    let text = "id,Hund,der,dog,spoken\nid,Katze,die,cat,"
    let chosen = try read(text, .init(front: 4, back: 2, pronunciation: 5))
    #expect(chosen.cards.map(\.fields) == ["dog|Hund|spoken|", "cat|Katze||"])
    #expect(try read(text, .init(back: 1)).cards.map(\.fields)[0] == "Hund|id||")
    #expect(try read(text, .init(front: 3)).cards.map(\.fields)[0] == "der|dog||")
    // The first free column if the table has none to the right.
    #expect(try read("a,b\nc,d", .init(front: 2)).cards.map(\.fields) == ["b|a||", "d|c||"])
    #expect(try read(text, .init(front: 5)).cards.map(\.fields)[0] == "spoken|id||")
    let ragged = "title\na,b,c\nd,e,f\n"
    #expect(try read(ragged, .init(front: 2)).cards.map(\.fields) == ["b|c||", "e|f||"])
    #expect(
      try read("a,b,c", .init(front: 3, pronunciation: 1)).cards.map(\.fields) == ["c|b|a|"])
    #expect(
      try read("#tags column:1\nt\ta\tb", .init(front: 3)).cards.map(\.fields) == ["b|a||"])
    let anki = "#guid column:1\n#deck column:2\ng1\tDeck\tfront\tback\textra"
    #expect(try read(anki).cards.map(\.fields) == ["front|back||g1"])
  }

  @Test func argumentsOverrideTheHeader() throws {
    let bytes = Array("#separator:tab\n#html:true\n#deck:Words\n<b>a;b</b>\tc\n".utf8)
    let file = try TextImport(bytes).content()
    #expect(file.name?.text == "Words")
    #expect(file.cards.map(\.first) == ["a;b"])
    let chosen = try TextImport(bytes, separator: .semicolon, isHTML: false).content()
    #expect(chosen.cards.map(\.first) == ["<b>a"])
    #expect(chosen.cards.map(\.second) == ["b</b> c"])
  }

  @Test func faultsAreNamed() throws {
    let file = try read("a,b\n\"open,x\nc,d\ne\na,b\n")
    #expect(file.cards.map(\.first) == ["a", "c"])
    #expect(file.faults.map(\.line) == [2, 4, 5])
  }

  @Test(arguments: [
    (Array("PK\u{3}\u{4}rest".utf8), "by the name of its file"),
    (Array("SQLite format 3\0".utf8), "import the package"), ([0x1F, 0x8B, 8], "unpack"),
    (Array("a,b\rc,d\r".utf8), "with CR alone"),
  ])
  func aBinaryFileIsRefused(_ bytes: [UInt8], _ part: String) {
    let refusal = #expect(throws: LineError.self) {
      try TextImport(TextEncoding.utf8(bytes, from: nil)).content()
    }
    #expect(refusal?.message.contains(part) == true)
  }

  // A header row must not become a card unnoticed.
  @Test func aHeaderRowIsLeftOutOrNoted() throws {
    let text = "# words\n\nFront,Back,Note\nperro,dog,x\n"
    let table = try TextImport(Array(text.utf8))
    #expect(table.firstRow == ["Front", "Back", "Note"])
    #expect(table.content(hasHeaderRow: true).cards.map(\.first) == ["perro"])
    #expect(table.content(hasHeaderRow: true).notes.count == 0)
    let kept = table.content()
    #expect(kept.cards.map(\.first) == ["Front", "perro"])
    #expect(kept.notes.listed.map(\.line) == [3])
    #expect(kept.notes.listed.first?.message.contains("--header leaves it out") == true)
    for rows in ["perro,dog", "English,inglés", "word,Word", "Word"] {
      #expect(try read(rows).notes.count == 0, "\(rows)")
    }
  }

  // Two lines with one first side are one question of practice, which nobody was told.
  @Test func linesWithOneFrontAreNotedAndKept() throws {
    let file = try read("gato,cat\nperro,dog\nperro ,hound\ngato,cat\nperro,cur\n")
    #expect(file.cards.count == 4)
    #expect(file.faults.map(\.line) == [4])
    #expect(file.notes.listed.map(\.line) == [3, 5])
    #expect(
      file.notes.listed.allSatisfy { $0.message.contains("“perro” is the first side in line 2") })
  }

  @Test func noDamageEndsTheReading() throws {
    var generator = SeededGenerator(for: "noDamageEndsTheReading")
    let good = Array(
      """
      #separator:tab
      #html:true
      #guid column:1
      g1	<b>漢字[かんじ]</b>&nbsp;a	"x ""y"" [sound:z.mp3]"	t
      g2	"two
      lines"	&#x1F383; &amp; <ruby>漢<rt>かん</rt></ruby>
      g3	שלום	peace
      """.utf8)
    for round in 0..<1000 {
      var bytes = good
      for _ in 0...(round % 4) { Mutation.damage(&bytes, breaks: true, using: &generator) }
      // A known separator, by which the records are counted again, or one that is guessed.
      let separator: FieldSeparator? = round % 2 == 0 ? .tab : nil
      guard let file = try? TextImport(bytes, separator: separator).content() else {
        // The only damage that makes the file unreadable: no line end is left but a CR.
        #expect(!bytes.contains(0x0A) && bytes.contains(0x0D), "\(bytes)")
        continue
      }
      if let separator { expectComplete(file, bytes, separator: separator.byte) }
    }
  }
}
