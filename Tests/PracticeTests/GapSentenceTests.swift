import MemoryGame
import TestSupport
import Testing

@testable import Practice

@Suite struct GapSentenceTests {
  private static let france =
    "{{c1::Paris}} is the capital of {{c2::France::country}}; {{c1::it}} is old."

  @Test func eachNumberIsAskedByItself() throws {
    let sentence = try #require(try GapSentence(Self.france))
    #expect(sentence.numbers == [1, 2])
    #expect(sentence.question(1) == "[…] is the capital of France; […] is old.")
    #expect(sentence.answer(1) == "Paris, it")
    #expect(sentence.solution(1) == "[Paris] is the capital of France; [it] is old.")
    #expect(sentence.question(2) == "Paris is the capital of [country]; it is old.")
    #expect(sentence.answer(2) == "France")
    #expect(sentence.solution(2) == "Paris is the capital of [France]; it is old.")
  }

  /// A gap within another is text of the outer one, and its hint is dropped.
  @Test func aGapWithinAGapIsText() throws {
    let sentence = try #require(try GapSentence("{{c1::a {{c2::b::hint}} c::outer}}, {{c3::d}}"))
    #expect(sentence.numbers == [1, 3])
    #expect(sentence.question(1) == "[outer], d")
    #expect(sentence.answer(1) == "a b c")
  }

  /// A sound between an answer and the end of its gap left a space in the answer.
  @Test func spacesAtTheEndsStandOutside() throws {
    let sentence = try #require(try GapSentence("a{{c1:: b c }}d{{c2::e}}"))
    #expect(sentence.answer(1) == "b c" && sentence.question(1) == "a […] de")
    #expect(sentence.solution(2) == "a b c d[e]")
  }

  /// Its second colons were lost.
  @Test func aHintMayHaveColons() throws {
    let sentence = try #require(try GapSentence("It is {{c1::ten::hour::minute}}."))
    #expect(sentence.question(1) == "It is [hour::minute]." && sentence.answer(1) == "ten")
  }

  @Test(arguments: ["", "plain", "{c1::a}", "{{d1::a}}", "{{c::a}}", "{{c1:a}}", "a }} b", "{{c1"])
  func otherTextHasNoGaps(text: String) throws {
    #expect(try GapSentence(text) == nil)
    #expect(WordCard(text, "x").cards.count == 1)
  }

  @Test(arguments: [
    ("{{c1::a", GapSentence.Fault.open), ("a {{c1::b}} {{c2::c}", .open),
    ("{{c1::a {{c2::b}}", .open), ("{{c1::}}", .empty(1)), ("{{c3:: ::hint}}", .empty(3)),
    ("{{c0::a}}", .number("0")), ("{{c101::a}}", .number("101")),
    ("{{c1,2::a}}", .number("1,2")),
    ("{{c99999999999999999999::a}}", .number("999999999999")),
  ])
  func aFaultIsNamed(text: String, fault: GapSentence.Fault) {
    #expect(throws: fault) { try GapSentence(text) }
  }

  /// Whatever the gaps hold, the question has none of it in their place, and the solution all.
  @Test func randomSentencesAreSolved() throws {
    var random = SeededGenerator(for: "randomSentencesAreSolved")
    for _ in 0..<rounds(100, ofAll: 2000) {
      var (written, solved) = ("", "")
      var answers: [Int: [String]] = [:]
      for part in 0..<Int.random(in: 1...8, using: &random) {
        let text = ["é", "] [", "犬が", "a:b", "{", "}", " "].randomElement(using: &random) ?? ""
        if Bool.random(using: &random) {
          let number = Int.random(in: 1...4, using: &random)
          let hint = Bool.random(using: &random) ? "::hint\(part)" : ""
          written += "{{c\(number)::gap\(part)\(hint)}}"
          solved += "gap\(part)"
          answers[number, default: []].append("gap\(part)")
        } else {
          written += "x\(text)x"
          solved += "x\(text)x"
        }
      }
      guard let sentence = try GapSentence(written) else {
        #expect(answers.isEmpty)
        continue
      }
      #expect(sentence.numbers == answers.keys.sorted())
      for (number, held) in answers {
        #expect(sentence.answer(number) == held.joined(separator: ", "))
        let question = sentence.question(number)
        #expect(held.allSatisfy { !question.contains($0) }, "\(written): \(question)")
        let marked = held.reduce(solved) { $0.replacing($1, with: "[\($1)]") }
        #expect(sentence.solution(number) == marked)
      }
    }
  }
}
