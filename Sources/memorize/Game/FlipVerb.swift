import ArgumentParser

struct FlipVerb: Verb, HasBoardOptions {
  static let configuration = CommandConfiguration(
    commandName: "flip", abstract: "Turns cards up, in order; stops at the first refusal.",
    discussion: """
      With --peek a mismatch stays up for that time and is then turned down, unless somebody has \
      moved meanwhile; a signal, as by Ctrl-C, turns it down at once. On a terminal it is shown on \
      a page that is taken away again, also from the history, and only what stays up is told; so \
      it has to be in the foreground there. Elsewhere, and with --plain, a line says that it was \
      turned down. With --json the object comes before the time has passed.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The numbers on the cards' backs.", valueName: "card"))
  var cards: [UInt32]

  @Option(
    help: ArgumentHelp("Turn a mismatch down after that time.", valueName: "seconds"),
    transform: Duration.init(seconds:))
  var peek: Duration?

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let peek = try peek.map { try Peek($0, options) }
    let connection = try peek?.connection ?? ServiceConnection(options)
    try Flipping(connection, options, peek: peek).flip(cards)
  }
}
