import Practice
import TestSupport
import Testing

@testable import ThemeFiles

@Suite struct MediaMarkupTests {
  @Test(arguments: [
    ("dog", "dog", [], nil), ("dog [sound:a.mp3]", "dog", ["a.mp3"], nil),
    ("[sound:a.mp3][sound:b b.ogg]", "", ["a.mp3", "b b.ogg"], nil),
    ("a [sound:x.mp3] b", "a b", ["x.mp3"], nil), ("<img src=\"a.jpg\">", "", [], "a.jpg"),
    ("<IMG class=x SRC='a b.jpg' />dog", "dog", [], "a b.jpg"),
    ("<img src=a.jpg>", "", [], "a.jpg"), ("<img src=\"a&amp;b.jpg\">", "", [], "a&b.jpg"),
    ("<img src=\"1.jpg\"><img src=\"2.jpg\">", "", [], "1.jpg"),
    ("<img\nalt=\"src=no\" src=\"a.jpg\">", "", [], "a.jpg"),
  ])
  func marksAreRead(field: String, text: String, sounds: [String], picture: String?) {
    let read = MediaMarkup(field)
    #expect(read.text == text)
    #expect(read.media == SideMedia(sounds: sounds, picture: picture))
  }

  /// A name that leaves the folder, or none, stays text, and is never a path.
  @Test(arguments: [
    "[sound:../a.mp3]", "[sound:/etc/passwd]", "[sound:.hidden]", "[sound:]", "[sound:a",
    "[sound:a\u{1}b]", "<img src=\"https://example.org/a.jpg\">", "<img>", "<img src>",
    "<img src=\"\">", "<image src=\"a.jpg\">", "<img src=\"a.jpg\"", "<imgsrc=\"a.jpg\">",
    "<img src=\"..\">", "[sound:" + String(repeating: "a", count: 256) + "]",
    "<img alt=\"src='a.jpg'>", "[Sound:a.mp3]", "<img src=\"a&#47;b.jpg\">",
  ])
  func otherMarksAreText(field: String) {
    let read = MediaMarkup(field)
    #expect(read.text == field && read.media.isEmpty)
  }

  @Test func aDeckHasMediaNotesGapsAndLanguages() {
    let text = """
      #separator:tab
      #language:ja/en
      犬 [sound:inu.mp3]\tdog <img src="dog.jpg">\tいぬ\tg1\tAn example.
      <img src="cat.jpg">\tcat\t\tg2
      {{c1::Paris}} is in {{c2::France}}.\t\t\tg3\tGeography
      {{c1::Rome}}\tIn Italy\t\tg4
      a\tb
      """
    let content = DeckFile.read(Array(text.utf8))
    #expect(content.faults.isEmpty && content.languages.written == "ja/en")
    #expect(
      content.cards == [
        WordCard(
          "犬", "dog", pronunciation: "いぬ", guid: "g1", note: "An example.",
          media: CardMedia(
            front: SideMedia(sounds: ["inu.mp3"]), back: SideMedia(picture: "dog.jpg"))),
        WordCard(
          "", "cat", guid: "g2", media: CardMedia(front: SideMedia(picture: "cat.jpg"))),
        WordCard("{{c1::Paris}} is in {{c2::France}}.", "", guid: "g3", note: "Geography"),
        // What Anki exports as “Back Extra” is shown like a note.
        WordCard("{{c1::Rome}}", "", guid: "g4", note: "In Italy"), WordCard("a", "b"),
      ])
    let cards = DeckCards(content)
    #expect(cards.cards.count == 6 && cards.languages.written == "ja/en")
    #expect(DeckFile.read(Array(DeckFile.text(of: content.cards).utf8)).cards == content.cards)
    #expect(DeckFile.maximumCards(in: Array(text.utf8)) >= 6)
  }

  @Test(arguments: [
    ("<img src=\"a.jpg\">\t[sound:b.mp3]", "Neither side has text"),
    ("[sound:a.mp3]\t", "The second side is empty"), ("\t[sound:a.mp3]", "The first side is empty"),
    ("{{c1::a\tb", "does not end"), ("{{c0::a}}\t", "must be from 1 to 100"),
    ("a\tb\t\t\t" + String(repeating: "n", count: 4097), "The note has more than 4096 bytes"),
    ("a [sound:x.mp3]\ta [sound:y.mp3]", "are equal"),
  ])
  func aFaultyLineIsNamed(line: String, message: String) throws {
    let content = DeckFile.read(Array("x\ty\n\(line)\nz\tw\n".utf8))
    #expect(content.cards.map(\.first) == ["x", "z"])
    let fault = try #require(content.faults.first)
    #expect(fault.line == 2 && fault.message.contains(message), "\(fault.message)")
  }

  /// A deck could have had more cards than the limit, by sentences with many gaps.
  @Test func gapsCountAsCards() {
    let gaps = (1...50).map { "{{c\($0)::a\($0)}}" }.joined()
    let lines = (0..<401).map { "\($0) \(gaps)\t" }.joined(separator: "\n")
    let content = DeckFile.read(Array(lines.utf8))
    #expect(content.cards.count == 400 && content.faults.count == 1)
    #expect(DeckCards(content).cards.count == Deck.maximumCards)
    #expect(DeckFile.maximumCards(in: Array(lines.utf8)) == Deck.maximumCards)
  }

  /// A sound in a gap was played with its question.
  @Test func mediaOfAGapBelongToTheAnswer() throws {
    let text = """
      The {{c1::cat [sound:cat.mp3]}} sat [sound:all.mp3] on {{c2::<img src="mat.png"> a mat}}.\t
      """
    let card = try #require(DeckFile.read(Array(text.utf8)).cards.first)
    #expect(card.first == "The {{c1::cat}} sat on {{c2::a mat}}.")
    #expect(card.media.front == SideMedia(sounds: ["all.mp3"]))
    #expect(card.media.back == SideMedia(sounds: ["cat.mp3"], picture: "mat.png"))
    #expect(card.cards.map(\.first) == ["The […] sat on a mat.", "The cat sat on […]."])
    #expect(card.cards.map(\.second) == ["cat", "a mat"])
    // Edited, they stay with the answer.
    var edit = DeckEdit(Array(text.utf8))
    let new = try WordCard(
      fields: "The {{c1::dog}} sat.", "", pronunciation: nil, guid: nil, note: nil, old: card.media)
    try edit.replace([0: new])
    #expect(DeckFile.read(try edit.applied()).cards == [new])
    #expect(new.media == card.media)
  }

  /// What deck media does not see is removed as unused.
  @Test func allNamesOfAFileAreFound() {
    let text = """
      a\tb [sound:a.mp3] <img src="one.png"> <img src="two.png">\t[sound:p.mp3]\tg\tnote [sound:ex.mp3]
      faulty [sound:f.mp3]
      "{{c1::a <img src=""x.png"">}}"\t
      """
    let media = DeckFile.media(in: Array(text.utf8))
    #expect(media.sounds == ["a.mp3", "p.mp3", "ex.mp3", "f.mp3"])
    #expect(media.pictures == ["one.png", "two.png", "x.png"])
  }

  /// The second side of a sentence was lost if there was a note.
  @Test func bothTextsBesideASentenceAreTold() {
    let text = "{{c1::Rom}}\tIn Italy\t\tg\tA city\n{{c1::Ulm}}\t\t\t\tOn the Danube\n"
    let cards = DeckFile.read(Array(text.utf8)).cards
    #expect(cards.map(\.note) == ["In Italy · A city", "On the Danube"])
  }

  /// A card was added that the deck then did not have, and the file became faulty.
  @Test func aDeckIsFullWithItsGaps() throws {
    let lines = (1..<Deck.maximumCards).map { "a\($0)\tb\n" }.joined()
    var edit = DeckEdit(Array(lines.utf8))
    #expect(throws: DeckEditError.self) {
      try edit.append(WordCard("{{c1::x}} {{c2::y}}", ""))
    }
    #expect(throws: DeckEditError.self) {
      try edit.replace([0: WordCard("{{c1::x}} {{c2::y}} {{c3::z}}", "")])
    }
    try edit.append(WordCard("{{c1::x}}", ""))
    edit.remove(0)
    try edit.append(WordCard("{{c1::z}}", ""))
    #expect(throws: DeckEditError.self) { try edit.append(WordCard("x", "y")) }
  }

  /// With a new text, the media of a side that names none stay.
  @Test func aNewTextKeepsTheMedia() throws {
    let media = CardMedia(front: SideMedia(sounds: ["a.mp3"]), back: SideMedia(picture: "b.jpg"))
    let card = try WordCard(
      fields: "dog", "Hund <img src=\"c.jpg\">", pronunciation: nil, guid: nil, note: nil,
      old: media)
    #expect(card.media.front == media.front && card.media.back.picture == "c.jpg")
    #expect(card.frontField == "dog [sound:a.mp3]")
    #expect(card.backField == "Hund <img src=\"c.jpg\">")
  }

  /// In HTML the marks are not escaped, and texts are.
  @Test(arguments: ["", "#html:true\n"])
  func aCardIsWrittenAsItIsRead(header: String) throws {
    let card = WordCard(
      "a & b", "", guid: "g", note: "c & d",
      media: CardMedia(
        front: SideMedia(sounds: ["x.mp3"]), back: SideMedia(sounds: ["y.mp3", "z.mp3"])))
    var edit = DeckEdit(Array(header.utf8))
    try edit.append(card)
    let result = try edit.applied()
    #expect(DeckFile.read(result).cards == [card], "\(String(decoding: result, as: UTF8.self))")
  }

  @Test(arguments: [
    ("a\tb\n", "#language:de/en\na\tb\n"), ("", "#language:de/en\n"),
    ("\u{FEFF}a\tb", "\u{FEFF}#language:de/en\na\tb"),
    ("#separator:tab\r\na\tb\r\n", "#separator:tab\r\n#language:de/en\r\na\tb\r\n"),
    ("# mine\na\tb\n", "#language:de/en\n# mine\na\tb\n"),
    ("# mine\n#deck:D\n# more\na\tb\n", "# mine\n#deck:D\n#language:de/en\n# more\na\tb\n"),
    ("#deck:D\n#LANGUAGE: ja/en \na\tb\n", "#deck:D\n#language:de/en\na\tb\n"),
    ("#language:nonsense here\na\tb\n", "#language:de/en\na\tb\n"),
  ])
  func languagesAreWrittenIntoTheHeader(text: String, expected: String) throws {
    var edit = DeckEdit(Array(text.utf8))
    edit.setLanguages(try #require(SideLanguages("de", "en")))
    let result = try edit.applied()
    #expect(String(decoding: result, as: UTF8.self) == expected)
    #expect(DeckFile.read(result).languages.written == "de/en")
  }
}
