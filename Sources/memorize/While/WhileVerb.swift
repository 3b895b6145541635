import ArgumentParser
import Glibc
import MemorizeBus
import PlainText
import Screens
import TerminalKit
import UserService

struct WhileVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "while", abstract: "Practice word cards while a command runs.",
    discussion: """
      The command has the terminal for --min seconds. If it is still running then, questions fill \
      the screen, with a line about the command below them: due cards, then new ones, then any. A \
      session in progress is resumed. When the command has ended, that line says how; q leaves the \
      screen. What the command has printed meanwhile is printed then, and the exit status is the \
      command's.

      q also leaves the screen while the command still runs, and Ctrl-O brings the questions back. \
      Ctrl-C and Ctrl-Z work as without “memorize while”. A command that waits for a key, a line or a \
      password gets the screen; keys are dropped until none is pressed for a second, as they were \
      meant for a question.

      Without a terminal for stdin, stdout and stderr, without a service, in the background, and with \
      --plain, --json or --quiet, the command just runs.
      """)
  static let examples = [
    "memorize while -- make", "memorize while --deck German -- ssh build make all",
  ]

  @Option(help: "The deck; by default all decks.")
  var deck: String?

  @Option(
    name: .customLong("min"),
    help: ArgumentHelp(
      "The time that the command has the terminal before the first question (default 5).",
      valueName: "seconds"),
    transform: Duration.init(secondsOrNone:))
  var minimum: Duration?

  @OptionGroup var common: CommonOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
  var command: [String]

  private static let usualMinimum = Duration.seconds(5)
  /// The longest delay of the command by a local service that hangs.
  private static let limit = Duration.seconds(1)

  func perform(_ options: Options) throws {
    let given = CommandWords(last: command.count)
    guard Self.isOnScreen(options), let connection = Self.connection(options) else {
      given.replaceProgram()
    }
    var own: String?
    if let deck {
      do throws(ProgramError) {
        own = try Self.ownName(of: deck, over: connection)
      } catch {
        // The command matters more than practice.
        Output.messages.print(error.line(options))
        given.replaceProgram()
      }
    }
    guard
      let run = try? WhileRun(
        given, over: connection, deck: own, minimum: minimum ?? Self.usualMinimum)
    else { given.replaceProgram() }
    run.run().endProgram()
  }

  /// Whether practice may take the terminal's screen.
  private static func isOnScreen(_ options: Options) -> Bool {
    guard options.form == .text, !options.isQuiet,
      [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy({ isatty($0) == 1 }),
      Terminal(color: .never).placesCursor, !Terminal.isInBackground
    else { return false }
    return (try? Screen.check()) != nil
  }

  /// Nil if no service offers practice.
  private static func connection(_ options: Options) -> ServiceConnection? {
    let limit = options.host == nil ? limit : Options.usualTimeout
    guard
      let connection = try? ServiceConnection(options, limit: options.timeout ?? limit),
      (try? connection.practice()) != nil
    else { return nil }
    return connection
  }

  /// The name of a deck that the user may know by its name in another language.
  private static func ownName(
    of deck: String, over connection: ServiceConnection
  ) throws(ProgramError) -> String {
    let names = try connection.decks().map(\.name)
    let own = names.first { $0.lowercased() == deck.lowercased() }
    if let own = own ?? names.first(where: { $0.isShown(as: deck) }) { return own }
    throw ProgramError(
      .noSuchThing, name: "NoSuchDeck",
      english("There is no deck “\(deck)”; the command runs without practice."),
      hint: deck.nearestName(among: names).map { nearest in english("Did you mean “\(nearest)”?") }
        ?? english("“memorize deck list” lists the decks."))
  }
}
