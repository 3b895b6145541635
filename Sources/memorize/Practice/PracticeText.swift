import MemorizeBus
import MemorizeText
import Practice
import Translation

/// The messages of the practice verbs.
enum PracticeText {
  /// A right answer is the card's own text, beside which a forgiven spelling is named; `nearly` is
  /// that text if the answer differs from it only in accents.
  static func answered(
    _ question: String, _ answer: String, typed: String, isCorrect: Bool, nearly: String
  ) -> String {
    if !nearly.isEmpty {
      return tr(
        "nearly: {question} = {answer} (you wrote {typed}); once more",
        ["question": question, "answer": nearly, "typed": typed])
    }
    guard isCorrect else {
      return question.isEmpty
        ? wrong(answer)
        : tr("wrong: {question} is not “{answer}”", ["question": question, "answer": answer])
    }
    let card = pair(question, answer)
    if answer == typed { return right(card) }
    // Translators: {card} is a question and its answer, as はい = yes; {typed} is how it was written.
    return tr("right: {card} (you wrote {typed})", ["card": card, "typed": typed])
  }

  /// Of an answer that somebody else revealed or graded.
  static func answered(_ question: String, isCorrect: Bool) -> String {
    isCorrect ? right(question) : wrong(question)
  }

  private static func right(_ text: String) -> String {
    // Translators: {answer} is a question that was answered right, or with its answer as はい = yes.
    tr("right: {answer}", ["answer": text])
  }

  private static func wrong(_ text: String) -> String {
    // Translators: {answer} is a question that was answered wrong, or the wrong answer.
    tr("wrong: {answer}", ["answer": text])
  }

  static func revealed(_ question: String, _ answer: String) -> String {
    // Translators: {card} is a question and its answer, as はい = yes.
    tr("revealed: {card}", ["card": pair(question, answer)])
  }

  /// A question may have no text.
  static func pair(_ question: String, _ answer: String) -> String {
    [question, answer].filter { !$0.isEmpty }.joined(separator: " = ")
  }

  static func graded(_ question: String, _ grade: Rating) -> String {
    // Translators: {grade} is how well the answer to {question} was remembered, as good.
    tr("graded: {question} {grade}", ["question": question, "grade": self.grade(grade)])
  }

  /// In the middle of a line; nil is of what was known of a card before its reviews were logged.
  static func grade(_ grade: Rating?) -> String {
    switch grade {
    // Translators: how well an answer was remembered: not at all.
    case .again: tr("again", context: "grade")
    // Translators: how well an answer was remembered: with effort.
    case .hard: tr("hard", context: "grade")
    case .good: tr("good", context: "grade")
    // Translators: how well an answer was remembered: at once.
    case .easy: tr("easy", context: "grade")
    // Translators: in place of a grade: the card was known before its reviews were logged.
    case nil: tr("known before", context: "grade")
    }
  }

  static func direction(_ direction: Word<Direction>) -> String {
    switch direction.known {
    // Translators: the first side of a card was asked.
    case .forward: tr("forward", context: "direction")
    // Translators: the second side of a card was asked.
    case .backward: tr("backward", context: "direction")
    case nil: direction.text
    }
  }

  /// Of a card that is in no deck any more.
  static func card(_ number: UInt64) -> String { tr("card {id}", ["id": number]) }

  static var undone: String {
    // Translators: the last response was undone.
    tr("undone", context: "practice")
  }

  static var stopped: String {
    // Translators: the session was ended.
    tr("stopped", context: "practice")
  }

  static var noSession: String { tr("no session: start one with “memorize practice”") }

  static var revealedQuestion: String {
    tr(
      """
      The answer has been revealed. Grade how well you knew it with “memorize practice grade”, or \
      print it again with “memorize practice reveal”.
      """)
  }

  static func nearly(_ answer: String) -> String {
    tr("Nearly: the answer is {answer}; write it once more.", ["answer": answer])
  }

  static func hidden(choices: Int) -> String {
    tr(
      choices, "1 choice: see it with “memorize practice show --choices”.",
      "{n} choices: see them with “memorize practice show --choices”.")
  }

  /// Of days with a finished session; of one deck, with an answer.
  static func streak(_ days: UInt32, isEnding: Bool) -> String {
    isEnding
      // Translators: days in a row with a finished session.
      ? tr(
        days, "practice streak 1 day; finish a session today to keep it",
        "practice streak {n} days; finish a session today to keep it")
      // Translators: days in a row with a finished session.
      : tr(days, "practice streak 1 day", "practice streak {n} days")
  }

  static func rebuilt(schedules: UInt32, different: UInt32, isDryRun: Bool) -> String {
    isDryRun
      // Translators: schedules of cards; {different} is how many of them differed from the log.
      ? tr(
        schedules, "compared: 1 schedule, {different} different",
        "compared: {n} schedules, {different} different", ["different": different])
      // Translators: schedules of cards; {different} is how many of them differed from the log.
      : tr(
        schedules, "rebuilt: 1 schedule, {different} different",
        "rebuilt: {n} schedules, {different} different", ["different": different])
  }

  static var noReview: String { tr("No review has been logged yet.") }
  static var noReviewSince: String { tr("No review has been logged since then.") }

  static func nothingDue(_ practice: PracticeState) -> String {
    if practice.waiting > 0 { return PracticeState.waitText(practice.waiting) }
    if practice.resting > 0 { return PracticeState.restText(practice.resting) }
    return practice.wait.map {
      // Translators: {next} is the sentence “The next card is due in 3 hours.”
      tr("Nothing is due. {next}", ["next": PracticeState.nextDueText(in: $0)])
    } ?? tr("Nothing is due.")
  }

  static var noDeckStarted: [String] {
    [
      tr(
        """
        No deck has been started yet. Start one: memorize practice start --deck "Japanese basics"
        """),
      tr(
        """
        “memorize deck list” lists the others, and “memorize deck add” and “memorize deck import” \
        add words of your own.
        """),
    ]
  }

  static var practiceAnyway: String {
    tr(#"Practice a deck anyway: memorize practice play --deck "Japanese basics""#)
  }
}

// Of training.
extension PracticeText {
  /// `all` are those that would count if other cards had the same first interval.
  static func tooFew(reviews: Int, ofAll all: Int) -> String {
    let needed = ParameterTraining.minimumReviews
    let first =
      reviews == 0
      ? tr(
        """
        No review can be used, and {needed} are needed, each on a later day than the one before.
        """,
        ["needed": needed])
      : tr(
        reviews,
        """
        Only 1 review can be used, and {needed} are needed, each on a later day than the one \
        before.
        """,
        """
        Only {n} reviews can be used, and {needed} are needed, each on a later day than the one \
        before.
        """,
        ["needed": needed])
    let unusual = tr("Reviews of cards whose first interval few other cards have do not count.")
    let last = tr("Nothing was changed; try again after more practice.")
    return (reviews < all ? [first, unusual, last] : [first, last]).sentencesText
  }

  static func used(reviews: Int) -> String {
    tr(reviews, "1 review used", "{n} reviews used")
  }

  static func verdict(isSame: Bool, isBetter: Bool, isSet: Bool) -> String {
    if isSame {
      return tr("Your reviews give the present parameters again. Nothing was changed.")
    }
    if isSet { return tr("The new parameters predict better and have been set.") }
    return isBetter
      ? tr("The new parameters predict better. Set them: memorize practice optimize")
      : tr("The new parameters do not predict better. Nothing was changed.")
  }
}
