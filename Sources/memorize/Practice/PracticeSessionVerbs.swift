import ArgumentParser
import DBus
import MemorizeBus
import Practice

struct PracticeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice", abstract: "Asks word cards, one by one, and again when they are due.",
    discussion: """
      “memorize practice play” asks on the screen; “memorize practice start” and then “memorize \
      practice answer 2” do it step by step. Without a verb it does what “practice show” does.

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

struct ChoicesOption: ParsableArguments {
  @Flag(help: "Print the choices, even where the setting show-choices is no.")
  var choices = false
}

struct PracticeStartVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Starts a session, and prints its first question.",
    discussion: """
      A session that is on ends, and its answers stay. In the mode choices one of up to three \
      answers is chosen; in typed the answer is typed, without regard to case, accents and outer \
      punctuation; in recall it is revealed and then graded.
      """)

  @OptionGroup var start: PracticeStart
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options)
      .perform(PracticeContract.start, start.options().values, choices: choices) { .started($0) }
  }
}

/// The options of a new session that the command line gives.
struct PracticeStart: ParsableArguments {
  @Option(help: "The deck; else the last one, or at first Japanese basics.")
  var deck: String?

  @Option(
    help: ArgumentHelp(
      """
      How many questions, from \(PracticeSettings.questionRange.text); else as the setting \
      questions-per-session says.
      """,
      valueName: "count"))
  var questions: UInt32?

  @Option(help: "Which side is asked: forward, the first one, or backward.")
  var direction: Direction?

  @Option(help: "How it is answered: choices, typed or recall.")
  var mode: PracticeMode?

  @Flag(help: "Ask only cards that are due, then new ones.")
  var due = false

  /// Whether the current session is resumed.
  var isEmpty: Bool { options() == StartOptions() }

  /// The options of `Start`; deck and kind default to those of the last session.
  func options(after last: PracticeState? = nil) -> StartOptions {
    var options = StartOptions()
    options.deck = deck ?? last.flatMap { $0.deck.isEmpty ? nil : $0.deck }
    options.questions = questions
    options.direction = direction ?? last.flatMap { Direction(rawValue: $0.direction) }
    options.mode = mode ?? last.flatMap { PracticeMode(rawValue: $0.mode) }
    if due { options.isDue = true }
    return options
  }
}

extension Direction: ExpressibleByArgument {}

extension PracticeMode: ExpressibleByArgument {}

struct PracticeShowVerb: Verb {
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
    try connection.print(nil, try connection.practice(), choices)
  }
}

struct PracticeRestartVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Starts a session like the last one, and prints its question.",
    discussion: "Where nothing is due any more, it is one of all cards.")

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options)
      .perform(PracticeContract.restart, choices: choices) { .started($0) }
  }
}

struct PracticeStopVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Ends the session; its answers stay.")

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.practice(after: PracticeContract.stop)
    guard !options.isQuiet else { return }
    try options.print(json: ["practice": practice.summary], line: "stopped")
  }
}

struct PracticeStatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Prints how the session stands and what is due, in one line.")

  @Flag(
    name: .customLong("exit-code"),
    help:
      "End with 0 where a question is asked, 10 after the last one, 11 where there is no session."
  )
  var usesExitCode = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let practice = try ServiceConnection(options).practice()
    try options.print(json: ["practice": practice.summary], line: practice.statusLine)
    guard usesExitCode, !practice.isOn else { return }
    throw practice.isFinished ? ExitStatus.won : ExitStatus.noGame
  }
}
