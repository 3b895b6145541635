import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorize

/// What `log --json` prints is a whole game, whoever reads it; and nothing else is.
@Suite(.timeLimit(.minutes(30))) struct RecordTests {
  @Test func aRecordIsTheSameAfterItsText() throws {
    var records = RandomRecords(for: "aRecordIsTheSameAfterItsText")
    var ends: Set<String> = []
    for _ in 0..<300 {
      let record = try records.next()
      let line = record.json.text
      #expect(!line.contains("\n"))
      let read = try RecordFile.game(in: Array(line.utf8), named: "It")
      #expect(read.json.text == line)
      #expect(throws: Never.self) { try read.checked() }
      ends.insert(record.state + record.beginning.scoring)
    }
    #expect(ends.count == 4)
  }

  /// What each step shows is what the game showed then.
  @Test func aReplayEndsAsTheGameDid() throws {
    var records = RandomRecords(for: "aReplayEndsAsTheGameDid")
    for _ in 0..<100 {
      let record = try records.next()
      var replay = try ReplayedGame(record)
      var count = 0
      while replay.next() != nil { count += 1 }
      #expect(count == record.transitions.count)
      #expect(replay.isAbandoned == (record.state == "abandoned"))
      let game = replay.view
      #expect(game.score == record.result.score && game.moves == record.result.moves)
      let up = game.cards.filter { $0.state == .matched }.count
      #expect(up == 2 * Int(game.matchedPairs))
    }
  }

  /// A line that anybody has changed anyhow does no harm: it is told what is wrong with it.
  @Test func aChangedLineIsRefusedWithASentence() throws {
    var records = RandomRecords(for: "aChangedLineIsRefusedWithASentence")
    var generator = SeededGenerator(for: "its changes")
    var refused: [memorize.ExitStatus: Int] = [:]
    var line: [UInt8] = []
    for number in 0..<2_000 {
      if number % 20 == 0 { line = Array(try records.next().json.text.utf8) }
      let changed = Self.changed(line, by: &generator)
      do {
        try RecordFile.game(in: changed, named: "It").checked()
      } catch {
        refused[error.status, default: 0] += 1
        #expect([.usage, .refused].contains(error.status))
        #expect(error.message.last == "." && error.message.count > 20, "\(error.message)")
        #expect(error.message.count < 2_000)
      }
    }
    // The rest changed what nothing follows from, as an icon.
    #expect((refused[.usage] ?? 0) > 500)
    #expect((refused[.refused] ?? 0) > 30)
  }

  /// Exchanges, removes, repeats or inserts something, or puts another number in a number's place.
  private static func changed(
    _ line: [UInt8], by generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = line
    func place() -> Int { Int.random(in: 0..<bytes.count, using: &generator) }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes[place()] = UInt8.random(in: 0...255, using: &generator)
      case 1:
        let start = place()
        bytes.removeSubrange(start..<min(start + 3, bytes.count))
      case 2: bytes.insert(contentsOf: bytes[place()...].prefix(40), at: place())
      case 3: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator) / 2)
      case 4:
        let pieces = ["{", "[", "\"", "\\u", "null", "-1", "1e999", "99999999999999999999", "é"]
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        bytes.insert(contentsOf: piece.utf8, at: place())
      default:
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        guard let digit = digits.randomElement(using: &generator) else { break }
        bytes[digit] = UInt8.random(in: 0x30...0x39, using: &generator)
      }
      if bytes.isEmpty { bytes = [0x20] }
    }
    return bytes
  }

  @Test(arguments: [
    ("", "Line 1, byte 1: the text ends where a value is due."),
    ("{\"log\":\n {\"id\":01}}", "Line 2, byte 8: a number begins by 0."),
    ("{\"log\":{}}", "“log.memorize” is missing, or is not a text."),
    ("[]", "“log” is missing, or is not in an object."),
    ("{\"log\":1}", "“log” is missing, or is not an object."),
    ("{} x", "Line 1, byte 4: something follows the value."),
    ("{\"a\":1,\"a\":2}", "Line 1, byte 8: a name comes twice."),
    ("{\"a\" 1}", "byte 6: a colon is missing"), ("[1 2]", "byte 4: a comma or ] is missing"),
    ("{\"a\":1 2}", "byte 8: a comma or } is missing"), ("{a:1}", "byte 2: a name in quotation"),
    ("[1,]", "byte 4: no value begins so"), ("[-]", "byte 2: no value begins so"),
    ("[1.]", "byte 4: a digit is missing"), ("[1e+]", "byte 5: a digit is missing"),
    ("[tru]", "byte 2: no value begins so"), ("[\"a", "byte 2: a text has no second quotation"),
    ("[\"\\x\"]", "byte 3: no such \\ is known"), ("[\"\\u12\"]", "four hexadecimal digits"),
    ("[\"\\ud800\"]", "byte 3: half a character"), ("[\"\\udc00\"]", "byte 3: half a character"),
    ("[\"\\ud83d\\u0041\"]", "half a character"), ("[\"\t\"]", "a control character stands"),
    ("[\"\\", "the text ends in a \\"), ("\u{FEFF}[]", "byte 1: no value begins so"),
    (String(repeating: "[", count: 100_000), "byte 65: values lie more than 64 deep"),
  ]) func whatIsWrongIsTold(text: String, message: String) throws {
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: Array(text.utf8), named: "It")
    }
    #expect(error?.status == .usage)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func everyValueOfJSONIsRead() throws {
    let text =
      #" [ true , false,null, -0.5e+3 ,"a\"\\\/\b\f\n\r\t\u00e9\ud83d\udc7b👻", {"b" : [ ] } ] "#
    let value = try JSONReader.value(of: Array(text.utf8))
    #expect(
      value.text
        == #"[true,false,null,-0.5e+3,"a\"\\/\u0008\u000c\n\u000d\té👻👻",{"b":[]}]"#)
    let invalid: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
    #expect(throws: JSONReader.Fault.self) { try JSONReader.value(of: invalid) }
  }

  /// What differs is named, each by its words.
  @Test(arguments: [
    ("\"flips\":", "\"flips\":9", "the number of flips is told as 9"),
    ("\"state\":\"won\"", "\"state\":\"abandoned\"", "the state is told as “abandoned”"),
    ("\"grade\":\"", "\"grade\":\"x", "the grade is told as “x"),
    ("\"winners\":[", "\"winners\":[\"Eve\"", "the winner is told as “Eve"),
    ("\"rules_version\":1", "\"rules_version\":2", "The rules version 2 is not known here."),
    ("\"scoring\":\"", "\"scoring\":\"x", "There is no scoring “xclassic”"),
    ("\"wanted\":8", "\"wanted\":1", "A game needs at least 2 pairs, not 1."),
    (
      "\"daily\":\"2026-11-21\",\"practice\":false,\"started",
      "\"daily\":\"x\",\"practice\":false,\"started", "“x” is no day"
    ),
    (
      "\"kind\":\"flip\",\"card\":", "\"kind\":\"flip\",\"card\":999",
      "There is no card with this number"
    ),
    ("#ff70a6", "#ff70ag", "is not written as #rrggbb"),
  ]) func whatDiffersIsTold(part: String, other: String, message: String) throws {
    var records = RandomRecords(for: "whatDiffersIsTold")
    let date = try #require(DailyDate("2026-11-21"))
    var text = try records.daily(date).json.text
    text = text.replacing("#2a9d8f", with: "#ff70a6")
    let range = try #require(text.firstRange(of: part), "\(text)")
    text.replaceSubrange(range, with: other)
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: Array(text.utf8), named: "It").checked()
    }
    #expect(error?.status == .refused)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
