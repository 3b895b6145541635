/// Why a call of a practice session was refused.
package enum PracticeRefusal: Error, Hashable, Sendable {
  /// No deck has this name.
  case noSuchDeck(String)
  /// The deck has fewer than 2 distinct answers, or no question with a wrong answer to show.
  case deckTooSmall(String)
  /// No card of the deck is due, and no new one is allowed today.
  case nothingDue(String)
  /// The number of questions asked for is outside the allowed range.
  case questionsOutOfRange(Int)
  /// No session is on.
  case noSession
  /// All questions of the session were answered.
  case sessionFinished
  /// Another question is asked now.
  case questionChanged
  /// The question has no such choice, or is not answered by choosing in this mode.
  case noSuchChoice
  /// The question is not answered by typing in this mode.
  case notTyped
  /// A typed answer is empty, too long or holds control characters.
  case unusableAnswer
  /// The answer was not revealed before it was graded.
  case notRevealed
  /// The session has as many responses as it may have.
  case tooManyResponses
  /// The session has no response to take back.
  case nothingToUndo

  /// A sentence that says what to do instead.
  package var message: String {
    switch self {
    case .noSuchDeck(let name):
      "There is no deck named “\(name)”; choose one that is listed."
    case .deckTooSmall(let name):
      "The deck “\(name)” is too small to be practised: it needs two different answers."
    case .nothingDue(let name):
      "Nothing of the deck “\(name)” is due now; start a session of all cards instead."
    case .questionsOutOfRange(let count):
      "A session asks \(PracticeSettings.questionRange.lowerBound) to "
        + "\(PracticeSettings.questionRange.upperBound) questions, not \(count)."
    case .noSession: "No practice session is on; start one."
    case .sessionFinished: "The session is finished; restart it or start another."
    case .questionChanged: "Another question is asked now; look at it and answer that one."
    case .noSuchChoice: "The question has no such choice; choices are counted from 0."
    case .notTyped: "In this mode the answer is revealed and then graded, not typed."
    case .unusableAnswer:
      "An answer needs a visible character, no control characters, and at most "
        + "\(TypedAnswer.maximumBytes) bytes of UTF-8."
    case .notRevealed:
      "Only an answer that was revealed in the mode recall is graded; reveal it first."
    case .tooManyResponses:
      "The session has \(Session.maximumResponses) responses, which is the most; restart it."
    case .nothingToUndo: "The session has no response to take back."
    }
  }
}
