package import DBus

/// The result of a practice session, as `SessionFinished` publishes it.
package struct SessionSummary: Record {
  package var questions: UInt32 = 0
  package var wrong: UInt32 = 0
  package var firstTry: UInt32 = 0
  package var deck = ""

  package init() {}

  package static let fields: [Field<SessionSummary>] = [
    Field("questions", \.questions, "How many questions it had."),
    Field("wrong", \.wrong, "How many responses were wrong."),
    Field("first-try", \.firstTry, "How many questions were right at the first response."),
    Field("deck", \.deck, "The name of the deck."),
  ]
}

package struct PracticeStatistics: Record {
  /// Days ahead, and days back.
  package static let coveredDays = 30

  package var answers: UInt32 = 0
  package var reviewed: UInt32 = 0
  package var recalled: UInt32 = 0
  package var retrievability = -1.0
  package var ahead: [UInt32] = []
  package var days: [Struct<String, UInt32, UInt32>] = []

  package init() {}

  package static let fields: [Field<PracticeStatistics>] = [
    Field("answers", \.answers, "First answers to a question in a session."),
    Field("reviewed", \.reviewed, "Those of a card known from an earlier day."),
    Field("recalled", \.recalled, "Those of them that were right."),
    Field(
      "retrievability", \.retrievability,
      "The mean chance that a card is remembered now; -1 on the bus and null in JSON without any.",
      form: .nullIfNegative),
    Field(
      "ahead", \.ahead,
      """
      Reviews that fall due today, with what is overdue, and on each of the \(coveredDays - 1) local \
      days after.
      """),
    Field(
      "days", \.days,
      "Of the last \(coveredDays) local days those with reviews of cards known from an earlier one.",
      form: .objects(["date", "reviewed", "recalled"])),
  ]
}
