import ArgumentParser
import DBus
import EventLoop
import MemorizeBus
import TerminalKit

struct PlayVerb: Verb, HasBoardOptions {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play in the terminal; others' moves appear at once.",
    discussion: """
      Select a card with the arrows, h j k l, Home, End, Page Up and Page Down, or by typing its \
      number; turn it up with Enter, Space or the mouse. c turns a mismatch face down, n starts a \
      game, t shows the themes, d the daily game, ? the keys; p practises word cards; q quits, and \
      the game is saved. In a list, / filters, Enter chooses and Escape closes.

      With --plain, or if TERM is dumb, play is a line-by-line dialogue for screen readers and \
      pipes: “7” or “7 12” turns cards up, “row 2”, “up”, “board” and “score” print cards or the \
      score, “hide” turns a mismatch face down, “new” or “new THEME” starts a game, “daily” starts \
      or resumes today's daily game, “help” lists the commands and “quit” quits. The dialogue ends \
      at the end of its input.
      """)

  @Option(
    help: ArgumentHelp(
      "Turn a mismatch face down after this time; otherwise a key or the next flip does.",
      valueName: "seconds"),
    transform: Duration.init(seconds:))
  var concealAfter: Duration?

  @OptionGroup var played: PlayedGame
  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "play", forPrograms: "use “watch --json”")
    let connection = try ServiceConnection(options)
    // Starts the service if that is allowed; an error is printed before the screen is taken.
    let duel = try played.begin(over: connection)
    guard !isPlain else { return try PlainPlayer(connection, concealAfter, duel).run() }
    try play(over: connection, duel, options)
  }

  /// Connects keys to the service, and its news to the screen.
  private func play(
    over connection: ServiceConnection, _ duel: Duel?, _ options: Options
  ) throws {
    let screen = try SceneScreen(on: connection.bus.loop) { _ in GameScene(BoardLook(options)) }
    screen.scene.bot = duel?.bot
    screen.scene.begin(with: Storage.news(options))
    var live: LiveGame?
    var wantsPractice = false
    let refuse: (ProgramError?) -> Void = { [unowned screen] in
      if let error = $0 { screen.scene.show(error) }
    }
    screen.perform = { [unowned screen] command in
      switch command {
      case .flip(let card): live?.flip(card, then: refuse)
      case .conceal: live?.conceal(then: refuse)
      case .deal(let theme): live?.deal(theme, then: screen.awaiting(refuse))
      case .dealDaily: live?.dealDaily(then: screen.awaiting(refuse))
      case .quit: screen.finish()
      case .practice:
        wantsPractice = true
        screen.finish()
      case .daily, .themes, .pairs, .statistics:
        ask(for: command, over: connection, screen, refuse)
      }
    }
    connection.bus.onDisconnect = { [unowned screen, unowned connection] _ in
      screen.finish(.failure(connection.loss("the game cannot be played without it")))
    }
    try screen.run {
      live = LiveGame(
        connection, concealAfter: concealAfter,
        bot: duel.map { OpponentPlayer(connection, as: $0.bot, $0.style) },
        players: duel?.players.reversed() ?? []
      ) { [unowned screen] news in
        if let command = screen.scene.handle(news) { screen.perform(command) }
        let fresh = screen.scene.fresh
        if !fresh.isEmpty {
          connection.bus.loop.schedule(after: GameScene.freshTime) { [weak screen] in
            screen?.scene.settle(fresh)
          }
        }
        if case .failure(let error) = news {
          screen.scene.show(connection.explain(error, asksVersion: false, isRead: true))
        }
      }
    }
    if wantsPractice { try PracticePlayVerb.parse([]).perform(options) }
  }

  /// Asks for what a panel shows, and passes it on to the scene.
  private func ask(
    for command: GameScene.Command, over connection: ServiceConnection,
    _ screen: SceneScreen<GameScene>, _ refuse: @escaping (ProgramError?) -> Void
  ) {
    func pass<T>(
      _ show: @escaping (inout GameScene, T) -> GameScene.Command?
    ) -> (Result<T, ProgramError>) -> Void {
      { [weak screen] answer in
        guard let screen else { return }
        refuse(answer.failure)
        if case .success(let value) = answer, let next = show(&screen.scene, value) {
          screen.perform(next)
        }
      }
    }
    switch command {
    case .daily: connection.requestDaily(then: screen.awaiting(pass { $0.offer($1) }))
    case .themes:
      connection.requestThemes(then: screen.awaiting(pass { $0.offer($1.0, $1.1) }))
    case .statistics: connection.requestStatistics(then: pass { $0.learn($1) })
    case .pairs(let theme):
      connection.requestPairs(of: theme, then: pass { $0.learn($1, of: theme) })
    case .flip, .conceal, .deal, .dealDaily, .practice, .quit: break
    }
  }
}
