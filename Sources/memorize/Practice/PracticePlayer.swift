import DBus
import EventLoop
import MemorizeBus

/// Practises on the terminal: brings keys to the service, and what it publishes to the screen.
final class PracticePlayer {
  private let connection: ServiceConnection
  private let start: PracticeStart
  private let screen: SceneScreen<PracticeScene>
  private var live: LivePractice?

  /// Takes the terminal; throws if it cannot be drawn on.
  init(
    _ connection: ServiceConnection, _ options: Options, start: PracticeStart
  ) throws(ProgramError) {
    CellWidth.prepare()
    self.connection = connection
    self.start = start
    screen = SceneScreen(
      PracticeScene(isASCII: options.isASCII), on: try TerminalStage(connection.bus.loop),
      color: options.color)
  }

  /// Practises until somebody leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<TerminalStage.Ending, any Error> {
    connection.bus.onDisconnect = { [unowned self] _ in screen.finish(.failure(.practiceIsGone)) }
    screen.grant = { [unowned self] in grant($0) }
    return screen.run {
      live = LivePractice(connection) { [unowned self] in screen.scene.take($0) }
    }
  }

  private func grant(_ wish: PracticeScene.Wish) {
    let finish: LivePractice.Completion = { [weak self] in self?.screen.scene.finish($0) }
    switch wish {
    case .answer(let question, let choice): live?.answer(question, choice: choice, then: finish)
    case .answerText(let question, let text): live?.answer(question, text: text, then: finish)
    case .reveal(let question): live?.reveal(question, then: finish)
    case .grade(let question, let grade): live?.grade(question, grade, then: finish)
    case .undo: live?.undo(then: finish)
    case .restart: live?.restart(then: finish)
    case .new: live?.start(start.options(after: screen.scene.progress.facts), then: finish)
    case .quit: screen.finish()
    }
  }
}

extension ServiceConnection {
  /// Resumes the session that is on, or starts one; an error comes before anything is shown.
  func enterPractice(_ start: PracticeStart) throws(ProgramError) {
    let facts = try practice()
    guard !start.isEmpty || !facts.isOn else { return }
    _ = try wait {
      $0.call(
        PracticeContract.start, of: PracticeContract.interface, start.options(), completion: $1)
    }
  }
}

extension ProgramError {
  /// The bus went away under a session.
  static let practiceIsGone = ProgramError(
    .notAvailable, name: "Disconnected",
    "The connection to the session bus was lost; without it there is no practice.")

  /// The service had to be started first.
  static let practiceWasAway = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    "The service memorized was gone and is started again; nothing was done. Look at the question, "
      + "and answer again.")
}
