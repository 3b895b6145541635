import ArgumentParser
import Glibc

/// The verb `play`.
struct PlayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays in the terminal; others who play are seen at once.",
    discussion: """
      Arrows or h j k l, Home, End, PgUp and PgDn choose a card, or digits by its number; Enter, \
      Space or the mouse turns it up. c turns a mismatch down, n starts a game, t shows the themes, \
      ? the keys; q leaves, and the game stays.

      With --plain, and where TERM is dumb, it is a dialogue of lines for screen readers and pipes: \
      “7” or “7 12” turns cards up, “row 2”, “up”, “board” and “score” tell, “hide” turns a mismatch \
      down, “new” or “new THEME” starts a game, “help” and “quit”. It ends with its input.
      """)

  @Option(
    help: ArgumentHelp(
      "Turn a mismatch down by itself after so long; else a key does, or the next flip.",
      valueName: "seconds"),
    transform: Seconds.init(argument:))
  var concealAfter: Seconds?

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "play", forPrograms: "follow the game by “watch --json”")
    let connection = try ServiceConnection(options)
    // Starts the service if that is wanted; an error is printed before the screen is taken.
    _ = try connection.game()
    guard !isPlain else {
      return try PlainPlayer(connection, concealAfter: concealAfter?.duration).run().get()
    }
    let player = try GamePlayer(connection, options, concealAfter: concealAfter?.duration)
    if case .signal(let number) = try player.run().get() { Glibc.exit(128 + number) }
  }
}
