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

  @Test func theMediaOfAGapAreKept() throws {
    #expect(try update(1, ["Front": "{{c1::[sound:a.mp3] Paris}} was"]) == nil)
    #expect(try fields(1)[0] == "{{c1::Paris}} was")
    #expect(try fields(1)[1] == "[sound:a.mp3]")
  }
}
