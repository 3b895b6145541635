import ArgumentParser
import DBus
import Glibc
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens
import TerminalKit
import Translation

struct BotVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "bot", abstract: "Play the turns of one player.",
    discussion: """
      The bot sees what every player sees, and remembers the last cards that were face up. It plays \
      until the game is over, or until it is interrupted, and then prints the result. Without \
      --player it plays a solo game. If somebody else turns a card up for it, it goes on from \
      there; if the service stops, it waits until it is back.
      """)
  static let examples = [
    "memorize bot --player Grace --memory 5", "memorize bot --memory perfect --pace 0.2",
  ]

  @Option(help: ArgumentHelp("The player whose turns it plays.", valueName: "name"))
  var player: String?

  @Option(
    help: ArgumentHelp(
      "How many cards it remembers: a number, or perfect for all (default 7).", valueName: "span"),
    completion: .list(["perfect"]), transform: MemorySpan.init(argument:))
  var memory: MemorySpan?

  @OptionGroup var pace: PaceOption

  /// For a bot that another verb starts.
  @Flag(name: .customLong("detached"), help: .hidden)
  var isDetached = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    // ssh would keep the stderr of the program that started the bot open.
    if isDetached, options.host != nil { Self.discard(STDERR_FILENO) }
    let connection = try ServiceConnection(options)
    let game = try connection.game()
    let style = OpponentStyle(against: memory, pace)
    let seat = try Self.seat(of: player, in: game)
    guard game.phase != .won else {
      if isDetached { Self.releaseOutput() }
      return try Self.print(game.result, options)
    }
    let bot = OpponentPlayer(connection, as: seat, style)
    var end: Result<GameState?, ProgramError>?
    var isFollowing = false
    connection.bus.onDisconnect = { [unowned connection] _ in
      end = .failure(connection.loss(of: .bot))
    }
    let live = GameClient(connection, bot: bot) { news in
      if isDetached, !isFollowing { Self.releaseOutput() }
      isFollowing = true
      switch news {
      case .state(let now), .transition(_, let now):
        if now.id != game.id { end = .success(nil) }
        if now.id == game.id, now.phase == .won { end = .success(now) }
      case .absent, .failure, .update: break
      }
    }
    withExtendedLifetime(live) { connection.run { end != nil } }
    try Self.print(end?.get()?.result, options)
  }

  /// Nil for a game that was abandoned.
  private static func print(_ result: FinalResult?, _ options: Options) throws {
    guard !options.isQuiet else { return }
    let json: JSON = ["ended": .string(result == nil ? "abandoned" : "won")]
    try options.print(
      json: json.with("result", result.map { JSON($0) }),
      plain: (result?.plainLine ?? "abandoned: another game was started") + "\n",
      text: (result?.line ?? tr("abandoned: another game was started")) + "\n")
  }

  /// The player's name as the game has it; nil for a solo game.
  private static func seat(
    of player: String?, in game: GameState
  ) throws(ProgramError) -> String? {
    guard game.exists else {
      throw ProgramError(
        .refused, name: "NoGame", english("There is no game."),
        hint: english("“memorize new --against 7” starts one against a bot."))
    }
    let names = game.players.map(\.name)
    guard let player else {
      guard !names.isEmpty else { return nil }
      throw .usage(
        english("The players are \(names.quoted)."),
        hint: english("Name one of them with --player."))
    }
    let key = WrittenText.comparisonKey(player)
    if let name = names.first(where: { WrittenText.comparisonKey($0) == key }) { return name }
    throw ProgramError(
      .noSuchThing, name: "NoSuchPlayer",
      names.isEmpty
        ? english("This is a solo game. Omit --player to let the bot play it.")
        : english("There is no player “\(player)”. The players are \(names.quoted)."))
  }

  /// Signals readiness to the parent process and closes the output.
  private static func releaseOutput() {
    try? Output.results.write("\n")
    discard(STDOUT_FILENO, STDERR_FILENO)
  }

  private static func discard(_ outputs: Int32...) {
    let null = open("/dev/null", O_WRONLY)
    guard null >= 0 else { return }
    for output in outputs { dup2(null, output) }
    close(null)
  }
}

extension [String] {
  /// `“Ada” and “Bot 7”`.
  fileprivate var quoted: String { map { "“\($0.harmless)”" }.enumeration }
}
