/// Counts the due cards, and those never answered, among those that it is given.
///
/// Both directions of a card, and all gaps of a sentence, are siblings. Of siblings one is asked a
/// day, because it tells the answers of the others: they rest until the next day.
package struct CardSurvey: Hashable, Sendable {
  package private(set) var dueForward = 0
  package private(set) var dueBackward = 0
  /// How many of the due ones rest.
  package private(set) var resting = 0
  /// The number of never answered ones.
  package private(set) var unseen = 0
  /// The next local day on which one falls due; nil for none.
  package private(set) var next: Int?

  /// A card counts once in each direction.
  package var due: Int { dueForward + dueBackward }

  private let day: Int
  private let fsrs: FSRS
  /// By the first gap of their sentence.
  private var sentences: [Int32: Siblings] = [:]

  private struct Siblings: Hashable {
    var due = 0
    var isReviewed = false
  }

  init(day: Int, _ fsrs: FSRS) {
    self.day = day
    self.fsrs = fsrs
  }

  /// A card that is not asked counts only for its siblings, if it was answered today.
  mutating func add(_ card: Reviews.Card, isAsked: Bool) {
    guard isAsked else {
      if card.sentence >= 0, card.isReviewed(on: day) {
        sentences[card.sentence, default: Siblings()].isReviewed = true
      }
      return
    }
    var own = Siblings()
    card.forEachAsked { direction, schedule in
      let dueDay = fsrs.dueDay(of: schedule)
      if dueDay > day {
        next = min(next ?? .max, dueDay)
        return
      }
      own.due += 1
      if direction == .forward { dueForward += 1 } else { dueBackward += 1 }
    }
    own.isReviewed = card.isReviewed(on: day)
    if card.isNew { unseen += 1 }
    // Most are neither.
    guard own.due > 0 || own.isReviewed else { return }
    guard card.sentence >= 0 else { return count(own) }
    var all = sentences[card.sentence] ?? Siblings()
    all.due += own.due
    all.isReviewed = all.isReviewed || own.isReviewed
    sentences[card.sentence] = all
  }

  /// Counts what depends on all gaps of a sentence.
  mutating func finish() {
    for siblings in sentences.values { count(siblings) }
    sentences = [:]
  }

  private mutating func count(_ siblings: Siblings) {
    resting += siblings.isReviewed ? siblings.due : max(siblings.due - 1, 0)
  }
}
