package import DBus

/// What a transition of the practice session was made of, as its signals told it.
package struct PracticeTransition: Equatable, Sendable {
  /// A response: `AnswerGiven`.
  package struct Response: Equatable, Sendable {
    /// The number of the question.
    package let number: UInt32
    /// Whether it was right.
    package let isCorrect: Bool
    /// The side that was asked.
    package let question: String
    /// The answer that was given; empty where the question was given up or graded.
    package let answer: String
  }

  /// The response, if one was given.
  package internal(set) var response: Response?
  /// Whether a question is asked from now on, another one or the same again.
  package internal(set) var isAsked = false
  /// The result, if the session is finished by it.
  package internal(set) var result: SessionSummary?

  package init() {}
}

/// Follows the practice session; `Due` and `New` change without a transition.
package typealias PracticeFollower = Follower<PracticeTransition>

extension PracticeTransition: SignalledTransition {
  package typealias Source = PracticeContract

  package static var revision: any KeyPath<PracticeState, UInt64> & Sendable { \.revision }

  package static func subscribe(
    to service: Proxy, note: @escaping (UInt64, (inout PracticeTransition) -> Void) -> Void
  ) -> [SubscriptionID] {
    let interface = PracticeContract.interface
    return [
      service.on(PracticeContract.questionAsked, of: interface) {
        revision, _, _, _, _ in
        note(revision) { $0.isAsked = true }
      },
      service.on(PracticeContract.answerGiven, of: interface) {
        revision, number, isCorrect, question, answer in
        note(revision) {
          $0.response = .init(
            number: number, isCorrect: isCorrect, question: question, answer: answer)
        }
      },
      service.on(PracticeContract.sessionFinished, of: interface) { revision, result in
        note(revision) { $0.result = result }
      },
    ]
  }
}
