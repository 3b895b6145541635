import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// The output of `log --json` is a whole game, whoever reads it; and nothing else is.
@Suite(.timeLimit(.minutes(30))) struct RecordTests {
  @Test func aRecordIsReadBackAndReplayed() throws {
    var records = RandomRecords(for: "aRecordIsReadBackAndReplayed")
    var ends: Set<String> = []
    for _ in 0..<200 {
      let record = try records.next()
      let line = record.json.text
      #expect(!line.contains("\n"))
      let read = try RecordFile.game(in: Array(line.utf8), named: "It")
      #expect(read.json.text == line)
      ends.insert(record.state.text + record.beginning.scoring.text)
      var replay = try ReplayedGame(read)
      var count = 0
      while replay.next() != nil { count += 1 }
      #expect(count == record.transitions.count)
      #expect(replay.isAbandoned == (record.state == "abandoned"))
      // Each step shows what the game showed then.
      let game = replay.view
      #expect(game.score == record.result.score && game.moves == record.result.moves)
      #expect(game.cards.count { $0.state == .matched } == 2 * Int(game.matchedPairs))
    }
    #expect(ends.count == 4)
  }

  /// A damaged line does no harm: a sentence names its fault.
  @Test func aChangedLineIsRefusedWithASentence() throws {
    var records = RandomRecords(for: "aChangedLineIsRefusedWithASentence")
    var generator = SeededGenerator(for: "its changes")
    var refused: [Screens.ExitStatus: Int] = [:]
    var line: [UInt8] = []
    let lines = rounds(400, ofAll: 2_000)
    for number in 0..<lines {
      if number % 20 == 0 { line = Array(try records.next().json.text.utf8) }
      var changed = line
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let digits = changed.indices.filter { (0x30...0x39).contains(changed[$0]) }
        if Bool.random(using: &generator), let digit = digits.randomElement(using: &generator) {
          changed[digit] = UInt8.random(in: 0x30...0x39, using: &generator)
        } else {
          Mutation.damage(&changed, breaks: true, using: &generator)
        }
      }
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
    #expect((refused[.usage] ?? 0) > lines / 4)
    #expect((refused[.refused] ?? 0) > lines / 200)
  }

  @Test func anotherTextIsRefused() throws {
    for (text, message) in [
      ("", "It is not valid JSON."), ("{\"log\":{}} x", "It is not valid JSON."),
      ("[\"\\u12\"]", "It is not valid JSON."), ("[]", "“log” is missing, or is not in an object."),
      ("{\"log\":1}", "“log” is missing"),
      // These would take too much time or memory.
      (String(repeating: "[", count: 100_000), "It is not valid JSON."),
      ("[" + String(repeating: ",", count: 4_000_000), "It has more than 4000000 values."),
    ] {
      #expect(try fault(in: text).contains(message), "\(text.prefix(20))")
    }
  }

  @Test func aTextBeyondUTF8IsRefused() throws {
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: [0x22, 0xC3, 0x28, 0x22], named: "It")
    }
    #expect(error?.message.contains("It is not valid UTF-8.") == true)
  }

  /// Each member is named that is missing, or is of another type or size.
  @Test(arguments: [
    ("\"log\":{", "\"lag\":{", "“log” is missing, or is not an object."),
    ("\"memorize\":\"", "\"x\":\"", "“log.memorize” is missing, or is not a string."),
    ("\"id\":7", "\"id\":-1", "“log.id” is missing, or is not a whole number from 0 to 1844"),
    ("\"id\":7", "\"id\":1e99", "“log.id” is missing"), ("\"id\":7", "\"id\":null", "“log.id” is"),
    ("\"state\":\"won\"", "\"state\":\"on\"", "“log.state” is missing, or is not “won” or “aban"),
    ("\"name\":\"", "\"name\":\"\\ud800", "“log.beginning.theme.name” is missing, or is not a st"),
    (
      "\"colors\":[", "\"colors\":[1,", "“log.beginning.theme.colors” is missing, or is not an arra"
    ),
    (
      "\"first\":", "\"x\":",
      "“log.beginning.theme.pairs[0].first” is missing, or is not a string."
    ),
    ("\"wanted\":", "\"wanted\":99999999999", "not a whole number from 0 to 4294967295."),
    (
      "\"seed\":\"", "\"seed\":\"+",
      "“log.beginning.seed” is missing, or is not a string with a whole number"
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
    ("\"seconds\":", "\"seconds\":-1", "with seconds from 0 to 9007199254."),
    ("\"par\":", "\"par\":1e999", "“log.result.par” is missing, or is not a number."),
  ]) func aMemberThatIsWrongIsNamed(part: String, other: String, message: String) throws {
    var records = RandomRecords(for: "aMemberThatIsWrongIsNamed")
    let date = try #require(DailyDate("2026-11-21"))
    let text = try changed(records.daily(date), part, to: other)
    #expect(try fault(in: text).contains(message))
  }

  /// The message for a text that is no record.
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
    ("\"flips\":", "\"flips\":9", "“flips” is recorded as 9"),
    ("\"state\":\"won\"", "\"state\":\"abandoned\"", "“state” is recorded as \"abandoned\""),
    ("\"winners\":[", "\"winners\":[\"Eve\"", "“winners” is recorded as [\"Eve"),
    ("\"rules_version\":1", "\"rules_version\":2", "does not know version 2 of the rules."),
    ("\"scoring\":\"", "\"scoring\":\"x", "Unknown scoring “xclassic”"),
    ("\"wanted\":8", "\"wanted\":1", "A game needs at least 2 pairs, not 1."),
    (
      "\"daily\":\"2026-11-21\",\"practice\":false,\"started",
      "\"daily\":\"x\",\"practice\":false,\"started", "“x” is not a date"
    ),
    (
      "\"kind\":\"flip\",\"card\":", "\"kind\":\"flip\",\"card\":999",
      "There is no card with this number"
    ),
    ("\"colors\":[\"#", "\"colors\":[\"#g", "is not in the form #rrggbb"),
  ]) func aDifferenceIsNamed(part: String, other: String, message: String) throws {
    var records = RandomRecords(for: "aDifferenceIsNamed")
    let date = try #require(DailyDate("2026-11-21"))
    let text = try changed(records.daily(date), part, to: other)
    let error = #expect(throws: ProgramError.self) {
      try RecordFile.game(in: Array(text.utf8), named: "It").checked()
    }
    #expect(error?.status == .refused)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }
}
