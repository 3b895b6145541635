import Glibc
import MemorizeBus
import PlainText

extension PracticeState {
  /// `Japanese basics: 3/5, 2 right, 1 wrong, 2 on the first try; 4 due, 10 new`.
  package var statusLine: String {
    guard exists else {
      return "no session; \(waitingText): practise with “memorize practice”"
    }
    let place = isFinished ? "finished" : self.place
    return
      ("\(deckName): \(place), \(answered) right, \(wrong) wrong, \(firstTry) on the first try; "
      + waitingText).harmless
  }

  /// What can be practised in all decks.
  package var waitingText: String { "\(due) due, \(new) new" }

  /// For the beginning of a line.
  package var deckName: String { deck.isEmpty ? "all decks" : deck }

  /// When the next card is due: `in 3 hours`; nil if none is.
  package var nextText: String? { nextText(at: UInt64(max(time(nil), 0))) }

  /// The same at a time, in seconds since 1970-01-01 UTC.
  package func nextText(at now: UInt64) -> String? {
    let next = nextDue / 1_000_000
    return next > 0 ? "in " + roughTime(seconds: next - min(next, now)) : nil
  }

  /// `name` may be empty.
  package func finishedLine(name: String) -> String {
    let (title, score) = praise(of: name)
    return "\(title): \(score)".harmless
  }

  var modeText: String { (mode + (isBackward ? ", backward" : "")).harmless }
}
