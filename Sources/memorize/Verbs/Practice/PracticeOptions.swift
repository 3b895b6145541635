import ArgumentParser

/// The option of verbs that print a question.
struct ChoicesOption: ParsableArguments {
  @Flag(help: "Print the choices, even where the setting show-choices is no.")
  var choices = false
}

/// The option of verbs that are about one question.
struct QuestionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do it only where that question is asked; else it is the one that is asked now.",
      valueName: "number"))
  var question: UInt32?
}
