package enum PracticeRefusal: Error, Hashable, Sendable {
  case noSuchDeck(String)
  case deckTooSmall(String)
  case nothingDue(String)
  case questionsOutOfRange(Int)
  case noSession
  case sessionFinished
  case questionChanged
  case noSuchChoice
  case notTyped
  case unusableAnswer
  case notRevealed
  case tooManyResponses
  case nothingToUndo

  package var message: String {
    switch self {
    case .noSuchDeck(let name):
      "There is no deck named “\(name)”; choose one that is listed."
    case .deckTooSmall(let name):
      "The deck “\(name)” is too small to be practised: it needs two different answers."
    case .nothingDue(let name):
      "Nothing of the deck “\(name)” is due now; start a session of all cards instead."
    case .questionsOutOfRange(let count): PracticeSettings.refusal(questions: count)
    case .noSession: "No practice session is on; start one."
    case .sessionFinished: "The session is finished; restart it or start another."
    case .questionChanged: "Another question is asked now; look at it and answer that one."
    case .noSuchChoice: "The question has no such choice; choices are counted from 0."
    case .notTyped: "In this mode the answer is revealed and then graded, not typed."
    case .unusableAnswer:
      "An answer needs a visible character, no control characters, and at most "
        + "\(WordCard.maximumBytes) bytes of UTF-8."
    case .notRevealed:
      "Only an answer that was revealed in the mode recall is graded; reveal it first."
    case .tooManyResponses:
      "The session has \(Session.maximumResponses) responses, which is the most; restart it."
    case .nothingToUndo: "The session has no response to take back."
    }
  }
}
