internal import CellDrawing
internal import DBus
internal import EventLoop
internal import FontPictures
internal import Glibc
internal import MemorizeBus
internal import PlainText
internal import Translation
internal import UserService

/// Follows game and server, and performs the actions that the user chooses.
final class Notifier {
  /// How long the daemon may take to reply.
  private static let deadline: Duration = .seconds(5)
  /// How long the server may take to clear the screen when we end.
  private static let lastDeadline: Duration = .seconds(2)

  private let log: Log
  private let life: ServiceLife
  private let playCommand: ShellCommand?
  private let practiceCommand: ShellCommand?
  private let options: NotifierOptions
  private var preferences: PreferencesFollower?
  private var presenter: GamePresenter
  private var server: NotificationServer?
  private var practice: PracticeController?
  private var follower: GameFollower?
  /// Nil unless it is asked for.
  private var tray: Tray?
  /// What the bubble about merged decks says.
  private var merged = MergedDecks()
  private var isReady = false

  init(_ options: NotifierOptions, log: Log) throws(SystemError) {
    (self.options, self.log) = (options, log)
    life = try ServiceLife(name: NotifierContract.name, log: log)
    playCommand = Self.command(options.playCommand, else: .play)
    practiceCommand = Self.command(options.practiceCommand, else: .practice)
    presenter = GamePresenter(showsFlips: options.showsFlips)
  }

  func run() throws(SystemError) -> ExitCode {
    life.onConnect = { [unowned self] in
      $0.objects.export(NotifierContract.interface, of: self, at: NotifierContract.path)
    }
    life.onName = { [unowned self] in follow($0) }
    life.beforeEnd = { [unowned self] in clear(then: $0) }
    life.explainTaken = { "Notifications are already shown by \($0). Stop that process first." }
    return try life.run(signals: [SIGCHLD: { [log] in ShellCommand.reap(log) }])
  }

  private static func command(_ given: String?, else usual: ShellCommand?) -> ShellCommand? {
    guard let given else { return usual }
    return given.isEmpty ? nil : ShellCommand(text: given)
  }

  /// Of the face in a notification of a match.
  private static let pictureSide = 96

  /// Follows the server first: it must be known before there is something to show.
  private func follow(_ connection: Connection) {
    // Without the service's signals it would keep running and show nothing.
    let fail: (BusError) -> Void = { [life] in
      life.fail("The bus does not deliver signals: \($0.message)")
    }
    let server = NotificationServer(
      connection, canDo: { [unowned self] in canDo($0) }, log: log, onSubscriptionFailure: fail)
    server.onAction = { [unowned self] in perform($0, token: $1) }
    let fonts = UserFonts()
    server.facePicture = { face in
      fonts.picture(ofEmoji: face)?.scaled(width: Self.pictureSide, height: Self.pictureSide)
    }
    server.onDismissal = { [unowned self] in practice?.dismissed($0) }
    server.onChange = { [unowned self] in
      if isReady { life.manager.statusChanged { [unowned self] in status } }
    }
    self.server = server
    var daemon = Proxy(
      connection, to: MemorizeContract.name, at: MemorizeContract.path, deadline: Self.deadline,
      startsService: false)
    daemon.onSubscriptionFailure = fail
    if options.showsTray { tray = tray(of: daemon) }
    // Before practice and game, so that their first news find the settings.
    follow(preferencesOf: daemon)
    practice = PracticeController(
      daemon, server: server, showsAll: options.showsQuestions,
      onNews: tray.map { tray in { tray.show($0) } }, log: log)
    follower = GameFollower(daemon) { [unowned self] in show($0) }
    daemon.on(DecksContract.merged) { [unowned self] deck, cards, texts in
      if !server.shows(.decks) { merged = MergedDecks() }
      merged.add(deck, cards: cards, texts: texts)
      server.show(.merged(merged))
    }
  }

  private func show(_ news: GameFollower.News) {
    log.warn(ofFailureIn: news, of: "The game")
    server?.apply(presenter.step(news), to: .game)
    tray?.show(news)
    guard !isReady else { return }
    isReady = true
    life.ready(status: status)
  }

  /// Reads the settings of each daemon that appears, and follows their changes.
  private func follow(preferencesOf daemon: Proxy) {
    let preferences = PreferencesFollower(daemon) { [unowned self] in apply($0) }
    self.preferences = preferences
    daemon.connection.followOwner(of: daemon.destination, onFailure: daemon.onSubscriptionFailure) {
      [unowned self] owner in
      if owner != nil { preferences.read { [unowned self] in apply($0) } }
    }
  }

  /// Options of the command line override settings.
  private func apply(_ preferences: PracticePreferences) {
    let settings = preferences.settings
    presenter.showsFlips = options.showsFlips || settings.showFlips
    // Face-up cards are the game's only withdrawable bubble.
    if !presenter.showsFlips { server?.hide(.game) }
    practice?.apply(preferences, showsAll: options.showsQuestions || settings.showQuestions)
  }

  private var status: String {
    server?.isRunning == true
      ? "Showing notifications"
      : "Waiting for a notification server"
  }

  private func canDo(_ action: Bubble.Action) -> Bool {
    switch action {
    case .play: playCommand != nil
    case .practiceInTerminal: practiceCommand != nil
    default: true
    }
  }

  private func perform(_ action: Bubble.Action, token: String?) {
    switch action {
    case .newGame: startGame()
    case .play: run(playCommand, token: token)
    case .practiceInTerminal:
      run(practiceCommand, token: token)
      practice?.perform(action)
    default: practice?.perform(action)
    }
  }

  private func tray(of daemon: Proxy) -> Tray {
    Tray(
      daemon, canPlay: playCommand != nil, log: log,
      refuse: { [unowned self] in showRefusal($0) }
    ) { [unowned self] action, token in
      switch action {
      case .newGame(let theme): startGame(theme: theme)
      // Without a server, only a terminal can show the questions.
      case .practice where server?.isRunning != true:
        guard practiceCommand != nil else {
          return log.write(
            .warning, "No session was started: there is no notification server, and no terminal.")
        }
        perform(.practiceInTerminal, token: token)
      case .practice: perform(.practice, token: token)
      default: perform(.play, token: token)
      }
    }
  }

  private func startGame(theme: String? = nil) {
    guard let connection = life.connection else { return }
    let game = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    var options = NewGameOptions()
    options.theme = theme
    game.call(GameContract.newGame, options.values) {
      [weak self] answer in
      guard let self, case .failure(let error) = answer else { return }
      log.write(.warning, "No game was started: \(error.message)")
      server?.show(.noGame(error))
    }
  }

  private func run(_ command: ShellCommand?, token: String?) {
    do {
      guard let command else { return }
      let process = try command.start(token: token)
      log.write(.debug, "“\(command.text.printable)” runs as process \(process).")
    } catch {
      log.write(.warning, "\(error)")
    }
  }

  /// Removes face-up cards from the screen, and also questions and reminders, since their buttons
  /// would do nothing.
  private func clear(then done: @escaping () -> Void) {
    guard let server else { return done() }
    var isDone = false
    let once = {
      if !isDone { done() }
      isDone = true
    }
    life.loop.schedule(after: Self.lastDeadline, handler: once)
    server.end(completion: once)
  }
}

extension Notifier: NotifierService {
  /// The reason may be in English: programs pass on what the service told them.
  func showRefusal(_ reason: String) {
    server?.apply(presenter.refused(translatedSentence(reason)), to: .game)
  }
}

extension Log {
  /// Warns if something cannot be followed for now.
  func warn<T>(ofFailureIn news: Follower<T>.News, of subject: String) {
    guard case .failure(let error) = news else { return }
    write(
      .warning,
      "\(subject) could not be read; trying again at its next change: \(error.message)")
  }
}

extension ShellCommand {
  static var play: ShellCommand? { ShellCommand(inTerminal: "memorize", ["play"]) }
  /// Without a session, `practice play` would list decks.
  static var practice: ShellCommand? { ShellCommand(inTerminal: "memorize", ["practice"]) }
}
