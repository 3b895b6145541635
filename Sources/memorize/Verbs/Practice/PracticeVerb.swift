import ArgumentParser

/// The verb `practice`.
struct PracticeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice", abstract: "Asks word cards, one by one, and again when they are due.",
    discussion: """
      “memorize practice play” asks on the screen; “memorize practice start” and then “memorize practice answer 2” do it step by step. Without a verb it \
      does what “practice show” does.

      A wrong answer is an outcome and no error, as a mismatch is: it ends with 0.
      """,
    subcommands: [
      PracticeStartVerb.self, PracticeShowVerb.self, PracticeAnswerVerb.self,
      PracticeRevealVerb.self, PracticeGradeVerb.self, PracticeUndoVerb.self,
      PracticeRestartVerb.self, PracticeStopVerb.self, PracticeStatusVerb.self,
      PracticeDecksVerb.self, PracticeStatsVerb.self, ConfigVerb.self, PracticePlayVerb.self,
    ],
    defaultSubcommand: PracticeShowVerb.self)
}
