import DeckImport
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

private func read(_ text: String, front: Int = 1, back: Int = 2) -> DeckContent {
  KVTML(reading: Array(text.utf8), front: front, back: back).content
}

private let sample = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE kvtml PUBLIC "kvtml2.dtd" "http://edu.kde.org/kvtml/kvtml2.dtd">
  <!-- made by hand -->
  <kvtml version="2.0">
    <information><title>Animals &amp; more</title></information>
    <identifiers>
      <identifier id="7"><name>English</name><locale>en</locale></identifier>
      <identifier id='0'><name>日本語</name></identifier>
    </identifiers>
    <entries>
      <entry id="0">
        <translation id="0"><text>犬</text><pronunciation>いぬ</pronunciation></translation>
        <translation id="7"><text>dog</text><grade><text>no</text></grade></translation>
      </entry>
      <entry id="1"><translation id="7"><text><![CDATA[a < b]]> &#x1F431;</text></translation>
        <translation id="0"><text>  two
        lines</text></translation><translation id="9"/></entry>
      <entry id="2"><translation id="7"><text>alone</text></translation></entry>
    </entries>
    <lessons><container><entry id="0"/></container></lessons>
  </kvtml>
  """

@Suite struct KVTMLTests {
  @Test func aVocabulary() {
    let file = read(sample)
    #expect(file.name?.text == "Animals & more")
    #expect(KVTML(reading: Array(sample.utf8)).languages == ["English", "日本語"])
    #expect(file.cards.map(\.fields) == ["dog|犬||", "a < b 🐱|two lines||"])
    #expect(file.faults.map(\.line) == [18])
    #expect(read(sample, front: 2, back: 1).cards.map(\.fields)[0] == "犬|dog|いぬ|")
    #expect(read(sample, front: .min, back: .max).cards.isEmpty)
    #expect(KVTML.isLikely(Array(sample.utf8)))
    #expect(!KVTML.isLikely(Array("dog,Hund".utf8)))
  }

  @Test(arguments: [
    ("<!DOCTYPE kvtml [<!ENTITY a \"b\">]><kvtml>&a;</kvtml>", "document type"),
    ("<!DOCTYPE kvtml SYSTEM \"x.dtd\"><kvtml>&a;</kvtml>", "&a; is not an entity"),
    ("<kvtml>&a;</kvtml>", "&amp;"), ("<kvtml>&nbsp;</kvtml>", "&amp;"),
    ("<kvtml>", "no complete XML"), ("", "no complete XML"), ("<html/>", "not KVTML"),
    ("<kvtml></b></kvtml>", "well-formed"), ("<kvtml a='1' a='2'/>", "well-formed"),
    ("<kvtml/><kvtml/>", "well-formed"), ("dog,Hund", "well-formed"),
    ("<kvtml>a < b</kvtml>", "well-formed"), ("<kvtml><!-- </kvtml>", "well-formed"),
    (String(repeating: "<kvtml>", count: 40), "too deep"),
  ])
  func faultsOfTheXML(_ text: String, _ part: String) throws {
    let message = try #require(read(text).faults.first).message
    #expect(message.contains(part), "\(message)")
  }

  @Test func invalidUTF8IsAFaultOfItsLine() {
    let bytes = Array(sample.utf8) + [0x0A, 0xFF]
    #expect(KVTML(reading: bytes).content.faults.map(\.line) == [22])
  }

  // A few bytes must not become gigabytes.
  @Test func entitiesAreNotExpanded() throws {
    var bomb = "<!DOCTYPE kvtml [<!ENTITY a0 \"ha\">"
    for level in 1...30 { bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
    let file = read(bomb + "]><kvtml><information><title>&a30;</title></information></kvtml>")
    #expect(file.name == nil && file.cards.isEmpty)
    #expect(try #require(file.faults.first).message.contains("document type"))
  }

  @Test func noDamageIsTooMuch() {
    var generator = SeededGenerator(for: "noDamageIsTooMuch")
    for round in 0..<1000 {
      var bytes = Array(sample.utf8)
      for _ in 0...(round % 4) { Mutation.damage(&bytes, breaks: true, using: &generator) }
      let file = KVTML(reading: bytes).content
      let again = DeckFile.read(Array(DeckFile.text(of: file.cards).utf8))
      #expect(again.faults.isEmpty)
    }
  }
}
