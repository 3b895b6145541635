import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice start`.
struct PracticeStartVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Starts a session, and prints its first question.",
    discussion: """
      A session that is on ends, and its answers stay. In the mode choices one of up to three \
      answers is chosen; in typed the answer is typed, without regard to case, accents and outer \
      punctuation; in recall it is revealed and then graded.
      """)

  @Option(help: "The deck; else the last one, or at first Japanese basics.")
  var deck: String?

  @Option(
    help: ArgumentHelp(
      "How many questions, from 3 to 20; else as the setting questions-per-session says.",
      valueName: "count"))
  var questions: UInt32?

  @Option(help: "Which side is asked: forward, the first one, or backward.")
  var direction: AskedDirection?

  @Option(help: "How it is answered: choices, typed or recall.")
  var mode: AnswerMode?

  @Flag(help: "Ask only cards that are due, then new ones.")
  var due = false

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.changePractice {
      $0.call(
        PracticeContract.start, of: PracticeContract.interface, sessionOptions, completion: $1)
    }
    guard !options.isQuiet else { return }
    try connection.tell(.started, practice, options, wantsChoices: choices.choices)
  }

  private var sessionOptions: [String: Value] {
    var sessionOptions: [String: Value] = [:]
    sessionOptions["deck"] = deck.map { Value($0) }
    sessionOptions["questions"] = questions.map { Value($0) }
    sessionOptions["direction"] = direction.map { Value($0.rawValue) }
    sessionOptions["mode"] = mode.map { Value($0.rawValue) }
    if due { sessionOptions["due"] = Value(true) }
    return sessionOptions
  }
}

/// Which side of a card is asked.
enum AskedDirection: String, ExpressibleByArgument, CaseIterable {
  /// The first one.
  case forward
  /// The second one.
  case backward
}

/// How a question is answered.
enum AnswerMode: String, ExpressibleByArgument, CaseIterable {
  /// One of up to three answers is chosen.
  case choices
  /// The answer is typed.
  case typed
  /// The answer is revealed, and then graded.
  case recall
}
