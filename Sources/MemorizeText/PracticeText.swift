package import MemorizeBus
package import MemoryGame
import PlainText
package import Practice
import Translation

// What people read of practice; what scripts read is in `PlainSession.swift`.
extension PracticeState {
  /// `Japanese basics: question 3 of 5, 1 mistake, 1 right first time; 4 due, 10 new`.
  package var statusLine: String {
    guard exists else {
      // Translators: {waiting} is “4 due, 10 new”.
      return tr(
        "no session; {waiting}: practice with “memorize practice”", ["waiting": waitingText])
    }
    let place =
      isFinished
      ? tr(answered, "finished: 1 card", "finished: {n} cards")
      : tr("question {number} of {questions}", ["number": position, "questions": questions])
    let mistakes = wrong == 0 ? tr("no mistakes") : tr(wrong, "1 mistake", "{n} mistakes")
    // Before the first response there is nothing to count.
    let facts = answered + wrong > 0 ? [place, mistakes, rightText] : [place]
    // Translators: {facts} is “question 3 of 5, 1 mistake”, {waiting} is “4 due, 10 new”.
    return tr(
      "{deck}: {facts}; {waiting}",
      ["deck": deckName, "facts": facts.listText, "waiting": waitingText]
    ).harmless
  }

  private var rightText: String {
    if firstTry == 0 { return tr("none right first time") }
    return isFinished && firstTry == answered
      ? tr("all right first time") : tr(firstTry, "1 right first time", "{n} right first time")
  }

  package var startedLine: String {
    tr(
      questions, "started: {deck}, 1 question", "started: {deck}, {n} questions",
      ["deck": deckName])
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
    if !questionMedia.picture.isEmpty { return tr("[picture]") }
    return question.isEmpty ? tr("[sound]") : ""
  }

  /// What is told with an answer: how it is read, the whole sentence of a gap, and the card's note.
  package func told(reading: String) -> [String] {
    [reading.inBrackets, sentence, note].filter { !$0.isEmpty }
  }

  /// What can be practiced in all decks.
  package var waitingText: String {
    let due = waiting > 0 ? plannedTexts : [dueText]
    return (due + [tr(new, "1 new", "{n} new")]).listText
  }

  private var plannedTexts: [String] {
    let rest = tr(resting, "1 resting until tomorrow", "{n} resting until tomorrow")
    return [Self.todayText(ready), Self.laterText(waiting)] + (resting > 0 ? [rest] : [])
  }

  private var dueText: String {
    guard resting > 0 else { return tr(due, "1 due", "{n} due") }
    if resting == due {
      // Translators: due cards rest if their other side was asked today.
      return tr(due, "1 due, resting until tomorrow", "{n} due, resting until tomorrow")
    }
    return tr(
      due, "1 due, {resting} of them resting until tomorrow",
      "{n} due, {resting} of them resting until tomorrow", ["resting": resting])
  }

  private static func todayText(_ cards: UInt32) -> String {
    // Translators: cards to be asked today.
    tr(cards, "1 today", "{n} today")
  }

  private static func laterText(_ cards: UInt32) -> String {
    // Translators: due cards that wait for another day.
    tr(cards, "1 waiting", "{n} waiting")
  }

  /// For the beginning of a line.
  package var deckName: String { deck.isEmpty ? tr("all decks") : shownThemeName(deck) }

  /// `The next card is due in 3 hours.`; nil if no card will be due.
  package func nextDueText(at now: UInt64) -> String? { wait(from: now).map(Self.nextDueText) }

  package static func nextDueText(in seconds: UInt64) -> String {
    // Translators: {time} is “3 hours”.
    tr("The next card is due in {time}.", ["time": RoughTime(seconds: seconds).text])
  }

  /// `streak 3 days; finish a session today to keep it`; nil without a streak.
  package var streakText: String? {
    streak > 0 ? Self.streakText(streak, isEnding: isStreakEnding) : nil
  }

  /// Of days with a finished session.
  package static func streakText(_ days: UInt32, isEnding: Bool) -> String {
    isEnding
      ? tr(
        days, "streak 1 day; finish a session today to keep it",
        "streak {n} days; finish a session today to keep it")
      : tr(days, "streak 1 day", "streak {n} days")
  }

  /// How many cards wait after a session, or when one will be due; nil if none will be.
  package func moreText(at now: UInt64) -> String? {
    switch (ready, new) {
    case (1..., 0): return tr(ready, "1 more card is due.", "{n} more cards are due.")
    case (0, 1...):
      return tr(new, "1 more new card for today.", "{n} more new cards for today.")
    case (1..., 1...):
      // Translators: {cards}, {due} and {new} are numbers of cards.
      return tr(
        "{cards} more: {due} due, {new} new.", ["cards": ready + new, "due": ready, "new": new])
    default: break
    }
    if waiting > 0 { return Self.waitText(waiting) }
    return resting > 0 ? Self.restText(resting) : nextDueText(at: now)
  }

  /// Why none is asked although some wait.
  package static func waitText(_ waiting: UInt32) -> String {
    tr(
      waiting, "Today's reviews are done; 1 card waits for another day.",
      "Today's reviews are done; {n} cards wait for other days.")
  }

  /// `done by 9 December`; nil for no date.
  package static func doneText(_ date: String) -> String? {
    // Translators: when all that waits will be done; {date} is “9 December”.
    DailyDate(date).map { tr("done by {date}", ["date": $0.dayAndMonth]) }
  }

  /// `40 today, 212 waiting, done by 9 December`.
  package static func backlogText(today: UInt32, waiting: UInt32, done: String) -> String {
    [todayText(today), laterText(waiting), doneText(done)].compactMap(\.self).listText
  }

  /// Why none is asked although some are due.
  package static func restText(_ resting: UInt32) -> String {
    tr(
      resting, "1 due card rests until tomorrow, since its other side or gap was asked today.",
      """
      {n} due cards rest until tomorrow, since their other sides or gaps were asked today.
      """)
  }

  /// After a response that marked its card as hard; nil after others.
  package var hardText: String? {
    guard lapsesMarked > 0 else { return nil }
    return tr(
      lapsesMarked, "This card is hard: you have forgotten it {n} times.",
      "This card is hard: you have forgotten it {n} times.")
  }

  /// `3 of 5 on the first try`.
  package var scoreText: String {
    tr("{right} of {questions} on the first try", ["right": firstTry, "questions": questions])
  }

  /// `name` may be empty.
  package func finishedLine(name: String) -> String {
    // Translators: {score} is “3 of 5 on the first try”.
    let line =
      name.isEmpty
      ? tr("Well done: {score}", ["score": scoreText])
      : tr("Well done, {name}: {score}", ["name": name, "score": scoreText])
    return line.harmless
  }

  /// `Well done, Ada`.
  package static func praise(of name: String) -> String {
    name.isEmpty ? tr("Well done") : tr("Well done, {name}", ["name": name])
  }
}

extension PracticeState {
  /// What is known of the question's card, for a time in seconds since 1970-01-01 UTC:
  /// `last seen 3 days ago, well known`; empty without a question.
  package func memoryText(at now: UInt64) -> String {
    guard stability > 0, lastReviewed > 0 else { return stability == 0 ? tr("new card") : "" }
    let last = lastReviewed / 1_000_000
    let time = RoughTime(seconds: max(now, last) - last).text
    switch stability {
    // Translators: {time} is “3 days”.
    case ..<7: return tr("last seen {time} ago, barely known", ["time": time])
    case ..<21: return tr("last seen {time} ago, fairly well known", ["time": time])
    default: return tr("last seen {time} ago, well known", ["time": time])
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
      guard !answer.isEmpty, !isShort else {
        // Translators: the right answer, which is to be typed once more.
        return tr("{right}; once more", ["right": nearly])
      }
      return tr("{right}, not {given}; once more", ["right": nearly, "given": answer])
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
    if isCorrect { return tr("right: {answer}", ["answer": shown]) }
    return nearly.isEmpty
      ? tr("wrong: {answer}", ["answer": shown]) : tr("nearly: {answer}", ["answer": shown])
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
    case .again: tr("Again", context: "grade")
    case .hard: tr("Hard", context: "grade")
    case .good: tr("Good", context: "grade")
    case .easy: tr("Easy", context: "grade")
    }
  }
}

extension DailyDate {
  /// `9 December`.
  package var dayAndMonth: String {
    let day = text.split(separator: "-").last.flatMap { Int($0) } ?? 0
    return tr("{day} {month}", ["day": day, "month": monthName])
  }

  /// `December`.
  package var monthName: String {
    switch month {
    case 1: tr("January", context: "month")
    case 2: tr("February", context: "month")
    case 3: tr("March", context: "month")
    case 4: tr("April", context: "month")
    case 5: tr("May", context: "month")
    case 6: tr("June", context: "month")
    case 7: tr("July", context: "month")
    case 8: tr("August", context: "month")
    case 9: tr("September", context: "month")
    case 10: tr("October", context: "month")
    case 11: tr("November", context: "month")
    default: tr("December", context: "month")
    }
  }
}
