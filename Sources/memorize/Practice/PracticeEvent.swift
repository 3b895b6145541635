import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Screens

/// The effect of a verb on the session.
struct PracticeEvent {
  /// For scripts.
  let plain: String
  /// For people; made when they read it.
  var text: String { shownText() }
  private let shownText: () -> String
  /// The member of `--json`; none if the session's state says everything.
  let json: JSON

  /// `after` is the session that tells what goes with an answer, except for how it is read; `marked`
  /// the one that tells whether the card was marked as hard.
  private init(
    plain: String, text: @autoclosure @escaping () -> String, after practice: PracticeState? = nil,
    reading: String = "",
    marked: PracticeState? = nil, _ json: JSON = [:]
  ) {
    self.plain = ([plain] + (practice?.plainTold(reading: reading) ?? [])).map(\.harmless)
      .joined(separator: "\n")
    shownText = {
      ([text()]
        + ((practice?.told(reading: reading) ?? []) + (marked?.hardText.map { [$0] } ?? []))
        .map { "  " + $0 }).map(\.harmless)
        .joined(separator: "\n")
    }
    self.json = json
  }

  static func started(_ practice: PracticeState) -> PracticeEvent {
    PracticeEvent(plain: practice.plainStart, text: practice.startedLine)
  }

  /// A right answer is the card's own text, beside which a forgiven spelling is named.
  static func answered(
    _ number: UInt32, _ question: String, _ answer: String, typed: String, isCorrect: Bool,
    ofDeck deck: String, after practice: PracticeState, reading: String = ""
  ) -> PracticeEvent {
    let nearly = practice.nearly
    let json: JSON = [
      "response": response(number, question, answer, isCorrect: isCorrect, nearly: nearly)
    ]
    let forgiven = answer == typed ? "" : " (you wrote \(typed))"
    let plain =
      !nearly.isEmpty
      ? "nearly: \(question) = \(nearly) (you wrote \(typed)); once more"
      : isCorrect
        ? "right: \(PracticeText.pair(question, answer))\(forgiven)"
        : question.isEmpty ? "wrong: \(answer)" : "wrong: \(question) is not “\(answer)”"
    return PracticeEvent(
      plain: plain,
      text: PracticeText.answered(
        question.shownSide(ofDeck: deck), answer.shownSide(ofDeck: deck),
        typed: typed.shownSide(ofDeck: deck), isCorrect: isCorrect,
        nearly: nearly.shownSide(ofDeck: deck)),
      after: isCorrect ? practice : nil, reading: reading, marked: practice, json)
  }

  static func response(
    _ number: UInt32, _ question: String, _ answer: String, isCorrect: Bool, nearly: String
  ) -> JSON {
    about(number, question).with("answer", .string(answer)).with("correct", .boolean(isCorrect))
      .with("nearly", nearly.isEmpty ? nil : .string(nearly))
  }

  static func revealed(
    _ number: UInt32, _ question: String, _ answer: String, ofDeck deck: String,
    after practice: PracticeState, reading: String
  ) -> PracticeEvent {
    PracticeEvent(
      plain: "revealed: \(PracticeText.pair(question, answer))",
      text: PracticeText.revealed(
        question.shownSide(ofDeck: deck), answer.shownSide(ofDeck: deck)),
      after: practice, reading: reading,
      marked: practice.phase == .revealed ? nil : practice,
      ["revealed": about(number, question).with("answer", .string(answer))])
  }

  static func graded(
    _ number: UInt32, _ question: String, _ grade: Rating, ofDeck deck: String,
    after practice: PracticeState
  ) -> PracticeEvent {
    PracticeEvent(
      plain: "graded: \(question) \(grade.name)",
      text: PracticeText.graded(question.shownSide(ofDeck: deck), grade),
      marked: practice,
      ["graded": about(number, question).with("grade", .integer(grade.rawValue))])
  }

  static var undone: PracticeEvent { PracticeEvent(plain: "undone", text: PracticeText.undone) }

  private static func about(_ number: UInt32, _ question: String) -> JSON {
    ["question_number": .integer(number), "question": .string(question)]
  }
}
