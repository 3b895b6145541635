import ArgumentParser
import Screens

struct FlipVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "flip", abstract: "Turn cards up in order; stop at the first refusal.",
    discussion: """
      With --peek a mismatch stays up for the given time and is then turned face down, unless somebody \
      has made a move in the meantime; a signal, such as Ctrl-C, turns it face down at once. On a \
      terminal, flip must run in the foreground; the mismatch is shown on a separate screen and \
      leaves nothing in the scrollback, and only the cards that stay up are printed. Elsewhere, \
      and with --plain, a line reports that the mismatch was turned face down. With --json the \
      object is printed before the time has passed.
      """)
  static let examples = ["memorize flip 0 5", "memorize flip 7 --quiet"]

  @Argument(help: ArgumentHelp("The numbers on the cards' backs.", valueName: "card"))
  var cards: [UInt32]

  @Option(
    help: ArgumentHelp("Turn a mismatch face down after this time.", valueName: "seconds"),
    transform: Duration.init(seconds:))
  var peek: Duration?

  @Flag(help: "Print the board as large as the terminal allows, not in a few lines.")
  var full = false

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let options = options.showing(board)
    let peek = try peek.map { try Peek($0, options) }
    let connection = try peek?.connection ?? ServiceConnection(options)
    try Flipping(connection, options, peek: peek, isFull: full).flip(cards)
  }
}
