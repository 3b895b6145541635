import ArgumentParser
import DBus
import MemorizeBus

struct PlayVerb: Verb, HasBoardOptions {
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
    transform: Duration.init(seconds:))
  var concealAfter: Duration?

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "play", forPrograms: "follow the game by “watch --json”")
    let connection = try ServiceConnection(options)
    // Starts the service if that is allowed; an error is printed before the screen is taken.
    _ = try connection.game()
    guard !isPlain else { return try PlainPlayer(connection, concealAfter).run() }
    try play(over: connection, options)
  }

  /// Connects keys to the service, and its news to the screen.
  private func play(over connection: ServiceConnection, _ options: Options) throws {
    let screen = try SceneScreen(on: connection.bus.loop) { GameScene(BoardLook(options, on: $0)) }
    var live: LiveGame?
    let refuse: (ProgramError?) -> Void = { [unowned screen] in
      if let error = $0 { screen.scene.show(error) }
    }
    screen.perform = { [unowned screen] command in
      switch command {
      case .flip(let card): live?.flip(card, then: refuse)
      case .conceal: live?.conceal(then: refuse)
      case .deal(let theme): live?.deal(theme, then: refuse)
      case .quit: screen.finish()
      case .themes:
        connection.request {
          $0.call(ThemesContract.list, of: ThemesContract.interface, completion: $1)
        } then: {
          if case .success(let themes) = $0 { screen.scene.offer(themes) }
          refuse($0.failure)
        }
      }
    }
    connection.bus.onDisconnect = { [unowned screen] _ in
      screen.finish(.failure(.busIsLost("without it there is no game to play")))
    }
    try screen.run {
      live = LiveGame(connection, concealAfter: concealAfter) {
        [unowned screen] news in
        screen.scene.handle(news)
        if case .failure(let error) = news {
          screen.scene.show(connection.explain(error, asksVersion: false))
        }
      }
    }
  }
}
