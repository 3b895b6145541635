import Foundation
import TestSupport
import Testing

@testable import memorize_connect

/// What becomes of notes in the deck's file and in the folder of media.
@Suite(.timeLimit(.minutes(5))) struct AddedCardTests {
  private static func line(_ door: OpenDoor) throws -> [String] {
    let last = try #require(try door.deck("Words").split(separator: "\n").last)
    var fields = last.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    fields[3] = ""
    while fields.last == "" { fields.removeLast() }
    return fields
  }

  @Test func markupBecomesText() throws {
    let door = try OpenDoor()
    let note = try OpenDoor.note([
      "Front": "<ruby>食<rt>た</rt></ruby>べる",
      "Back": "<ol><li>to eat<li>to &lt;live&gt; on</ol><style>a{}</style>",
      "Note": "I <b>eat</b>.\n\u{202E}Now.",
    ])
    #expect(try door.call("addNote", note).error == nil)
    #expect(try Self.line(door) == ["食べる", "to eat / to <live> on", "たべる", "", "I eat. Now."])
    let cloze = try OpenDoor.note([
      "Front": "{{c1::<i>a</i>}} b", "Back": "see", "Pronunciation": "x",
    ])
    #expect(try door.call("addNote", cloze).error == nil)
    #expect(try Self.line(door) == ["{{c1::a}} b", "", "", "", "see"])
  }

  @Test func aSoundOfTwoFieldsIsPlayedOnce() throws {
    let door = try OpenDoor()
    let note = try OpenDoor.note([
      "Front": "a [sound:x.mp3]", "Back": "b", "Pronunciation": "[sound:x.mp3] [sound:y.mp3]",
    ])
    #expect(try door.call("addNote", note).error == nil)
    #expect(try Self.line(door)[0] == "a [sound:x.mp3] [sound:y.mp3]")
  }

  /// The entry of a dictionary is longer than a side can be: nothing would be added.
  @Test func aLongEntryIsCutAndStandsWholeInTheNote() throws {
    let door = try OpenDoor()
    let entry = (0..<400).map { "meaning\($0)" }.joined(separator: " ")
    #expect(try door.add("word", entry).error == nil)
    let line = try Self.line(door)
    #expect(line[1].utf8.count <= 1024 && line[1].hasSuffix(" …"))
    #expect(entry.hasPrefix(line[1].dropLast(2) + " ") && line[1].utf8.count > 1000)
    #expect(line[4].utf8.count <= 4096 && entry.hasPrefix(line[4].dropLast(2)))
    let own = try OpenDoor.note(["Front": "own", "Back": entry, "Note": "mine"])
    #expect(try door.call("addNote", own).error == nil)
    #expect(try Self.line(door)[4] == "mine")
    let long = String(repeating: "語", count: 3000)
    #expect(try door.add("字", long).error == nil)
    #expect(try Self.line(door)[1].utf8.count <= 1024)
    #expect(try door.add(long, "x").error?.contains("more than 1024 bytes") == true)
  }

  /// A sound that was still being encoded was copied as far as it was, and the card kept the copy.
  @Test func aFileThatAToolWritesItselfKeepsItsName() throws {
    let door = try OpenDoor()
    let folder = try #require(door.call("getMediaDirPath").result as? String)
    #expect(folder == door.bus.files.path("data/memorize/media"))
    // The tool writes there at once.
    try Data("beginning".utf8).write(to: URL(fileURLWithPath: folder + "/own.mp3"))
    #expect(try door.add("a [sound:own.mp3]", "b").error == nil)
    #expect(try Self.line(door)[0] == "a [sound:own.mp3]")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["own.mp3"])
  }

  @Test func filesAreStoredUnderNamesThatTellNothing() throws {
    let door = try OpenDoor()
    let folder = "data/memorize/media/"
    // The name that the tool gave is in its fields.
    #expect(
      try door.call("storeMediaFile", #"{"filename":"/tmp/answer.mp3","data":"dGVzdA=="}"#).result
        as? String == "answer.mp3")
    let stored = try FileManager.default.contentsOfDirectory(atPath: door.bus.files.path(folder))
    #expect(stored.count == 1 && stored[0].hasSuffix(".mp3") && !stored[0].contains("answer"))
    #expect(try door.bus.files.text(folder + stored[0]) == "test")
    #expect(try door.add("a [sound:answer.mp3]", "b <img src=later.png>").error == nil)
    #expect(
      try Self.line(door).prefix(2) == ["a [sound:\(stored[0])]", "b <img src=\"later.png\">"])
    #expect(try door.add("c", "x [sound:e\u{301}.mp3]").error == nil)
    #expect(
      try door.call("storeMediaFile", "{\"filename\":\"\u{E9}.mp3\",\"data\":\"dGVzdA==\"}").error
        == nil)
    #expect(try door.add("d", "x [sound:e\u{301}.mp3]").error == nil)
    #expect(try Self.line(door)[1] == "x [sound:\(stored[0])]")
    for name in ["../decks/Words.tsv", "/etc/passwd", ".hidden", "", "x\u{0}y"] {
      let asked = try JSONSerialization.data(withJSONObject: ["filename": name])
      let reply = try door.call("retrieveMediaFile", String(decoding: asked, as: UTF8.self))
      #expect(reply.result as? Bool == false)
    }
  }

  /// A card whose picture could not be stored would be half a card.
  @Test func nothingIsAddedIfAFileCannotBeStored() throws {
    let door = try OpenDoor { try $0.files.write("data/memorize/media", "in the way") }
    let picture: [String: Any] = ["filename": "p.png", "data": "iVBORw0KGgo=", "fields": ["Back"]]
    let error = try #require(try door.add("a", "b", ["picture": picture]).error)
    #expect(error.contains("The file was not stored"))
    #expect(throws: (any Error).self) { try door.deck("Words") }
    #expect(try door.add("a", "b").error == nil)
  }

  /// A card was told to be added that a program writing to the file at the same moment had kept out of it.
  @Test func nothingIsLostToAnotherWriter() throws {
    let door = try OpenDoor(["Words": "#guid column:4\nfirst\t1\t\tg0\n"])
    let path = door.bus.files.path(OpenDoor.decks + "Words.tsv")
    let stop = door.bus.files.path("stop")
    // With pauses that grow, so that there is one for a service of any speed.
    let script = """
      import os, sys, time
      index = 0
      while not os.path.exists(sys.argv[2]):
          with open(sys.argv[1], "ab") as file:
              file.write(b"hand%d\\t1\\t\\th%d\\n" % (index, index))
          time.sleep(0.001 * 2 ** (index % 10) - 0.001)
          index += 1
      """
    let writer = try Child("/usr/bin/python3", ["-c", script, path, stop])
    var added: [String] = []
    for index in 0..<rounds(60, ofAll: 600) {
      if try door.add("card\(index)", "x").error == nil { added.append("card\(index)") }
    }
    try door.bus.files.write("stop")
    #expect(writer.wait() == 0 && !added.isEmpty)
    let text = try door.deck("Words")
    let fronts = text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(Set(added.map { $0[...] }).isSubset(of: fronts))
    #expect(fronts.count { $0.hasPrefix("card") } == added.count)
  }

  /// What a tool has read it may send again.
  @Test func sendingFieldsAgainChangesNothing() throws {
    let text =
      "#guid column:4\n"
      + ["漢字[かんじ]", "日本[にほん]\t1\tもの", "a  b", "a\u{A0}b", "<b>&amp;"].enumerated().map {
        let fields = $1.split(separator: "\t").map(String.init)
        return "\(fields[0])\tx\($0)\t\(fields.count > 2 ? fields[2] : "")\tg\($0)\n"
      }.joined()
    let door = try OpenDoor(["Words": text])
    let ids = try #require(door.call("findNotes", #"{"query":"deck:Words"}"#).result as? [Int])
    #expect(ids.count == 5)
    let notes = try #require(
      door.call("notesInfo", "{\"notes\":\(ids)}").result as? [[String: Any]])
    for note in notes {
      let fields = (note["fields"] as? [String: [String: Any]])?.mapValues { $0["value"] as Any }
      let sent: [String: Any] = ["note": ["id": note["noteId"] as Any, "fields": fields as Any]]
      let body = try JSONSerialization.data(withJSONObject: sent)
      #expect(try door.call("updateNoteFields", String(decoding: body, as: UTF8.self)).error == nil)
    }
    #expect(try door.deck("Words") == text)
  }

  /// A tool that suspended a note by its number left all gaps but the first.
  @Test func aNoteHasTheCardsOfAllItsGaps() throws {
    let door = try OpenDoor()
    let note = try OpenDoor.note(["Front": "{{c1::a}} and {{c2::b}}"])
    let id = try #require(door.call("addNote", note).result as? Int)
    let cards = try #require(door.call("findCards", "{\"query\":\"nid:\(id)\"}").result as? [Int])
    #expect(cards.count == 2 && cards[0] == id)
    #expect(try door.call("suspend", "{\"cards\":[\(cards[1])]}").result as? Bool == true)
    let found = try door.call("findNotes", "{\"query\":\"nid:\(id) is:suspended\"}").result
    #expect(found as? [Int] == [id])
    // Some tools write numbers as texts.
    let reviews = try door.call("getReviewsOfCards", "{\"cards\":[\"\(id)\"]}").result
    #expect((reviews as? [String: [Any]])?["\(id)"]?.isEmpty == true)
    #expect(try door.call("suspend", "{\"cards\":[\"x\"]}").error?.contains("cards[0]") == true)
  }

  @Test func manyNotesAreAddedAtOnce() throws {
    let door = try OpenDoor()
    let notes = (0..<450).map { index -> [String: Any] in
      [
        "deckName": "D\(index % 2)", "modelName": "Memorize",
        "fields": ["Front": "f\(index)", "Back": "b"],
      ]
    }
    let asked = String(
      decoding: try JSONSerialization.data(withJSONObject: ["notes": notes]), as: UTF8.self)
    let ids = try #require(door.call("addNotes", asked).result as? [Int])
    #expect(Set(ids).count == 450)
    let again = try #require(door.call("addNotes", asked).result as? [Any])
    #expect(again.count == 450 && again.allSatisfy { $0 is NSNull })
    let found = try door.call("findNotes", #"{"query":"deck:D*"}"#).result as? [Int]
    #expect(found == ids.sorted())
  }

  /// Who asks again after a failure must not be told that all is well.
  @Test func aServiceThatIsGoneIsReported() throws {
    let door = try OpenDoor()
    #expect(try door.add("a", "b").error == nil)
    door.daemon.signal(SIGTERM)
    #expect(door.daemon.wait() == 0)
    let error = try #require(try door.add("c", "d").error)
    #expect(error.contains("memorized") && error.contains("not running"))
    let again = try door.bus.startDaemon()
    #expect(try door.add("c", "d").error == nil)
    door.bus.kill()
    #expect(try door.add("e", "f").error?.contains("bus") == true)
    #expect(try door.call("version").result as? Int == 6)
    _ = again
  }
}
