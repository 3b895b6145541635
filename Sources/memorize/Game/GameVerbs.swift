import ArgumentParser
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens
import TerminalKit

struct NewVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a game and print the board.",
    discussion: """
      A game in progress is abandoned; resume takes it up again. If it is a daily game that counts, \
      new asks first; without a terminal it needs --yes. Only the first daily game of a day counts; --daily resumes it \
      until it is won, and later ones do not count.
      """)
  static let examples = ["memorize new Sea --pairs 6", "memorize new --against 7"]

  @OptionGroup var game: NewGameArguments
  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let asks = !game.confirmed.isGiven
    let before = asks || !options.isQuiet ? try connection.game() : nil
    if asks, let before, before.isScoredDaily, !(game.daily && before.isOfToday) {
      try before.abandonment().ask(over: connection)
    }
    let duel = try game.opponent.duel(of: game.players, over: connection)
    let begun = try game.start(duel, over: connection)
    try duel?.startBot(over: connection)
    try begun?.printBeginning(instead: before, options.showing(board))
  }
}

struct ConcealVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "conceal", abstract: "Turn a mismatch face down and print the board.")
  static let examples = ["memorize conceal", "memorize conceal --quiet"]

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.state(of: GameContract.self, after: GameContract.conceal)
    guard let game else { return }
    let event = GameEvent.concealed
    try options.print(
      json: ["game": game.json], plain: event.plainLines(game).lines,
      text: event.lines(game).lines + BoardText(options.showing(board)).text(game, below: 1))
  }
}

struct BoardVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Print the board as large as the terminal allows.",
    discussion:
      "With --plain, print a line for each card: number, state, face and name, separated by tabs.")
  static let examples = ["memorize board", "memorize board --matched blank"]

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.game()
    try options.print(
      json: ["game": game.json], plain: BoardText.plain(game),
      text: BoardText(options.showing(board), of: connection).text(game))
  }
}

struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print theme, pairs, score, flips and moves on one line.")
  static let examples = [
    "memorize status --format waybar", "memorize status --format '{icon} {matched}/{pairs}'",
  ]

  @Flag(
    name: .customLong("exit-code"),
    help: "Exit with 0 if a game is in progress, 10 if it is won, 11 if there is none.")
  var usesExitCode = false

  @OptionGroup var format: FormatOption<GamePlaceholder>
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.game()
    if let format = format.format {
      let due = format.asksForDue ? try connection.practice().due : 0
      try Output.results.write(format.line(game, due: due) + "\n")
    } else {
      try options.print(
        json: ["game": game.summary], plain: game.plainStatus + "\n",
        text: game.statusLine + "\n")
    }
    guard usesExitCode, game.phase != .playing else { return }
    throw game.exists ? ExitStatus.won : ExitStatus.noGame
  }
}
