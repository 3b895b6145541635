import MemorizeBus
import MemorizeText
import PlainText
import Practice

/// The messages of the practice verbs.
enum PracticeText {
  /// A right answer is the card's own text, beside which a forgiven spelling is named; `nearly` is
  /// that text if the answer differs from it only in accents.
  static func answered(
    _ question: String, _ answer: String, typed: String, isCorrect: Bool, nearly: String
  ) -> String {
    if !nearly.isEmpty { return "nearly: \(question) = \(nearly) (you wrote \(typed)); once more" }
    guard isCorrect else {
      return question.isEmpty ? "wrong: \(answer)" : "wrong: \(question) is not “\(answer)”"
    }
    let right = "right: \(pair(question, answer))"
    return answer == typed ? right : "\(right) (you wrote \(typed))"
  }

  /// Of an answer that somebody else revealed or graded.
  static func answered(_ question: String, isCorrect: Bool) -> String {
    isCorrect ? "right: \(question)" : "wrong: \(question)"
  }

  static func revealed(_ question: String, _ answer: String) -> String {
    "revealed: \(pair(question, answer))"
  }

  /// A question may have no text.
  static func pair(_ question: String, _ answer: String) -> String {
    [question, answer].filter { !$0.isEmpty }.joined(separator: " = ")
  }

  static func graded(_ question: String, _ grade: Rating) -> String {
    "graded: \(question) \(grade.name)"
  }

  static let undone = "undone"
  static let stopped = "stopped"
  static let noSession = "no session: start one with “memorize practice”"

  static let revealedQuestion = """
    The answer has been revealed. Grade how well you knew it with “memorize practice grade”, or \
    print it again with “memorize practice reveal”.
    """

  static func nearly(_ answer: String) -> String {
    "Nearly: the answer is \(answer); write it once more."
  }

  static func hidden(choices: Int) -> String {
    plural(
      choices, one: "1 choice: see it with “memorize practice show --choices”.",
      other: "\(choices) choices: see them with “memorize practice show --choices”.")
  }

  static func rebuilt(schedules: UInt32, different: UInt32, isDryRun: Bool) -> String {
    isDryRun
      ? plural(
        schedules, one: "compared: 1 schedule, \(different) different",
        other: "compared: \(schedules) schedules, \(different) different")
      : plural(
        schedules, one: "rebuilt: 1 schedule, \(different) different",
        other: "rebuilt: \(schedules) schedules, \(different) different")
  }

  static let noReview = "No review has been logged yet."
  static let noReviewSince = "No review has been logged since then."

  static func nothingDue(_ practice: PracticeState) -> String {
    if practice.waiting > 0 { return PracticeState.waitText(practice.waiting) }
    if practice.resting > 0 { return PracticeState.restText(practice.resting) }
    return practice.wait.map { "Nothing is due. " + PracticeState.nextDueText(in: $0) }
      ?? "Nothing is due."
  }

  static let noDeckStarted = [
    "No deck has been started yet. Start one: memorize practice start --deck \"Japanese basics\"",
    "“memorize deck list” lists the others, and “memorize deck add” and “memorize deck import” add "
      + "words of your own.",
  ]

  static let practiceAnyway =
    "Practice a deck anyway: memorize practice play --deck \"Japanese basics\""
}

// Of training.
extension PracticeText {
  /// `all` are those that would count if other cards had the same first interval.
  static func tooFew(reviews: Int, ofAll all: Int) -> String {
    let needed = ParameterTraining.minimumReviews
    let first =
      reviews == 0
      ? "No review can be used, and \(needed) are needed, each on a later day than the one before."
      : plural(
        reviews,
        one: """
          Only 1 review can be used, and \(needed) are needed, each on a later day than the one \
          before.
          """,
        other: """
          Only \(reviews) reviews can be used, and \(needed) are needed, each on a later day than \
          the one before.
          """)
    let unusual = "Reviews of cards whose first interval few other cards have do not count."
    let last = "Nothing was changed; try again after more practice."
    return (reviews < all ? [first, unusual, last] : [first, last]).joined(separator: " ")
  }

  static func used(reviews: Int) -> String {
    plural(reviews, one: "1 review used", other: "\(reviews) reviews used")
  }

  static func verdict(isSame: Bool, isBetter: Bool, isSet: Bool) -> String {
    if isSame { return "Your reviews give the present parameters again. Nothing was changed." }
    if isSet { return "The new parameters predict better and have been set." }
    return isBetter
      ? "The new parameters predict better. Set them: memorize practice optimize"
      : "The new parameters do not predict better. Nothing was changed."
  }
}
