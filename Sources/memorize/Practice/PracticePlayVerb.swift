import ArgumentParser
import Glibc

/// The verb `practice play`.
struct PracticePlayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Practises in the terminal; answers of others are seen at once.",
    discussion: """
      A session that is on is taken up where no option says what to ask; else one is started. \
      1 2 3, arrows or h j k l and Enter, or the mouse answer; r reveals, 1 to 4 grade what was \
      revealed in the mode recall, u takes the last response back, c shows choices that are hidden, \
      R starts the same again and n another session, ? tells the keys; q leaves, and the session \
      stays. Where the answer is typed, Enter sends it, and Escape makes the next key a command.

      With --plain, and where TERM is dumb, it is a dialogue of lines for screen readers and pipes: \
      “1”, “text yes” and “reveal” answer, “grade 3” grades, “undo”, “choices”, “question”, “score”, \
      “restart”, “new”, “help” and “quit”. It ends with its input.
      """)

  @OptionGroup var start: PracticeStart
  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "practice play", forPrograms: "practise by the other verbs of practice")
    // A session that is on does not end for one that nobody would see.
    if !isPlain { try Screen.check() }
    let connection = try ServiceConnection(options)
    try connection.enterPractice(start)
    guard !isPlain else { return try PlainPractice(connection, start: start).run().get() }
    let player = try PracticePlayer(connection, options, start: start)
    if case .signal(let number) = try player.run().get() { Glibc.exit(128 + number) }
  }
}
