internal import DBus
internal import MemorizeBus
internal import MemorizeText
internal import PlainText
internal import Practice
internal import Translation

// What notifications and the item in the panel say.
extension GameState {
  /// `Halloween: 3 of 8 pairs`.
  var headline: String {
    // Translators: {progress} is “3 of 8 pairs”.
    tr("{theme}: {progress}", ["theme": shownThemeName(theme), "progress": progressText])
  }

  /// `score 4`, or each player's score in a game with several players.
  var scores: String { players.isEmpty ? scoreText(score) : players.scoresText }
}

extension FinalResult {
  /// `scores` are those of the players.
  func lines(_ scores: String) -> [String] {
    guard winners.isEmpty else {
      // Translators: {scores} is “Ada 4, Ben 2”.
      let line = tr(
        winners.count, "{names} wins: {scores}", "{names} win: {scores}",
        ["names": winners.enumerationText, "scores": scores])
      return [line, movesText(moves)]
    }
    let sums = [movesText(moves), scoreText(score), gradeText].compactMap(\.self).listText
    // Translators: the average moves of perfect play, then “0.5 moves lost to forgetting”.
    let par = tr("Par {moves}, {loss}", ["moves": par.tenthsText, "loss": regret.lossText])
    return [sums, par]
  }
}

extension PracticeState {
  /// `Japanese basics, 2/5`; the deck alone if this is the only question.
  var questionPlace: String {
    // An older service does not publish the question's deck.
    let deck = questionDeck.isEmpty ? deck : questionDeck
    let texts = [shownThemeName(deck)] + (questions > 1 ? [place] : [])
    return texts.filter { !$0.isEmpty }.listText
  }

  /// `3 Good, 4 days`, with the time until the next review if the grade determines it.
  func text(of grade: Rating) -> String {
    let title = "\(grade.rawValue) \(grade.label)"
    guard intervals.count == Rating.allCases.count else { return title }
    return [title, RoughTime(seconds: intervals[grade.rawValue - 1]).text].listText
  }

  var wrongText: String {
    let deck = deck.isEmpty ? tr("All decks") : shownThemeName(deck)
    // Translators: no answer of the session was wrong.
    let none = tr("{deck}: none wrong", ["deck": deck])
    return wrong == 0
      ? none : tr(wrong, "{deck}: 1 wrong", "{deck}: {n} wrong", ["deck": deck])
  }

  static func reminderText(due: UInt32, new: UInt32) -> String {
    switch (due, new) {
    case (0, 0): tr("No cards are due.")
    case (0, _): tr(new, "No cards are due, 1 new.", "No cards are due, {n} new.")
    case (_, 0): tr(due, "1 card is due.", "{n} cards are due.")
    default:
      // Translators: {new} is the number of new cards.
      tr(due, "1 card is due, {new} new.", "{n} cards are due, {new} new.", ["new": new])
    }
  }

  static func toolTip(due: UInt32) -> String { tr(due, "1 card due", "{n} cards due") }
}

extension PracticeProgress.Outcome {
  var title: String {
    if isCorrect { return mark + tr("Right", context: "outcome") }
    // Translators: the question was given up or left.
    if !isOpen { return mark + tr("Missed", context: "outcome") }
    return mark
      + (nearly.isEmpty ? tr("Wrong", context: "outcome") : tr("Nearly", context: "outcome"))
  }
}

extension BusError {
  /// Why a call failed, in plain words: the bus's own messages are about connections and processes.
  func reason(isStarting: Bool) -> String {
    switch name {
    case _ where isUncertain: tr("The service did not answer; try again.")
    // dbus-broker reports this error if it could not start a service.
    case .nameHasNoOwner where isStarting: Self.notStarted
    case .serviceUnknown, .nameHasNoOwner: tr("The service is not running; start it first.")
    case _
    where name == .startTimedOut || name.isActivationFailure
      || name.rawValue.hasPrefix("org.freedesktop.systemd1."):
      Self.notStarted
    default: translatedSentence(message)
    }
  }

  private static var notStarted: String { tr("The service did not start; see its log.") }
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
    tr(
      names.count, "Two versions of “{deck}” were merged: {changes}.",
      "Two versions of each of {n} decks were merged: {changes}.",
      ["deck": shownThemeName(names.first ?? ""), "changes": changes.enumerationText])
  }

  private var changes: [String] {
    // Translators: these are the changes of “Two versions of “{deck}” were merged: {changes}.”
    let added = tr(cards, "1 card was added", "{n} cards were added")
    // Translators: one of the changes of “Two versions of “{deck}” were merged: {changes}.”
    let kept = tr(
      texts, "the newer text of 1 card was kept", "the newer texts of {n} cards were kept")
    return (cards == 0 ? [] : [added]) + (texts == 0 ? [] : [kept])
  }
}
