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
    "", "x", "{", "[1 2]", "{a:1}", "[1,", "[tru]", "[\"a", "[\"\\u12\"]", "[\"\\",
    "{\"log\" 1}", "{\"log\":1 2}", "{\"log\":{}} x", "{\"log\":{}}{\"log\":{}}",
  ]) func whatIsNoJSONIsRefused(text: String) throws {
    #expect(try fault(in: text).contains("It is not valid JSON."))
  }

  /// Foundation accepts each of these, or takes too long.
  @Test(arguments: [
    ("{\"a\":1,\n \"b\":{\"c\":1,\"c\":2}}", "Line 2, byte 16: a name comes twice."),
    ("{\"log\":[1,]}", "Line 1, byte 11: a value is missing after a comma."),
    ("{\"log\":{\"id\":1,}}", "a value is missing after a comma"),
    ("\u{FEFF}{}", "Line 1, byte 1: this is no UTF-8, or no JSON."),
    ("{\u{0}\"\u{0}}", "byte 2: this is no UTF-8"),
    ("{\"a\":\"\t\"}", "byte 7: a control character stands in a text"),
  ]) func whatFoundationAcceptsIsRefused(text: String, message: String) throws {
    #expect(try fault(in: text).contains(message))
  }

  @Test func hugeTextsAreRefused() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try fault(in: deep).contains("byte 65: values lie more than 64 deep."))
    let long = "[" + String(repeating: ",", count: 4_000_000)
    #expect(try fault(in: long).contains("there are more than 4000000 values."))
  }

  @Test func aTextBeyondUTF8IsRefused() throws {
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: [0x22, 0xC3, 0x28, 0x22], named: "It")
    }
    #expect(error?.message.contains("It is not written in UTF-8.") == true)
  }

  /// Each member is named that is missing, or is of another type or size.
  @Test(arguments: [
    ("\"log\":{", "\"lag\":{", "“log” is missing, or is not an object."),
    ("\"memorize\":\"", "\"x\":\"", "“log.memorize” is missing, or is not a text."),
    ("\"id\":7", "\"id\":07", "“log.id” is missing, or is not a whole number from 0 to 1844"),
    ("\"id\":7", "\"id\":-1", "“log.id” is missing, or is not a whole number from 0 to 1844"),
    ("\"id\":7", "\"id\":7.", "“log.id” is"), ("\"id\":7", "\"id\":7e+", "“log.id” is missing"),
    ("\"id\":7", "\"id\":1e99", "“log.id” is missing"), ("\"id\":7", "\"id\":null", "“log.id” is"),
    ("\"state\":\"won\"", "\"state\":\"on\"", "“log.state” is missing, or is not “won” or “aban"),
    ("\"name\":\"", "\"name\":\"\\ud800", "“log.beginning.theme.name” is missing, or is not a te"),
    (
      "\"colors\":[", "\"colors\":[1,", "“log.beginning.theme.colors” is missing, or is not an arra"
    ),
    ("\"first\":", "\"x\":", "“log.beginning.theme.pairs[0].first” is missing, or is not a text."),
    ("\"wanted\":", "\"wanted\":99999999999", "not a whole number from 0 to 4294967295."),
    (
      "\"seed\":\"", "\"seed\":\"+",
      "“log.beginning.seed” is missing, or is not a text of the digits"
    ),
    ("\"practice\":false", "\"practice\":0", "“log.beginning.practice” is missing, or is not true"),
    (
      "\"transitions\":[", "\"transitions\":[[],",
      "“log.transitions[0]” is missing, or is not an obj"
    ),
    (
      "\"transitions\":[", "\"x\":[", "“log.transitions” is missing, or is not an array of objects."
    ),
    (
      "\"kind\":\"flip\"", "\"kind\":\"fly\"",
      "“log.transitions” is missing, or is not an array of fli"
    ),
    ("\"seconds\":", "\"seconds\":-1", "whose seconds are from 0 to 9007199254."),
    ("\"seconds\":", "\"seconds\":9007199255", "“log.transitions” is"),
    ("\"par\":", "\"par\":1e999", "“log.result.par” is missing, or is not a number."),
    ("\"luck\":", "\"luck\":\"x\",\"l\":", "“log.result.luck” is missing, or is not a number."),
  ]) func aMemberThatIsWrongIsNamed(part: String, other: String, message: String) throws {
    var records = RandomRecords(for: "aMemberThatIsWrongIsNamed")
    let date = try #require(DailyDate("2026-11-21"))
    let text = try changed(records.daily(date), part, to: other)
    #expect(try fault(in: text).contains(message))
  }

  @Test(arguments: [
    ("[]", "“log” is missing, or is not in an object."), ("{\"log\":1}", "“log” is"),
  ])
  func aRecordIsAnObject(text: String, message: String) throws {
    #expect(try fault(in: text).contains(message))
  }

  /// What is wrong with a text that is no record.
  private func fault(in text: String) throws -> String {
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: Array(text.utf8), named: "It")
    }
    #expect(error?.status == .usage)
    return try #require(error).message
  }

  private func changed(_ record: RecordedGame, _ part: String, to other: String) throws -> String {
    var text = record.json.text
    let range = try #require(text.firstRange(of: part), "\(text)")
    text.replaceSubrange(range, with: other)
    return text
  }

  @Test func everyTextOfJSONIsRead() throws {
    var records = RandomRecords(for: "everyTextOfJSONIsRead")
    let text = try changed(
      records.next(), "\"memorize\":\"",
      to:
        #" "more" : [ true , false,null, -0.5e+3 , {} ] , "memorize" : "a\"\\\/\b\f\n\r\t\u00e9\ud83d\udc7b👻"#
    )
    let record = try RecordFile.game(in: Array(text.utf8), named: "It")
    #expect(record.memorize.hasPrefix("a\"\\/\u{8}\u{C}\n\r\té👻👻"))
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
    ("\"colors\":[\"#", "\"colors\":[\"#g", "is not written as #rrggbb"),
  ]) func whatDiffersIsTold(part: String, other: String, message: String) throws {
    var records = RandomRecords(for: "whatDiffersIsTold")
    let date = try #require(DailyDate("2026-11-21"))
    let text = try changed(records.daily(date), part, to: other)
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: Array(text.utf8), named: "It").checked()
    }
    #expect(error?.status == .refused)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
