import ArgumentParser
import Doctor
import PlainText
import Screens

struct PlayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play in the terminal; others' moves appear at once.",
    discussion: """
      In a list, / filters, Enter chooses and Escape closes.

      With --plain, or if TERM is dumb, play is a line-by-line dialogue for screen readers and \
      pipes: “7” or “7 12” turns cards up, “row 2”, “up”, “board” and “score” print cards or the \
      score, “hide” turns a mismatch face down, “new” or “new THEME” starts a game, “daily” starts \
      or resumes today's daily game, “help” lists the commands and “quit” quits. The dialogue ends \
      at the end of its input.

      With --speak, speech-dispatcher or espeak-ng says what was turned up, what matched, whose turn \
      it is and which card is selected, so that the game can be played by ear.
      """)
  static var details: String? { HelpPage.keys(GameScreen.keys) }
  static let examples = ["memorize play Sea --pairs 6", "memorize play --against 7"]

  @Option(
    help: ArgumentHelp(
      "Turn a mismatch face down after this time; otherwise a key or the next flip does.",
      valueName: "seconds"),
    transform: Duration.init(seconds:))
  var concealAfter: Duration?

  @Flag(help: "Say what happens.")
  var speak = false

  @OptionGroup var played: PlayedGame
  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "play", noJSON: english("play has no JSON output; use “watch --json” instead."))
    guard !isPlain || !speak else {
      throw ProgramError.usage(
        english("--speak needs a screen; a screen reader speaks the lines of --plain."))
    }
    let connection = try ServiceConnection(options.showing(board))
    // Starts the service if that is allowed; an error is printed before the screen is taken.
    let duel = try played.begin(over: connection)
    guard !isPlain else { return try GameDialogue(connection, concealAfter, duel).run() }
    let screen = try GameScreen(
      over: connection, duel, concealAfter: concealAfter, opening: Storage.news(options),
      speaks: speak)
    if try screen.run() == .practice { try PracticeScreen.resume(options) }
  }
}
