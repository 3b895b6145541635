import ArgumentParser
import DBus
import EventLoop
import Glibc
import MemorizeBus

struct PracticePlayVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Practise in the terminal; answers given elsewhere appear at once.",
    discussion: """
      The current session is resumed; without one, a list of decks opens. With options, a new \
      session starts.

      Answer with 1, 2 or 3, with the arrows or h j k l and Enter, or with the mouse. In typed mode, \
      Enter sends the answer, and Escape makes the next key a command. A missed answer stays on the \
      screen until you press a key (in typed mode, Enter). The bottom line shows the keys that work at the moment, and ? \
      shows all of them; q quits, and the session is saved.

      With --plain, or if TERM is dumb, it is a line-by-line dialogue for screen readers and \
      pipes: “1” and “text yes” answer, “reveal” prints the answer, and “grade 3” grades it; other \
      commands are “undo”, “choices”, “question”, “score”, “restart”, “new”, “help” and “quit”. \
      The dialogue ends at the end of its input.
      """)

  @OptionGroup var start: PracticeStart
  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let isPlain = try options.isDialogue(
      of: "practice play", forPrograms: "use the other verbs of practice")
    // Do not end the current session for one that nobody would see.
    if !isPlain { try Screen.check() }
    let connection = try ServiceConnection(options)
    // An error is printed before anything is shown. On a screen, a deck is chosen there.
    let isOn = try connection.practice().isOn
    if !start.isEmpty || (isPlain && !isOn) {
      try connection.ask(
        PracticeContract.start, of: PracticeContract.interface, start.options().values)
    }
    guard !isPlain else { return try PlainPractice(connection, start: start).run() }
    try play(over: connection, options, choosesDeck: start.isEmpty && !isOn)
  }

  /// Connects keys to the service, and its news to the screen.
  private func play(
    over connection: ServiceConnection, _ options: Options, choosesDeck: Bool
  ) throws {
    let depth = Terminal(color: options.color).depth
    let screen = try SceneScreen(on: connection.bus.loop) { _ in
      PracticeScene(isASCII: options.isASCII, depth: depth)
    }
    var client: PracticeClient?
    screen.perform = { [unowned screen] command in
      let progress = screen.scene.progress
      let call: PracticeCall
      switch command {
      case .make(let given): call = given
      case .decks:
        let show = screen.awaiting { [weak screen] (answer: Result<[DeckSummary], ProgramError>) in
          if case .success(let decks) = answer { screen?.scene.offer(decks) }
          if let error = answer.failure { screen?.scene.show(error) }
        }
        return connection.request {
          $0.call(PracticeContract.decks, of: PracticeContract.interface, completion: $1)
        } then: {
          show($0)
        }
      case .statistics:
        return connection.request {
          $0.call(PracticeContract.statistics, of: PracticeContract.interface, completion: $1)
        } then: { [weak screen] in
          if case .success(let statistics) = $0 { screen?.scene.learn(statistics) }
        }
      case .quit: return screen.finish()
      }
      guard let client else { return }
      connection.make(
        call, by: client, isRunning: progress.isOnline,
        then: screen.awaiting { [weak screen] error in
          // What follows was meant for the effect of the refused one.
          if error != nil { screen?.dropTypedAhead() }
          screen?.scene.finish(error)
        })
    }
    connection.bus.onDisconnect = { [unowned screen] _ in
      screen.finish(.failure(.busIsLost("practice is not possible without it")))
    }
    try screen.run {
      connection.restartClock()
      client = PracticeClient(connection.service) { [unowned screen] news in
        let command = screen.scene.handle(news, at: UInt64(max(time(nil), 0)))
        if let command { screen.perform(command) }
        if let passing = screen.scene.passing {
          connection.bus.loop.schedule(after: PracticeScene.passingTime) { [weak screen] in
            screen?.scene.settle(passing)
          }
        }
        if case .session(.failure(let error)) = news {
          screen.scene.show(connection.explain(error, asksVersion: false))
        }
      }
      if choosesDeck { screen.perform(.decks) }
    }
  }
}
