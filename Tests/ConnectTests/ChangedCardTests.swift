import Foundation
import TestSupport
import Testing

@testable import memorize_connect

/// What becomes of the fields of notes that a tool changes.
@Suite(.timeLimit(.minutes(5))) struct ChangedCardTests {
  private let door: OpenDoor

  init() throws {
    door = try OpenDoor(["Words": "#guid column:4\na\t1\t\tg1\n{{c1::Paris}} is\t\t\tg2\n"])
  }

  private func update(_ note: Int, _ fields: [String: String]) throws -> String? {
    let ids = try #require(door.call("findNotes", #"{"query":"deck:Words"}"#).result as? [Int])
    let note: [String: Any] = ["note": ["id": ids[note], "fields": fields]]
    let body = try JSONSerialization.data(withJSONObject: note)
    return try door.call("updateNoteFields", String(decoding: body, as: UTF8.self)).error
  }

  private func fields(_ line: Int) throws -> [String] {
    try door.deck("Words").split(separator: "\n")[line + 1]
      .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// A first side was cut, and the card was not found by it any more.
  @Test func longTextsAreTreatedAsThoseOfNewNotes() throws {
    let before = try door.deck("Words")
    let long = (0..<400).map { "word\($0)" }.joined(separator: " ")
    #expect(try update(0, ["Front": long])?.contains("more than 1024 bytes") == true)
    #expect(try door.deck("Words") == before)
    #expect(try update(0, ["Back": long]) == nil)
    #expect(try fields(0)[1].utf8.count <= 1024 && fields(0)[1].hasSuffix(" …"))
    #expect(try fields(0)[4] == long)
    #expect(try update(0, ["Back": "short", "Note": "own"]) == nil)
    #expect(try update(0, ["Back": long]) == nil)
    #expect(try fields(0)[4] == "own")
  }

  /// The tool was told that all is well, and the card had its old picture.
  @Test func aNewPictureTakesThePlaceOfTheOldOne() throws {
    #expect(try update(0, ["Note": "n <img src=\"a.png\">[sound:a.mp3]"]) == nil)
    #expect(try update(0, ["Note": "m <img src=\"b.png\">[sound:b.mp3]"]) == nil)
    #expect(try fields(0)[1] == "1 [sound:a.mp3] [sound:b.mp3] <img src=\"b.png\">")
    #expect(try fields(0)[4] == "m")
    #expect(try update(0, ["Back": "2 <img src=\"c.png\">"]) == nil)
    #expect(try fields(0)[1] == "2 <img src=\"c.png\">")
    // As tools write that append theirs.
    #expect(try update(0, ["Back": "2 <img src=\"c.png\"><img src=\"f.png\">"]) == nil)
    #expect(try fields(0)[1] == "2 <img src=\"f.png\">")
    #expect(try update(0, ["Pronunciation": "p <img src=\"d.png\">"]) == nil)
    #expect(try update(0, ["Pronunciation": "p <img src=\"e.png\">"]) == nil)
    #expect(try fields(0)[0] == "a <img src=\"e.png\">")
  }

  /// What was added as a note of a sentence was refused as a change of the same.
  @Test func aSentenceIsChangedAsItIsAdded() throws {
    let given = [
      "Front": "{{c1::Paris}} was", "Back": "city [sound:b.mp3]",
      "Pronunciation": "rd [sound:a.mp3]", "Note": "seen <img src=\"p.png\">",
    ]
    #expect(try update(1, given) == nil)
    let changed = try fields(1)
    #expect(changed[0] == "{{c1::Paris}} was [sound:a.mp3]" && changed[2].isEmpty)
    #expect(changed[1] == "[sound:b.mp3] <img src=\"p.png\">")
    #expect(changed[4] == "city · seen")
    let note = try OpenDoor.note(given.merging(["Front": "{{c1::Rome}} was"]) { $1 })
    #expect(try door.call("addNote", note).error == nil)
    #expect(try fields(2)[4] == "city · seen" && fields(2)[1] == changed[1])
    // A second side that is told already is not told twice.
    #expect(try update(1, ["Back": "city"]) == nil)
    #expect(try fields(1)[4] == "city · seen")
  }

  /// They moved in no order, and with an error a part of them, another one each time.
  @Test func cardsMoveInTheOrderOfTheTool() throws {
    let notes = (0..<12).map {
      #"{"deckName":"One","modelName":"Memorize","fields":{"Front":"f\#($0)","Back":"b"}}"#
    }
    let body = #"{"notes":[\#(notes.joined(separator: ","))]}"#
    let ids = try #require(door.call("addNotes", body).result as? [Int])
    let wanted = Array(ids.reversed())
    #expect(try door.call("changeDeck", #"{"cards":\#(wanted),"deck":"Two"}"#).error == nil)
    let moved = try door.deck("Two").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      moved.compactMap { $0.split(separator: "\t").first } == (0..<12).reversed().map { "f\($0)" })
  }

  /// The number of a second gap was taken for a note's, and its sentence removed.
  @Test func onlyTheFirstGapHasTheNumberOfTheNote() throws {
    let cloze = try OpenDoor.note(["Front": "{{c1::a}} and {{c2::b}}", "Back": ""])
    let note = try #require(door.call("addNote", cloze).result as? Int)
    let info = try #require(
      door.call("notesInfo", #"{"notes":[\#(note)]}"#).result as? [[String: Any]])
    let cards = try #require(info[0]["cards"] as? [Int])
    #expect(cards.count == 2 && cards[0] == note)
    let before = try door.deck("Words")
    let second = #"{"notes":[\#(cards[1])]}"#
    #expect(try door.call("deleteNotes", second).error == nil)
    #expect(try door.deck("Words") == before)
    #expect(try (door.call("notesInfo", second).result as? [[String: Any]])?[0].isEmpty == true)
    #expect(try door.call("deleteNotes", #"{"notes":[\#(note)]}"#).error == nil)
    #expect(try !door.deck("Words").contains("{{c2::"))
  }

  /// A tool was told that a note can be added, which was then refused.
  @Test func noCardCanBeAddedToADeckOfTheProgram() throws {
    let note =
      #"{"deckName":"japanese BASICS","modelName":"Memorize","fields":{"Front":"f","Back":"b"}}"#
    let can = try door.call("canAddNotesWithErrorDetail", #"{"notes":[\#(note)]}"#)
    let detail = try #require(can.result as? [[String: Any]])
    #expect(detail[0]["canAdd"] as? Bool == false)
    #expect((detail[0]["error"] as? String)?.contains("only to decks in files of your own") == true)
    #expect(try door.call("addNote", #"{"note":\#(note)}"#).error != nil)
    #expect(try door.call("createDeck", #"{"deck":"Sea"}"#).error?.contains("Sea") == true)
  }

  @Test func theMediaOfAGapAreKept() throws {
    #expect(try update(1, ["Front": "{{c1::[sound:a.mp3] Paris}} was"]) == nil)
    #expect(try fields(1)[0] == "{{c1::Paris}} was")
    #expect(try fields(1)[1] == "[sound:a.mp3]")
  }
}
