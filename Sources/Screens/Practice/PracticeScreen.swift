import CellDrawing
import DBus
import EventLoop
import Glibc
import MemorizeBus
import MemorizeFiles
package import TerminalKit

/// A practice session on the screen: connects keys to the service, and its news to the scene.
package final class PracticeScreen {
  let screen: SceneScreen<PracticeScene>
  private let connection: ServiceConnection
  private var client: PracticeClient?
  private lazy var pictureProgram = PictureProgram(on: connection.bus.loop)
  private var hasToldOfPictures = false
  private let hearing: PracticeHearing
  private var statistics: StatisticsReader?

  /// Takes the terminal; throws if it cannot be drawn on.
  package init(
    over connection: ServiceConnection, signals: TerminalSignals? = nil
  ) throws(TerminalError) {
    self.connection = connection
    let options = connection.options
    let depth = Terminal(color: options.color).depth
    let screen = try SceneScreen(
      on: connection.bus.loop, signals: signals,
      PracticeScene(
        options.isASCII ? .ascii : .unicode, depth: depth,
        letters: depth.hasPictures && !options.isASCII && connection.faces() == .large
          ? LargeLetters() : nil))
    self.screen = screen
    hearing = PracticeHearing(connection) { [weak screen] in screen?.scene.show($0) }
    screen.perform = { [unowned self] in perform($0) }
    screen.whenDrawn = { [unowned self] in
      hearing.follow(self.screen.scene)
      readPicture()
    }
    screen.whenLeft = { [unowned self] in hearing.stop() }
    connection.bus.onDisconnect = { [weak self, unowned connection] _ in
      self?.screen.finish(.failure(connection.loss(of: .practice)))
    }
  }

  /// Shows the current session until the user leaves; without one, a deck is chosen there.
  package static func resume(_ options: Options) throws {
    // First, so that the service is not called for a screen that cannot be shown.
    try Screen.check()
    let connection = try ServiceConnection(options)
    let isOn = try connection.practice().isInProgress
    try PracticeScreen(over: connection).run(choosesDeck: !isOn)
  }

  package func run(choosesDeck: Bool) throws {
    screen.intercept = { [connection] event in
      if case .stop = event {
        connection.showsQuestions(false)
        // The loop waits with it until the program continues.
        connection.bus.loop.enqueue { connection.showsQuestions(true) }
      }
      return false
    }
    try screen.run { begin(choosesDeck: choosesDeck) }
  }

  /// Follows the session.
  func begin(choosesDeck: Bool = false) {
    connection.restartClock()
    connection.showsQuestions(true)
    if screen.scene.showsPictures {
      screen.askForGraphics(on: connection.bus.loop) { [weak screen] in
        screen?.scene.useTerminalPictures(from: $0)
      }
    }
    client = PracticeClient(connection.service) { [unowned self] in handle($0) }
    if choosesDeck { perform(.decks) }
  }

  /// Stops following it; replies to its client's calls do not arrive any more.
  func end() {
    client = nil
    screen.scene.finish(nil)
    screen.awaitNothing()
  }

  private func handle(_ news: PracticeClient.News) {
    screen.scene.handle(news, at: UInt64(max(time(nil), 0)))
    if let highlighted = screen.scene.highlighted {
      connection.bus.loop.schedule(after: PracticeScene.highlightTime) { [weak screen] in
        screen?.scene.endHighlight(highlighted)
      }
    }
    if case .session(.failure(let error)) = news {
      screen.scene.show(connection.explain(error, asksVersion: false, isRead: true))
    }
  }

  /// Reads the picture that the card needs now; the screen does not wait for it.
  private func readPicture() {
    let (scene, path) = (screen.scene, screen.scene.picture)
    guard scene.showsPictures, scene.pictures.ask(for: path) else { return }
    guard PictureProgram.isInstalled else {
      screen.scene.show(nil, of: path)
      if !hasToldOfPictures { screen.scene.tellOfPictures() }
      hasToldOfPictures = true
      return
    }
    guard let file = MediaDirectory.file(publishedAs: path) else {
      return screen.scene.show(nil, of: path)
    }
    pictureProgram.read(file) { [weak screen] in screen?.scene.show($0, of: path) }
  }

  private func perform(_ command: PracticeScene.Command) {
    let progress = screen.scene.progress
    let call: PracticeCall
    switch command {
    case .make(let given):
      call = given
      hearing.stop()
    case .hear: return hearing.hear(screen.scene)
    case .decks: return offerDecks()
    case .edit(let card, let deck): return edit(card, of: deck)
    case .save(let card, let changes): return save(card, changes)
    case .suspend(let card, let isSuspended): return suspend(card, isSuspended)
    case .statistics: return readStatistics()
    case .quit: return screen.finish()
    }
    guard let client else { return }
    connection.make(
      call, by: client, isRunning: progress.isOnline,
      then: screen.awaiting { [weak screen] error in
        // Keys typed ahead were meant for the effect of the refused call.
        if error != nil { screen?.dropTypedAhead() }
        screen?.scene.finish(error)
      })
  }

  /// Only the cards in the user's own files can be changed.
  private func edit(_ card: UInt64, of deck: String) {
    request {
      $0.call(ThemesContract.list, completion: $1)
    } then: { [unowned self] themes in
      guard themes.contains(where: { $0.name == deck && $0.isDeck && $0.isImported }) else {
        // Keys typed ahead were meant for the form.
        screen.dropTypedAhead()
        return screen.scene.refuseEditing(deck)
      }
      find(card) { [unowned self] in screen.scene.show($0) }
    }
  }

  private func save(_ card: UInt64, _ changes: CardChangeOptions) {
    request {
      $0.call(DecksContract.updateCard, card, changes.values, completion: $1)
    } then: { [unowned self] in
      find(card) { [unowned self] in screen.scene.finish(saving: $0) }
    }
  }

  private func find(_ card: UInt64, then: @escaping (CardSummary) -> Void) {
    request {
      $0.call(DecksContract.find, [card], completion: $1)
    } then: {
      if let card = $0.first { then(card) }
    }
  }

  private func suspend(_ card: UInt64, _ isSuspended: Bool) {
    hearing.stop()
    request {
      $0.call(DecksContract.suspend, card, isSuspended, completion: $1)
    } then: { [unowned self] in
      screen.scene.finish(suspending: card, isSuspended)
    }
  }

  private func readStatistics() {
    let reader = StatisticsReader(connection) { [weak screen] in
      switch $0 {
      case .success(let report): screen?.scene.statistics?.report = report
      case .failure(let error):
        screen?.scene.statistics = nil
        screen?.scene.show(error)
      }
    }
    statistics = reader
    reader.start()
  }

  private func offerDecks() {
    request {
      $0.call(PracticeContract.decks, completion: $1)
    } then: { [unowned self] in
      screen.scene.show($0)
    }
  }

  /// Keys wait for the reply; a refusal is shown.
  private func request<T>(_ call: ServiceConnection.Call<T>, then: @escaping (T) -> Void) {
    connection.request(
      call,
      then: screen.awaiting { [weak screen] answer in
        switch answer {
        case .success(let reply): then(reply)
        case .failure(let error):
          // Keys typed ahead were meant for its effect.
          screen?.dropTypedAhead()
          screen?.scene.refuse(error)
        }
      })
  }
}
