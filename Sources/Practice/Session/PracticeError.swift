internal import PlainText

package enum PracticeError: Error, Hashable, Sendable {
  case noSuchDeck(String)
  case deckTooSmall(String)
  case noAnswers(String, Direction)
  case allSuspended(String)
  case deckSuspended(String)
  /// Of a deck, or of all.
  case nothingDue(String?)
  case noHardCards(String?)
  /// The number of those that can be dealt.
  case tooFewHardCards(Int)
  /// The cards that wait, because the day's reviews are done.
  case reviewsDone(waiting: Int)
  case questionsOutOfRange(Int)
  case sessionInProgress
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
      english("There is no deck named “\(name)”; choose one from the list of decks.")
    case .noAnswers(let name, .forward):
      english(
        "The second sides of the deck “\(name)” have no text to answer with: practice it backward.")
    case .noAnswers(let name, .backward):
      english(
        "The first sides of the deck “\(name)” have no text to answer with: practice it forward.")
    case .deckTooSmall(let name):
      english("The deck “\(name)” is too small to practice: it needs two different answers.")
    case .allSuspended(""):
      english(
        "All cards of the session are suspended; resume some of them, or start another session.")
    case .allSuspended(let name):
      english("All cards of the deck “\(name)” are suspended; resume some of them to practice it.")
    case .deckSuspended(let name):
      english("The deck “\(name)” is suspended; resume the deck to practice it.")
    case .nothingDue(let name?):
      english("No cards of the deck “\(name)” are due now; start a session with all cards instead.")
    case .nothingDue(nil):
      english(
        "No cards are due now, and there are no new ones for today; start a session with a deck.")
    case .noHardCards(let name?):
      english(
        "No card of the deck “\(name)” is hard: one becomes hard when it was forgotten "
          + "\(Schedule.hardLapses) times. Practice what is due instead.")
    case .noHardCards(nil):
      english(
        "No card is hard: one becomes hard when it was forgotten \(Schedule.hardLapses) times. "
          + "Practice what is due instead.")
    case .tooFewHardCards(let count):
      english(
        "Only \(count) of the hard cards can be dealt, and a game needs 2 pairs: practice them "
          + "instead, or play another theme.")
    case .reviewsDone(let waiting):
      english(
        "Today's reviews are done, and \(waiting) due cards wait for other days; the setting "
          + "MostReviews is how many a day may have.")
    case .questionsOutOfRange(let count):
      SessionOptions.questionRange.refusal(questions: count)
    case .sessionInProgress:
      english("A practice session is in progress; start without “unasked” to end it.")
    case .noSession: english("No practice session is in progress; start one.")
    case .sessionFinished: english("The session is finished; restart it, or start a new one.")
    case .questionChanged: english("The question has changed; answer the current one.")
    case .noSuchChoice: english("The question has no such choice; choices are counted from 0.")
    case .notTyped:
      english("In recall mode, answers are not typed: reveal the answer, then grade it.")
    case .unusableAnswer:
      english(
        "An answer must have a visible character, no control characters, and at most "
          + "\(WordCard.maximumBytes) bytes of UTF-8.")
    case .notRevealed:
      english("Only an answer revealed in recall mode can be graded; reveal it first.")
    case .tooManyResponses:
      english(
        "The session has reached the limit of \(Session.maximumResponses) responses; restart it.")
    case .nothingToUndo: english("The session has no response to undo.")
    }
  }
}
