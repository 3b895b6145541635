import Practice
import Testing
import ThemeFiles

@testable import DeckImport

@Suite struct NoteTypeTests {
  /// A template must not be misread so that cards get the text of another field.
  @Test(arguments: [
    ("{{Word}}", "{{FrontSide}}<hr>{{Meaning}}"),
    ("{{Word}} {{hint:Meaning}}", "{{Meaning}} {{Extra}}"),
    ("{{Word}} {{ type:Meaning }}", "{{Word}} {{type:Meaning}}"),
    ("{{Word}} {{type: nc : Meaning}}", "{{ hint : Meaning }}"),
    ("<!-- {{Extra}} -->{{Word}}", "<!----><!-- {{Word}} {{Extra}}\n-->{{Meaning}}"),
    ("{{kanji:Word}} {{Extra}}", "{{Word}}<hr id=answer>{{Meaning}}"),
    ("{{#Extra}}{{text:word}}{{/Extra}}", "{{MEANING}} <!-- {{Extra}}"),
  ])
  func sidesAreTheFieldsThatAreShown(question: String, answer: String) {
    var type = NoteType(kind: .cards)
    for field in ["Extra", "Word", "Meaning"] { type.addField(field) }
    type.addTemplate(0, question: question, answer: answer)
    let layout = type.layout(front: nil, back: nil, pronunciation: nil)
    #expect(layout.front.first == 1 && layout.back.first == 2, "\(question) | \(answer)")
  }

  /// Words lost their reading, or got that of a sentence.
  @Test(arguments: [
    ("Written", "{{kanji:Written}}<br>{{Meaning}}", "川", " 川[かわ]", "かわ"),
    ("Ruby", "{{Ruby}}<br>{{Meaning}}", "川", "<ruby>川<rt>かわ</rt></ruby>", "かわ"),
    ("Reading", "{{Meaning}}<br>{{furigana:Reading}}", "ここ", "ここにいる。", nil),
    ("Reading", "{{Meaning}}<br>{{furigana:Reading}}", "ここ", "koko", "koko"),
  ])
  func aReadingIsThatOfTheFront(
    name: String, answer: String, front: String, field: String, reading: String?
  ) throws {
    var type = NoteType(kind: .cards)
    for field in ["Word", name, "Meaning"] { type.addField(field) }
    type.addTemplate(0, question: "{{Word}}", answer: "{{FrontSide}}<hr id=answer>\(answer)")
    let layout = type.layout(front: nil, back: nil, pronunciation: nil)
    var leftOut = CardLayout.LeftOut()
    let card = try layout.card(guid: "guid", &leftOut) { place throws(LineError) in
      CleanText([front, field, "meaning"][place], isHTML: true)
    }
    #expect(card.second == "meaning" && card.pronunciation == reading)
  }

  /// A sound that only the answers have was heard with a question, whose answer it could be.
  @Test func whatOnlyAnswersShowIsLeftOutOfBothSides() throws {
    let answers = ["{{FrontSide}}<hr id=answer>{{Back}}", "{{FrontSide}}<hr id=answer>{{Front}}"]
    let (sound, picture) = ("[sound:a.mp3]", "<img src=\"a.png\">")
    /// The fields that each question shows, the number of cards, and the sides with media.
    for (forward, backward, isReversed, front, back) in [
      ("", "", true, false, false), ("", "", false, false, true),
      ("{{Extra}}", "", true, true, false), ("", "{{Extra}}", true, false, true),
    ] {
      var type = NoteType(kind: .cards)
      for field in ["Front", "Back", "Extra"] { type.addField(field) }
      type.addTemplate(0, question: "{{Front}}" + forward, answer: answers[0] + "{{Extra}}")
      type.addTemplate(1, question: "{{Back}}" + backward, answer: answers[1] + "{{Extra}}")
      var leftOut = CardLayout.LeftOut()
      let fields = ["dog", "perro", "text" + sound + picture]
      let card = try type.layout(front: nil, back: nil, pronunciation: nil)
        .card(guid: "guid", isReversed: isReversed, &leftOut) { place throws(LineError) in
          CleanText(fields[place], isHTML: true)
        }
      let media = SideMedia(sounds: ["a.mp3"], picture: "a.png")
      #expect(card.media.front == (front ? media : SideMedia()), "\(forward)|\(backward)")
      #expect(card.media.back == (back ? media : SideMedia()), "\(forward)|\(backward)")
      #expect([leftOut.sounds, leftOut.pictures] == (front || back ? [0, 0] : [1, 1]))
    }
  }

  /// A long field that nobody has chosen cost the whole card.
  @Test func longFieldsAreLeftOut() throws {
    var type = NoteType(kind: .cards)
    for field in ["Front", "Back", "Audio", "Extra", "Notes"] { type.addField(field) }
    type.addTemplate(0, question: "{{Front}}{{Audio}}", answer: "{{Back}}{{Extra}}")
    var leftOut = CardLayout.LeftOut()
    func card(_ note: FieldChoice?) throws -> WordCard {
      try type.layout(front: nil, back: nil, pronunciation: nil, note: note)
        .card(guid: "guid", &leftOut) { place throws(LineError) in
          if place == 2 || place == 3 { throw LineError("too long") }
          return CleanText(
            place < 2 ? "side \(place)" : String(repeating: "x", count: 4097), isHTML: true)
        }
    }
    let found = try card(nil)
    #expect(found.first == "side 0" && found.second == "side 1" && found.note.isEmpty)
    #expect(found.media.isEmpty && leftOut.notes == 2)
    #expect(throws: LineError.self) { try card(.name("Notes")) }
    #expect(throws: LineError.self) { try card(.name("Extra")) }
  }

  /// A note that only looks like a sentence with gaps became one, without its reviews.
  @Test func aGapInANoteOfTwoSidesIsReported() throws {
    var type = NoteType(kind: .cards)
    for field in ["Front", "Back"] { type.addField(field) }
    type.addTemplate(0, question: "{{Front}}", answer: "{{Back}}")
    var leftOut = CardLayout.LeftOut()
    let error = #expect(throws: LineError.self) {
      try type.layout(front: nil, back: nil, pronunciation: nil).card(guid: "guid", &leftOut) {
        place throws(LineError) in CleanText(["{{c1::a}} b", "c"][place], isHTML: true)
      }
    }
    #expect(error?.message.contains("make it a Cloze note") == true)
  }

  /// Reading a hostile template must not take the square of its length.
  @Test func commentsWithoutEndAreReadInTime() {
    var type = NoteType(kind: .cards)
    type.addField("Word")
    type.addTemplate(
      0, question: String(repeating: "<!--", count: 20_000), answer: "<!-- {{Word}}")
    #expect(type.layout(front: nil, back: nil, pronunciation: nil).front == [0])
  }
}
