import ArgumentParser
import DBus
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Screens
import Translation

struct PracticeVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Practice word cards, each again when it is due.",
    discussion: """
      Without a verb, practice all due cards of all decks, in both directions. On a terminal this \
      fills the screen; elsewhere it prints the question. A session in progress is resumed. \
      “memorize practice play” lets you choose a deck. To go step by step, use “memorize practice \
      start”, then “memorize practice answer 2”.

      Like a mismatch, a wrong answer is a normal outcome and not an error: the exit status is 0.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Session",
        subcommands: [
          PracticeDueVerb.self, PracticePlayVerb.self, PracticeStartVerb.self,
          PracticeShowVerb.self,
          PracticeStatusVerb.self, PracticeRestartVerb.self, PracticeStopVerb.self,
          PracticeWatchVerb.self, PracticeWaitVerb.self,
        ]),
      CommandGroup(
        name: "Question",
        subcommands: [
          PracticeAnswerVerb.self, PracticeRevealVerb.self, PracticeGradeVerb.self,
          PracticeUndoVerb.self,
        ]),
      CommandGroup(
        name: "Decks and settings",
        subcommands: [
          PracticeDecksVerb.self, PracticeStatsVerb.self, PracticeBreakVerb.self,
          PracticeSimulateVerb.self, ConfigVerb.self,
        ]),
      CommandGroup(
        name: "Log of reviews",
        subcommands: [
          PracticeReviewsVerb.self, PracticeRebuildVerb.self, PracticeOptimizeVerb.self,
        ]),
    ],
    defaultSubcommand: PracticeDueVerb.self)
  static let examples = ["memorize practice", "memorize practice start --mode typed"]
}

struct ChoicesOption: ParsableArguments {
  @Flag(help: "Print the choices even if the setting show-choices is no.")
  var choices = false
}

struct PracticeStartVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a session and print its first question.",
    discussion: """
      The current session ends; its answers stay saved. In choices mode you choose one of up to \
      three answers; in typed mode you type the answer, and case and outer punctuation are \
      ignored, while one whose accents differ is asked for once more; in recall mode you reveal the answer, then grade how well you remembered it.
      """)
  static let examples = [
    #"memorize practice start --deck "Japanese basics" --mode typed"#,
    "memorize practice start --due",
  ]

  @OptionGroup var start: PracticeStart
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.withDeck(start.deck) {
      try connection.perform(
        PracticeContract.start, start.options(ofDeck: $0).values, choices: choices
      ) { .started($0) }
    }
  }
}

/// The options of a new session.
struct PracticeStart: ParsableArguments {
  private static let range = SessionOptions.questionRange

  @Option(help: "The deck; by default the last one, or with --due and --hard all decks.")
  var deck: String?

  @Option(
    help: ArgumentHelp(
      """
      How many questions, from \(Self.range.lowerBound) to \(Self.range.upperBound); with --due and \
      --hard, 0 means all. By default the setting questions-per-session.
      """,
      valueName: "count"))
  var questions: UInt32?

  @Option(
    help: """
      Which side to show as the question: forward for the first (the default), backward for the \
      second; with --due and --hard, both by default.
      """)
  var direction: Direction?

  @Option(help: "How to answer: choices (choose an answer), typed, or recall (grade yourself).")
  var mode: PracticeMode?

  @Flag(help: "Ask only about due cards, then new ones up to today's limit.")
  var due = false

  @Flag(
    help: "Ask only about hard cards, due or not: those forgotten \(Schedule.hardLapses) times.")
  var hard = false

  func validate() throws {
    guard !due || !hard else {
      throw ValidationError(
        english("--hard asks its cards whether they are due or not: leave out --due."))
    }
  }

  /// Without options the current session is resumed.
  var isEmpty: Bool { options() == StartOptions() }

  func options() -> StartOptions { options(ofDeck: deck) }

  func options(ofDeck deck: String?) -> StartOptions {
    var options = StartOptions()
    (options.deck, options.questions, options.direction) = (deck, questions, direction)
    options.mode = mode
    if due { options.isDue = true }
    if hard { options.isHard = true }
    return options
  }
}

extension Direction: ExpressibleByArgument {}

extension PracticeMode: ExpressibleByArgument {}

struct PracticeShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the current question and its choices.",
    discussion: """
      With --plain, print “question”, its number, the number of questions, the question, its \
      pronunciation, the mode and the state; then for each choice “choice”, its number and the \
      choice, and “wrong” if it was answered wrong; for a revealed answer whose pronunciation is not \
      that of the question “reading” and it; separated by tabs. If the setting show-choices is no, the \
      choices are omitted unless --choices is given. With --sound, the sounds of the question are played, or it is spoken if it \
      has none, whatever the settings are.
      """)
  static let examples = ["memorize practice show", "memorize practice show --choices"]

  @Flag(help: "Play the question, or speak it.")
  var sound = false

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    try connection.print(nil, practice, choices)
    if sound { try connection.hear(practice.heardQuestion?.items() ?? []) }
  }
}

struct PracticeRestartVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Start the same session again, and print its first question.",
    discussion: "If nothing is due any more, the session draws from all cards.")
  static let examples = ["memorize practice restart", "memorize practice restart --json"]

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options)
      .perform(PracticeContract.restart, choices: choices) { .started($0) }
  }
}

struct PracticeStopVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the session; its answers stay saved.")
  static let examples = ["memorize practice stop", "memorize practice stop --quiet"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.practice(after: PracticeContract.stop)
    guard !options.isQuiet else { return }
    try options.print(
      json: ["practice": practice.summary], plain: "stopped\n", text: PracticeText.stopped + "\n")
  }
}

struct PracticeStatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print the session's progress and the number of due cards on one line.")
  static let examples = ["memorize practice status", "memorize practice status --exit-code"]

  @Flag(
    name: .customLong("exit-code"),
    help:
      "Exit with 0 if there is a question to answer, 10 after the last one, 11 without a session."
  )
  var usesExitCode = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let done = try connection.doneText(practice)
    try options.print(
      json: ["practice": practice.summary], plain: practice.plainStatus + "\n",
      text: [practice.statusLine, done, practice.streakText].compactMap(\.self).clausesText
        + "\n")
    guard usesExitCode, !practice.isInProgress else { return }
    throw practice.isFinished ? ExitStatus.won : ExitStatus.noGame
  }
}
