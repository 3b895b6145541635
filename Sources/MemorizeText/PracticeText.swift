package import MemorizeBus
import MemoryGame
import PlainText
package import Practice

// What people read of practice; what scripts read is in `PlainSession.swift`.
extension PracticeState {
  /// `Japanese basics: question 3 of 5, 1 mistake, 1 right first time; 4 due, 10 new`.
  package var statusLine: String {
    guard exists else { return "no session; \(waitingText): practice with “memorize practice”" }
    let cards = plural(answered, one: "1 card", other: "\(answered) cards")
    let place = isFinished ? "finished: \(cards)" : "question \(position) of \(questions)"
    let mistakes =
      wrong == 0 ? "no mistakes" : plural(wrong, one: "1 mistake", other: "\(wrong) mistakes")
    let right =
      firstTry == 0
      ? "none right first time"
      : isFinished && firstTry == answered
        ? "all right first time" : "\(firstTry) right first time"
    // Before the first response there is nothing to count.
    let facts = answered + wrong > 0 ? [place, mistakes, right] : [place]
    return "\(deckName): \(facts.joined(separator: ", ")); \(waitingText)".harmless
  }

  package var startedLine: String {
    plural(
      questions, one: "started: \(deckName), 1 question",
      other: "started: \(deckName), \(questions) questions")
  }

  /// `はい [hai]`, and `[picture]` for a side with one, which a line of text cannot show.
  package var questionText: String {
    let texts = [question, pronunciation.inBrackets, questionMark]
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The question without its pronunciation, where a picture can be shown beside it.
  package var shownQuestion: String { question.isEmpty ? questionMark : question }

  /// What stands for a picture, or for the sounds of a side that has nothing else; else empty.
  package var questionMark: String {
    guard let questionMedia else { return "" }
    if !questionMedia.picture.isEmpty { return "[picture]" }
    return question.isEmpty ? "[sound]" : ""
  }

  /// What is told with an answer: how it is read, the whole sentence of a gap, and the card's note.
  package func told(reading: String) -> [String] {
    [reading.inBrackets, sentence, note].filter { !$0.isEmpty }
  }

  /// What can be practiced in all decks.
  package var waitingText: String {
    let due =
      waiting > 0
      ? ["\(ready) today", "\(waiting) waiting"]
        + (resting > 0 ? ["\(resting) resting until tomorrow"] : [])
      : ["\(self.due) due"] + (restingText.map { [$0] } ?? [])
    return (due + ["\(new) new"]).joined(separator: ", ")
  }

  private var restingText: String? {
    guard resting > 0 else { return nil }
    return resting == due
      ? "resting until tomorrow" : "\(resting) of them resting until tomorrow"
  }

  /// For the beginning of a line.
  package var deckName: String { deck.isEmpty ? "all decks" : deck }

  /// `The next card is due in 3 hours.`; nil if no card will be due.
  package func nextDueText(at now: UInt64) -> String? { wait(from: now).map(Self.nextDueText) }

  package static func nextDueText(in seconds: UInt64) -> String {
    "The next card is due in \(roughTime(seconds: seconds))."
  }

  /// `streak 3 days; finish a session today to keep it`; nil without a streak.
  package var streakText: String? {
    streak > 0 ? Self.streakText(streak, isEnding: isStreakEnding) : nil
  }

  /// Of days with a finished session.
  package static func streakText(_ days: UInt32, isEnding: Bool) -> String {
    let streak = plural(days, one: "streak 1 day", other: "streak \(days) days")
    return isEnding ? "\(streak); finish a session today to keep it" : streak
  }

  /// How many cards wait after a session, or when one will be due; nil if none will be.
  package func moreText(at now: UInt64) -> String? {
    switch (ready, new) {
    case (1..., 0):
      return plural(ready, one: "1 more card is due.", other: "\(ready) more cards are due.")
    case (0, 1...):
      return plural(
        new, one: "1 more new card for today.", other: "\(new) more new cards for today.")
    case (1..., 1...): return "\(ready + new) more: \(ready) due, \(new) new."
    default: break
    }
    if waiting > 0 { return Self.waitText(waiting) }
    return resting > 0 ? Self.restText(resting) : nextDueText(at: now)
  }

  /// Why none is asked although some wait.
  package static func waitText(_ waiting: UInt32) -> String {
    plural(
      waiting, one: "Today's reviews are done; 1 card waits for another day.",
      other: "Today's reviews are done; \(waiting) cards wait for other days.")
  }

  /// `done by 9 December`; nil for no date.
  package static func doneText(_ date: String) -> String? {
    DailyDate(date).map { "done by \($0.dayAndMonth)" }
  }

  /// `40 today, 212 waiting, done by 9 December`.
  package static func backlogText(today: UInt32, waiting: UInt32, done: String) -> String {
    ["\(today) today", "\(waiting) waiting", doneText(done)].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Why none is asked although some are due.
  package static func restText(_ resting: UInt32) -> String {
    plural(
      resting,
      one: "1 due card rests until tomorrow, since its other side or gap was asked today.",
      other:
        "\(resting) due cards rest until tomorrow, since their other sides or gaps were asked today."
    )
  }

  /// After a response that marked its card as hard; nil after others.
  package var hardText: String? {
    lapsesMarked > 0 ? "This card is hard: you have forgotten it \(lapsesMarked) times." : nil
  }

  /// `3 of 5 on the first try`.
  package var scoreText: String { "\(firstTry) of \(questions) on the first try" }

  /// `name` may be empty.
  package func finishedLine(name: String) -> String {
    "\(Self.praise(of: name)): \(scoreText)".harmless
  }

  /// `Well done, Ada`.
  package static func praise(of name: String) -> String {
    name.isEmpty ? "Well done" : "Well done, \(name)"
  }
}

extension PracticeState {
  /// What is known of the question's card, for a time in seconds since 1970-01-01 UTC:
  /// `last seen 3 days ago, well known`; empty without a question.
  package func memoryText(at now: UInt64) -> String {
    guard stability > 0, lastReviewed > 0 else { return stability == 0 ? "new card" : "" }
    let last = lastReviewed / 1_000_000
    let ago = roughTime(seconds: max(now, last) - last)
    switch stability {
    case ..<7: return "last seen \(ago) ago, barely known"
    case ..<21: return "last seen \(ago) ago, fairly well known"
    default: return "last seen \(ago) ago, well known"
    }
  }
}

extension PracticeProgress.Outcome {
  package var mark: String { isCorrect ? "✓ " : nearly.isEmpty ? "✗ " : "≈ " }

  /// `はい = yes`; after a wrong answer the right one stays hidden while the question is still asked,
  /// after `esta` it is `está, not esta; once more`.
  package var text: String { text(isShort: false) }

  /// In a narrow place without the given answer, `está; once more`.
  package func text(isShort: Bool) -> String {
    if !nearly.isEmpty {
      return answer.isEmpty || isShort
        ? "\(nearly); once more" : "\(nearly), not \(answer); once more"
    }
    if !isOpen, !sentence.isEmpty { return sentence }
    // The reading is that of the first side.
    let sides =
      isBackward ? [question, answer.read(reading)] : [question.read(reading), answer]
    let texts = (isOpen ? [answer] : sides).filter { !$0.isEmpty }
    return texts.joined(separator: " = ")
  }

  /// One line, as `✓ はい = yes`.
  package func text(isASCII: Bool, isShort: Bool = false) -> String {
    let shown = text(isShort: isShort).harmless
    guard isASCII else { return mark + shown }
    return isCorrect ? "right: \(shown)" : nearly.isEmpty ? "wrong: \(shown)" : "nearly: \(shown)"
  }
}

extension String {
  /// `[hai]`; empty if it is.
  package var inBrackets: String { isEmpty ? "" : "[\(self)]" }

  /// `はい [hai]`, with how it is read.
  package func read(_ reading: String) -> String {
    [self, reading.inBrackets].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Rating {
  package var label: String {
    switch self {
    case .again: "Again"
    case .hard: "Hard"
    case .good: "Good"
    case .easy: "Easy"
    }
  }
}

extension DailyDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `9 December`.
  fileprivate var dayAndMonth: String {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return "\(parts[2]) \(Self.months[parts[1] - 1])"
  }
}
