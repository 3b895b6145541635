import ArgumentParser
import DBus
import MemorizeText
import PlainText
import Screens
import TerminalKit

struct ReplayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play back a finished game, move by move.",
    discussion: """
      On a terminal the board is drawn in place, as fast as the game was played, but with pauses \
      of at most 3 seconds. At the end the final board stays, with the result below it.

      Elsewhere, and with --plain, print the lines of “watch”, all at once unless --speed or \
      --delay is given. With --json the lines are those of “watch --json”; an abandoned game ends \
      with the event abandoned. A file that is not a valid game, or whose result does not match its \
      log, is not shown: replay says what is wrong and exits with 5.
      """)
  static var details: String? { HelpPage.keys(ReplayScreen.keys) }
  static let examples = ["memorize replay 12 --speed 4", "memorize replay M1E00F111T00M9EFZ47MT"]

  @OptionGroup var source: GameSource

  @Option(
    help: ArgumentHelp(
      "Play this many times as fast as the game was played, such as 4 or 0.5.", valueName: "times"),
    transform: Self.speed(of:))
  var speed: Double?

  @Option(
    help: ArgumentHelp("Wait this long before each transition.", valueName: "seconds"),
    transform: Duration.init(seconds:))
  var delay: Duration?

  @Flag(help: "Continue only on Enter or Space; this needs a terminal.")
  var step = false

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard [speed != nil, delay != nil, step].filter(\.self).count <= 1 else {
      throw ValidationError(english("--speed, --delay and --step cannot be combined."))
    }
  }

  func perform(_ options: Options) throws {
    let options = options.showing(board)
    let terminal = Terminal(color: options.color)
    let isOnScreen = options.form == .text && terminal.placesCursor
    guard isOnScreen || !step else {
      throw ProgramError.usage(
        english("--step needs a terminal."),
        hint: english("It cannot be combined with --plain or --json."))
    }
    guard !isOnScreen || !Terminal.isInBackground else {
      throw ProgramError.usage(
        english(
          "replay cannot draw on the terminal from the background. Run it in the foreground, or "
            + "with --plain."))
    }
    let replay = try ReplayedGame(try source.game(options))
    guard isOnScreen else {
      let pace = speed == nil && delay == nil ? .even(.zero) : pace
      var lines = ReplayLines(replay: replay, pace: pace, form: options.form)
      return try lines.print()
    }
    let loop = try Result { () throws(BusError) in try ServiceConnection.loop() }
      .mapError { ProgramError($0) }.get()
    var shown = options
    shown.faces = options.faces ?? ServiceConnection.faces(without: options)
    let screen = try ReplayScreen(replay, pace: pace, shown, on: loop)
    try screen.run { Self.farewell($0, options) }
  }

  private var pace: ReplayPace {
    if step { return .step }
    return delay.map { .even($0) } ?? .own(speed: speed ?? 1)
  }

  /// How many times as fast: a decimal number above 0.
  private static func speed(of argument: String) throws -> Double {
    guard let factor = Double(argument), factor >= 0.001, factor <= 1_000_000 else {
      throw ValidationError(
        english("Give a number from 0.001 to 1000000, such as 4 or 0.5."))
    }
    return factor
  }

  /// The board as it was left, and the result if the game had ended.
  private static func farewell(_ replay: ReplayedGame, _ options: Options) -> String {
    let isWon = replay.isOver && !replay.isAbandoned
    let result =
      isWon ? replay.result.line + "\n" : replay.isAbandoned ? replay.abandonedLine + "\n" : ""
    let board = BoardText(options).text(replay.view, below: result.isEmpty ? 0 : 1)
    return board + result
  }
}
