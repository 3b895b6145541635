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
    let card = try layout.card(guid: "guid") { place throws(LineError) in
      CleanText([front, field, "meaning"][place], isHTML: true)
    }
    #expect(card.second == "meaning" && card.pronunciation == reading)
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
