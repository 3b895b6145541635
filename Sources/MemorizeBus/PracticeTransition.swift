import DBus

/// One transition of the practice session, assembled from its signals.
package struct PracticeTransition: Equatable, Sendable {
  /// A response: `AnswerGiven`.
  package struct Response: Equatable, Sendable {
    package let number: UInt32
    package let isCorrect: Bool
    package let question: String
    /// Empty if the question was given up or graded.
    package let answer: String
  }

  package internal(set) var response: Response?
  /// Whether a question is asked now: a new one, or the same again.
  package internal(set) var isAsked = false
  package internal(set) var result: SessionSummary?

  package init() {}

  /// With other texts of the question and the answer of its response.
  package func withTexts(_ text: (String) -> String) -> PracticeTransition {
    var transition = self
    transition.response = response.map {
      Response(
        number: $0.number, isCorrect: $0.isCorrect, question: text($0.question),
        answer: text($0.answer))
    }
    return transition
  }
}

/// Follows the practice session; `Due` and `New` change without a transition.
package typealias PracticeFollower = Follower<PracticeTransition>

extension PracticeTransition: SignaledTransition {
  package typealias Source = PracticeContract

  package static var signals: [TransitionSignal<PracticeTransition>] {
    [
      .init(PracticeContract.questionAsked, \.isAsked) { _, _, _, _ in true },
      .init(PracticeContract.answerGiven, \.response) {
        Response(number: $0, isCorrect: $1, question: $2.bounded, answer: $3.bounded)
      },
      .init(PracticeContract.sessionFinished, \.result) { $0 },
    ]
  }

  package func apply(to state: inout PracticeState) -> Bool { true }
}
