import ArgumentParser
import MemorizeBus
import PlainText
import Screens
import TerminalKit

struct PracticePlayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Practice in the terminal; answers given elsewhere appear at once.",
    discussion: """
      The current session is resumed; without one, a list of decks opens, or with --plain what is due \
      is asked. With options, a new session starts.

      In typed mode, Enter sends the answer, and Escape makes the next key a command. A missed \
      answer stays on the screen until you press a key (in typed mode, Enter). The bottom line \
      shows the keys that work now.

      With --plain, or if TERM is dumb, it is a line-by-line dialogue for screen readers and \
      pipes: “1” and “text yes” answer, “reveal” prints the answer, and “grade 3” grades it; other \
      commands are “undo”, “choices”, “question”, “score”, “restart”, “new”, “help” and “quit”. \
      The dialogue ends at the end of its input.
      """)
  static var details: String? { HelpPage.keys(PracticeScreen.keys) }
  static let examples = ["memorize practice play", "memorize practice play --mode recall --due"]

  @OptionGroup var start: PracticeStart
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "practice play",
      noJSON: english(
        "practice play has no JSON output; use the other verbs of practice instead."))
    // Do not end the current session for one that nobody would see.
    if !isPlain { try Screen.check() }
    let connection = try ServiceConnection(options)
    connection.showsQuestions(true)
    // An error is printed before anything is shown. On a screen, a deck is chosen there.
    let practice = try connection.practice()
    let isOn = practice.isInProgress
    if !start.isEmpty {
      try connection.ask(PracticeContract.start, start.options().values)
    } else if isPlain, !isOn {
      var due = StartOptions()
      (due.isDue, due.questions) = (true, practice.portion)
      if try !connection.starts(due, mayRefuse: true) {
        try Output.results.write(practice.plainNothingDue + "\n")
      }
    }
    guard !isPlain else { return try PracticeDialogue(connection, start: start.options()).run() }
    try PracticeScreen(over: connection).run(choosesDeck: start.isEmpty && !isOn)
  }
}
