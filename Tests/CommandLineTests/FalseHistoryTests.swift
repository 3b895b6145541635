import Foundation
import MemoryGame
import PlainText
import TestSupport
import Testing

@testable import Screens
@testable import memorize

private typealias Outcome = TestSupport.Outcome

/// A service of another version, or a foreign one, may publish anything about the past.
@Suite(.timeLimit(.minutes(30))) struct FalseHistoryTests {
  private static let verbs = [
    ["history"], ["history", "--limit", "2000"], ["stats"], ["log", "1"], ["replay", "1"],
    ["verify", "1"], ["share"],
  ]

  /// Runs every verb in every form; returns the outcomes by verb.
  private func outcomes(_ answers: String) throws -> [String: [Outcome]] {
    let desk = try Desk(runs: false)
    let service = try FakeHistory.start(on: desk.bus, answering: answers)
    var outcomes: [String: [Outcome]] = [:]
    for verb in Self.verbs {
      for form in [[], ["--plain"], ["--json"]] {
        let outcome = try desk.memorize(verb + form)
        #expect([0, 1, 2, 5, 6].contains(outcome.code), "\(verb) \(answers)")
        // Either a result or one sentence.
        #expect(outcome.errors.isEmpty == (outcome.code == 0), "\(verb): \(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count <= 1, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty || outcome.errors.hasPrefix("memorize: "))
        #expect(outcome.harmful.isEmpty)
        if form == ["--json"] {
          for line in outcome.output.split(separator: "\n") {
            #expect(!parsed(String(line)).isEmpty, "\(line)")
          }
        }
        outcomes[verb[0], default: []].append(outcome)
      }
    }
    #expect(service.isRunning)
    return outcomes
  }

  /// Numbers that are none, or too large to be counted with, crashed nothing yet; nor may they.
  @Test(arguments: [
    "{}",
    "{'Log': ('a(tsuid)', lambda call: [[0, 'flip', 4294967295, -2147483648, float('nan')]])}",
    "{'Log': ('a(tsuid)', lambda call: [[2**64 - 1, 'flip', 0, 0, 1e300]])}",
    "{'Log': ('a(tsuid)', lambda call: [[1, 'fly', 0, 0, 0.0]])}",
    "{'Log': ('a(tsuid)', lambda call: [[2**64 - 1, 'flip', 0, 0, 0.0], [0, 'flip', 1, 0, 0.0]])}",
    "{'Log': ('a(tsuid)', lambda call: [])}",
    "{'Beginning': ('a{sv}', lambda call: {})}",
    "{'Beginning': ('a{sv}', lambda call: beginning(wanted=V('s', '2')))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(theme=V('s', '\\x1b[2J\\u202e\\n')))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(scoring=V('s', '\\x1b' * 5000)))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(**{'started-at': V('t', 2**64 - 1)}))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(**{'rules-version': V('u', 2**32 - 1)}))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(players=V('as', ['a'] * 5000)))}",
    "{'Beginning': ('a{sv}', lambda call: beginning(**{'theme-pairs': V('a(sss)', [['a', '', '']] * 9000)}))}",
    "{'Games': ('aa{sv}', lambda call: [{}])}",
    "{'Games': ('aa{sv}', lambda call: [game(state='lost')])}",
    "{'Games': ('aa{sv}', lambda call: [game(theme=V('s', '\\x1b[2J\\u202e\\n\\t' * 999))])}",
    "{'Games': ('aa{sv}', lambda call: [game(regret=V('d', float('nan')))])}",
    "{'Games': ('aa{sv}', lambda call: [game(regret=V('d', 1.7e308))])}",
    "{'Games': ('aa{sv}', lambda call: [game(**{'started-at': V('t', 2**64 - 1)})])}",
    "{'Games': ('aa{sv}', lambda call: [game(pairs=V('u', 0))])}",
    "{'Games': ('aa{sv}', lambda call: [game(id=999 - n) for n in range(999)])}",
    "{'Statistics': ('a{sv}', lambda call: statistics(**{'mean-regret': V('d', float('nan'))}))}",
    "{'Statistics': ('a{sv}', lambda call: statistics(games=V('u', 2**32 - 1), won=V('u', 0)))}",
    "{'Statistics': ('a{sv}', lambda call: statistics(best=V('aa{sv}', [{}])))}",
    "{'Verify': ('u', lambda call: 1)}",
    "{'History': ('a{sv}', lambda call: {})}",
    "{'History': ('a{sv}', lambda call: {'Daily': V('s', '\\x1b'), 'DailyPlayed': V('b', True)})}",
    "{'Memorize1': ('a{sv}', lambda call: {})}",
    "{'Memorize1': ('a{sv}', lambda call: {'Version': V('s', '\\x1b[2J')})}",
  ]) func nothingDoesHarm(answers: String) throws {
    let outcomes = try outcomes(answers)
    #expect(outcomes.count == 6)
  }

  /// A service that repeats a game must not be asked for ever.
  @Test func aRepeatedGameEndsTheReading() throws {
    let outcomes = try outcomes(
      "{'Games': ('aa{sv}', lambda call: [game(id=600 - n) for n in range(500)])}")
    let long = try #require(outcomes["history"]).suffix(3)
    #expect(long.allSatisfy { $0.code == 1 && $0.errors.contains("is incomplete") })
  }

  /// The service's store may be damaged: the difference is named, even if the service only reports
  /// that there is one.
  @Test func aDifferenceIsNamed() throws {
    let outcomes = try outcomes("{'Verify': ('b', lambda call: False)}")
    for outcome in try #require(outcomes["verify"]) {
      #expect(outcome.code == 5)
      #expect(outcome.errors.contains("“flips” is recorded as 4, but the log gives 1"))
    }
    for outcome in try #require(outcomes["replay"]) { #expect(outcome.code == 5) }
  }

  /// More games than one reply holds are read in pages, each older than the last.
  @Test func historyIsReadInPages() throws {
    let desk = try Desk(runs: false)
    let service = try FakeHistory.start(
      on: desk.bus,
      answering: """
        {'Games': ('aa{sv}', lambda call: [
            game(id=n) for n in range(call[0]['before'].value - 1 if 'before' in call[0] else 1234, 0, -1)
        ][:call[0]['limit'].value if call[0]['limit'].value <= 500 else 1])}
        """)
    for (limit, count) in [("2000", 1234), ("1000", 1000), ("501", 501), ("500", 500), ("1", 1)] {
      let lines = try desk.memorize("history", "--plain", "--limit", limit).output
        .split(separator: "\n")
      #expect(lines.count == count)
      #expect(lines.compactMap { Int($0.prefix { $0 != "\t" }) } == (0..<count).map { 1234 - $0 })
    }
    #expect(service.isRunning)
  }
}

extension TestSupport.Outcome {
  /// The characters on which a terminal would act.
  var harmful: [Unicode.Scalar] {
    (output + errors).unicodeScalars.filter { $0.isHarmful && $0 != "\n" && $0 != "\t" }
  }
}
