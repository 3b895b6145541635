import DBus
import EventLoop
import MemorizeBus

/// Practises on the terminal: brings keys to the service and what the service tells to the screen.
final class QuizPlayer {
  private let connection: ServiceConnection
  private let options: Options
  private let start: QuizStart
  private let stage: TerminalStage
  private let drawing: QuizDrawing
  private var table: QuizTable?
  private var scene = QuizScene()
  private var layout: QuizLayout

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - connection: the connection, over which the service has answered.
  ///   - options: the options.
  ///   - start: what another session is started with.
  ///   - arrangement: how question and answers stand to each other.
  /// - Throws: `ProgramError` where the terminal cannot be drawn on.
  init(
    _ connection: ServiceConnection, _ options: Options, start: QuizStart,
    arrangement: QuizLayout.Arrangement
  ) throws(ProgramError) {
    CellWidth.prepare()
    self.connection = connection
    self.options = options
    self.start = start
    stage = try TerminalStage(connection.bus.loop)
    drawing = QuizDrawing(arrangement: arrangement, isASCII: options.isASCII)
    layout = drawing.layout(scene, size: Terminal(.results, color: options.color).size)
  }

  /// Practises until somebody leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<TerminalStage.Ending, any Error> {
    connection.bus.onDisconnect = { [unowned self] _ in
      stage.finish(.failure(ProgramError.practiceIsGone))
    }
    stage.take = { [unowned self] key in
      if let wish = scene.take(key, on: layout) { grant(wish) }
      // What is pressed next may be meant for other entries, as those that were hidden.
      layout = drawing.layout(scene, size: layout.size)
    }
    stage.frame = { [unowned self] in frame() }
    return stage.run {
      table = QuizTable(connection) { [unowned self] in
        scene.take($0)
        stage.display.drawSoon()
      }
    }
  }

  private func grant(_ wish: QuizScene.Wish) {
    let finish: (ProgramError?) -> Void = { [weak self] error in
      self?.scene.finish(error)
      self?.stage.display.drawSoon()
    }
    switch wish {
    case .answer(let question, let choice):
      table?.answer(question, choice: choice, then: finish)
    case .answerText(let question, let text): table?.answer(question, text: text, then: finish)
    case .reveal(let question): table?.reveal(question, then: finish)
    case .grade(let question, let grade): table?.grade(question, grade, then: finish)
    case .undo: table?.undo(then: finish)
    case .restart: table?.restart(then: finish)
    case .new: table?.start(start.options(after: scene.state.facts), then: finish)
    case .quit: stage.finish(.success(.left))
    }
  }

  private func frame() -> Frame {
    layout = drawing.layout(scene, size: Terminal(.results, color: options.color).size)
    return drawing.frame(scene, layout)
  }
}
