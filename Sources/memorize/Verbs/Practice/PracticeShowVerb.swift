import ArgumentParser

/// The verb `practice show`.
struct PracticeShowVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints the question that is asked, and its choices.",
    discussion: """
      With --plain “question”, its number, how many there are, the question, how it is said, the \
      mode and the state; then for each choice “choice”, its number and the choice; separated by \
      tabs. Where the setting show-choices is no, the choices are left out unless --choices asks for \
      them.
      """)

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.tell(nil, try connection.practice(), options, wantsChoices: choices.choices)
  }
}
