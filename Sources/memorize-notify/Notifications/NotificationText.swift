internal import DBus
internal import MemorizeBus
internal import MemorizeText
internal import PlainText
internal import Practice

// What notifications and the item in the panel say.
extension GameState {
  /// `Halloween: 3 of 8 pairs`.
  var headline: String { "\(theme): \(progressText)" }

  /// `score 4`, or each player's score in a game with several players.
  var scores: String { players.isEmpty ? "score \(score)" : players.text }
}

extension FinalResult {
  /// `scores` are those of the players.
  func lines(_ scores: String) -> [String] {
    guard winners.isEmpty else {
      let names = winners.enumeration
      return [
        plural(winners.count, one: "\(names) wins: \(scores)", other: "\(names) win: \(scores)"),
        movesText(moves),
      ]
    }
    let sums = "\(movesText(moves)), score \(score)"
    return [
      knownGrade.map { "\(sums), \($0)" } ?? sums, "Par \(par.tenths), \(regret.lossText)",
    ]
  }
}

extension PracticeState {
  /// `Japanese basics, 2/5`; the deck alone if this is the only question.
  var questionPlace: String {
    // An older service does not publish the question's deck.
    let deck = questionDeck.isEmpty ? deck : questionDeck
    return ([deck] + (questions > 1 ? [place] : [])).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `3 Good, 4 days`, with the time until the next review if the grade determines it.
  func text(of grade: Rating) -> String {
    let title = "\(grade.rawValue) \(grade.label)"
    guard intervals.count == Rating.allCases.count else { return title }
    return "\(title), \(roughTime(seconds: intervals[grade.rawValue - 1]))"
  }

  var wrongText: String {
    let deck = deck.isEmpty ? "All decks" : deck
    return wrong == 0 ? "\(deck): none wrong" : "\(deck): \(wrong) wrong"
  }

  static func reminderText(due: UInt32, new: UInt32) -> String {
    guard new > 0 else {
      return due == 0
        ? "No cards are due." : plural(due, one: "1 card is due.", other: "\(due) cards are due.")
    }
    return due == 0
      ? "No cards are due, \(new) new."
      : plural(due, one: "1 card is due, \(new) new.", other: "\(due) cards are due, \(new) new.")
  }

  static func toolTip(due: UInt32) -> String {
    plural(due, one: "1 card due", other: "\(due) cards due")
  }
}

extension PracticeProgress.Outcome {
  var title: String {
    if isCorrect { return mark + "Right" }
    if !isOpen { return mark + "Missed" }
    return mark + (nearly.isEmpty ? "Wrong" : "Nearly")
  }
}

extension BusError {
  /// Why a call failed, in plain words: the bus's own messages are about connections and processes.
  func reason(isStarting: Bool) -> String {
    switch name {
    case _ where isUncertain: "The service did not answer; try again."
    // dbus-broker reports this error if it could not start a service.
    case .nameHasNoOwner where isStarting: Self.notStarted
    case .serviceUnknown, .nameHasNoOwner: "The service is not running; start it first."
    case _
    where name == .startTimedOut || name.isActivationFailure
      || name.rawValue.hasPrefix("org.freedesktop.systemd1."):
      Self.notStarted
    default: message
    }
  }

  private static let notStarted = "The service did not start; see its log."
}

/// Decks of which a synchronizer had made copies, and what was merged into them.
struct MergedDecks: Equatable {
  private var names: [String] = []
  private var cards: UInt32 = 0
  private var texts: UInt32 = 0

  mutating func add(_ deck: String, cards: UInt32, texts: UInt32) {
    if !names.contains(deck) { names.append(deck) }
    self.cards = self.cards.addingReportingOverflow(cards).partialValue
    self.texts = self.texts.addingReportingOverflow(texts).partialValue
  }

  /// One sentence about all of them.
  var text: String {
    let what = plural(
      names.count, one: "“\(names.first ?? "")”", other: "each of \(names.count) decks")
    let added =
      cards == 0 ? [] : [plural(cards, one: "1 card was", other: "\(cards) cards were") + " added"]
    let kept =
      texts == 0
      ? []
      : [
        plural(
          texts, one: "the newer text of 1 card was",
          other: "the newer texts of \(texts) cards were") + " kept"
      ]
    return "Two versions of \(what) were merged: \((added + kept).enumeration)."
  }
}
