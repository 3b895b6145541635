import Practice

/// The published practice session: the properties of ``PracticeContract``, for the service and its
/// clients.
///
/// Without a session texts are empty and numbers 0.
package struct PracticeState: RevisedRecord {
  package var revision: UInt64 = 0
  /// Identifies the session; 0 if there was none yet, or an older service does not publish it.
  package var session: UInt64 = 0
  /// `idle`, `asking`, `revealed` or `finished`.
  package var state = "idle"
  package var deck = ""
  package var mode = ""
  package var direction = ""
  package var questionNumber: UInt32 = 0
  package var question = ""
  package var pronunciation = ""
  package var choices: [String] = []
  package var questions: UInt32 = 0
  package var answered: UInt32 = 0
  package var wrong: UInt32 = 0
  package var firstTry: UInt32 = 0
  package var due: UInt32 = 0
  package var new: UInt32 = 0

  package init() {}

  package static let fields: [Field<PracticeState>] = [
    Field(
      "Revision", \.revision,
      "Grows by one with each transition of the session; survives restarts."),
    Field(
      "State", \.state,
      "idle, asking, revealed (the answer was told and waits for its grade) or finished.",
      .among(["idle", "asking", "revealed", "finished"])),
    Field("Deck", \.deck, "The name of the deck; empty without a session."),
    Field(
      "Mode", \.mode, "choices, typed or recall; empty without a session.",
      .among(PracticeMode.allCases.map(\.rawValue) + [""])),
    Field(
      "Direction", \.direction, "forward or backward; empty without a session.",
      .among(Direction.allCases.map(\.rawValue) + [""])),
    Field(
      "QuestionNumber", \.questionNumber,
      "The number of the question that is asked, from 1; 0 where none is."),
    Field("Question", \.question, "The side that is asked."),
    Field(
      "Pronunciation", \.pronunciation, "How the question is said; empty where nothing is told."),
    Field(
      "Choices", \.choices, "The answers to choose from, one of them right; none in other modes."),
    Field("Questions", \.questions, "How many questions the session has."),
    Field("Answered", \.answered, "How many questions were answered right."),
    Field("Wrong", \.wrong, "How many responses were wrong."),
    Field("FirstTry", \.firstTry, "How many questions were right at the first response."),
    Field(
      "Due", \.due, "How many cards of all decks are due; one may be so in both directions."),
    Field(
      "New", \.new,
      "How many cards of all decks were never answered, up to what today still allows."),
    Field(
      "Session", \.session,
      "The number of the session, of the last one if none is on; numbers grow. 0 before the first.",
      isOptional: true),
  ]

  /// Whether there is a session, even one that is finished.
  package var isThere: Bool { state != "idle" }
  package var isFinished: Bool { state == "finished" }
  /// Whether a question waits for its answer or its grade.
  package var isOn: Bool { state == "asking" || state == "revealed" }

  /// `3/5`; after the last question `5/5`.
  package var place: String {
    isOn ? "\(questionNumber)/\(questions)" : "\(answered)/\(questions)"
  }

  /// `はい [hai]`.
  package var spokenQuestion: String {
    pronunciation.isEmpty ? question : "\(question) [\(pronunciation)]"
  }

  /// `Well done, Ada` and `3 of 5 at the first try`; the name may be empty.
  package func praise(of name: String) -> (title: String, score: String) {
    (
      name.isEmpty ? "Well done" : "Well done, \(name)",
      "\(firstTry) of \(questions) at the first try"
    )
  }
}
