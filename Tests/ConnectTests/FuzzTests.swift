import Foundation
import TestSupport
import Testing

/// Requests that no tool would send: an answer in the protocol's form or a closed connection, never an end,
/// and never half a card.
@Suite(.timeLimit(.minutes(30))) struct FuzzTests {
  private static let requests: [String] = {
    let note =
      #"{"deckName":"Fuzz","modelName":"Memorize","fields":{"Front":"f","Back":"b [sound:x.mp3]"},"tags":["t"],"options":{"allowDuplicate":true,"duplicateScope":"deck"},"audio":{"filename":"a.mp3","data":"AAAA","fields":["Front"]}}"#
    let actions = [
      "addNote": #"{"note":\#(note)}"#, "addNotes": #"{"notes":[\#(note),\#(note)]}"#,
      "canAddNotesWithErrorDetail": #"{"notes":[\#(note)]}"#, "guiAddCards": #"{"note":\#(note)}"#,
      "updateNoteFields": #"{"note":{"id":1795934737299,"fields":{"Front":"x"}}}"#,
      "updateNote": #"{"note":{"id":1,"tags":["x"]}}"#,
      "findNotes": #"{"query":"deck:Fuzz \"front:f\" OR -(is:new)"}"#,
      "findCards": #"{"query":"added:1"}"#, "notesInfo": #"{"notes":[1,-1,1e300]}"#,
      "cardsInfo": #"{"cards":[1]}"#, "suspend": #"{"cards":[1]}"#,
      "getReviewsOfCards": #"{"cards":[1]}"#,
      "addTags": #"{"notes":[1],"tags":"a b"}"#, "deleteNotes": #"{"notes":[1]}"#,
      "changeDeck": #"{"cards":[1],"deck":"Fuzz"}"#, "createDeck": #"{"deck":"Fuzz"}"#,
      "storeMediaFile": #"{"filename":"a.png","data":"iVBORw0KGgo="}"#,
      "retrieveMediaFile": #"{"filename":"a.png"}"#,
      "multi": #"{"actions":[{"action":"version"}]}"#,
      "modelFieldNames": #"{"modelName":"Memorize"}"#,
      "findModelsByName": #"{"modelNames":["Memorize"]}"#,
    ]
    return actions.map { #"{"action":"\#($0)","version":6,"params":\#($1)}"# }.sorted()
  }()

  /// JSON that is damaged, or has other values in the places of its own.
  private static func body(using generator: inout SeededGenerator) -> [UInt8] {
    var text = requests.randomElement(using: &generator) ?? ""
    if Bool.random(using: &generator) {
      let values = [
        "null", "5", "-1e400", "true", "\"\"", "\"\\u0000\"", "[]", "{}", "[[[]]]", "\"\\ud800\"",
      ]
      let places = text.ranges(of: /"[a-z ]+"|[0-9]+|\[|\{/)
      if let place = places.randomElement(using: &generator) {
        text.replaceSubrange(place, with: values.randomElement(using: &generator) ?? "")
      }
      return Array(text.utf8)
    }
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0..<3, using: &generator) {
      Mutation.damage(&bytes, breaks: true, using: &generator)
    }
    return bytes
  }

  private static func head(_ count: Int, _ port: UInt16, using generator: inout SeededGenerator)
    -> [UInt8]
  {
    var bytes = Array(
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: text/plain\r\nContent-Length: \(count)\r\n\r\n"
        .utf8)
    if Int.random(in: 0..<4, using: &generator) == 0 {
      Mutation.damage(&bytes, breaks: true, using: &generator)
    }
    return bytes
  }

  @Test func nothingEndsIt() throws {
    var generator = SeededGenerator(for: "nothingEndsIt")
    let door = try OpenDoor()
    var answered = 0
    for _ in 0..<rounds(600, ofAll: 10_000) {
      let body = Self.body(using: &generator)
      let request = Self.head(body.count, door.port, using: &generator) + body
      let connection = try HTTPConnection(to: door.port)
      connection.send(request)
      // A damaged length may promise more than comes.
      connection.finish()
      let reply = try HTTPReply(connection.readToEnd())
      guard reply.status == 200 else { continue }
      answered += 1
      let isText = reply.text.hasPrefix("AnkiConnect v.")
      #expect(
        reply.json != nil || isText, "\(String(decoding: request, as: UTF8.self)): \(reply.text)")
      if let object = reply.json as? [String: Any], object.keys.contains("error") {
        #expect(Set(object.keys) == ["result", "error"])
      }
    }
    #expect(answered > 50)
    #expect(door.child.isRunning && door.daemon.isRunning)
    #expect(try door.call("version").result as? Int == 6)
    // Every line is a whole card, and no file is left half written.
    let check = try Outcome(
      Programs.memorize, ["theme", "check"], environment: door.bus.environment)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    let media =
      (try? FileManager.default.contentsOfDirectory(
        atPath: door.bus.files.path("data/memorize/media"))) ?? []
    #expect(
      media.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{40}(\.[a-z0-9]{1,10})?/) != nil }, "\(media)")
  }
}
