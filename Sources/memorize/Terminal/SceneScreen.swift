import EventLoop

/// What a screen shows, and what keys make of it; it knows neither terminal nor bus.
protocol Scene {
  /// Where everything stands on a screen of a size.
  associatedtype Layout
  /// What a key asks of the service or the program.
  associatedtype Wish

  /// Lays out a screen of that many cells.
  func layout(_ size: (columns: Int, rows: Int)) -> Layout
  /// The same scene on the same layout is always the same frame.
  func frame(on layout: Layout) -> Frame
  /// Takes a key that was pressed on that layout.
  mutating func take(_ key: Key, on layout: Layout) -> Wish?
}

/// Shows a scene on the terminal: draws it whenever it changes, and takes its keys.
final class SceneScreen<S: Scene> {
  /// What is shown.
  var scene: S {
    didSet {
      layout = nil
      stage.display.drawSoon()
    }
  }
  /// Does what a key asks for.
  var grant: (S.Wish) -> Void = { _ in }
  private let stage: TerminalStage
  private let color: ColorChoice
  /// Where everything stands; nil after a change, until somebody asks.
  private var layout: S.Layout?

  /// Takes the stage's terminal.
  init(_ scene: S, on stage: TerminalStage, color: ColorChoice) {
    self.scene = scene
    self.stage = stage
    self.color = color
  }

  /// Shows the scene until it is ended or a signal comes; the terminal is then as it was.
  func run(
    _ begin: () -> Void, farewell: () -> String? = { nil }
  ) -> Result<TerminalStage.Ending, any Error> {
    stage.take = { [unowned self] in take($0) }
    stage.frame = { [unowned self] in
      let layout = scene.layout(Terminal(.results, color: color).size)
      self.layout = layout
      return scene.frame(on: layout)
    }
    return stage.run(begin, farewell: farewell)
  }

  /// Ends it.
  func finish(_ ending: Result<TerminalStage.Ending, ProgramError> = .success(.left)) {
    stage.finish(ending.mapError { $0 as any Error })
  }

  private func take(_ key: Key) {
    let layout = layout ?? scene.layout(Terminal(.results, color: color).size)
    if let wish = scene.take(key, on: layout) { grant(wish) }
  }
}

/// The whole screen: a line of text for each row, and the cursor.
struct Frame: Equatable {
  /// A cell; both numbers from 0.
  struct Cell: Equatable {
    var column: Int
    var row: Int
  }

  /// One line a row, each no wider than the screen; escape sequences may style it.
  let lines: [String]
  /// Where the terminal's own cursor stands.
  let cursor: Cell

  /// Makes a frame of a size: lines that are missing are empty, those too many are left out.
  init(_ lines: [String], cursor: Cell, size: (columns: Int, rows: Int)) {
    let missing = max(size.rows - lines.count, 0)
    self.lines = Array(lines.prefix(size.rows)) + Array(repeating: "", count: missing)
    self.cursor = Cell(
      column: min(max(cursor.column, 0), max(size.columns - 1, 0)),
      row: min(max(cursor.row, 0), max(size.rows - 1, 0)))
  }

  /// The rows that have to be drawn again, by number; all if nobody knows what is on the screen.
  func changes(from old: Frame?) -> [(row: Int, line: String)] {
    lines.enumerated().compactMap { row, line in
      guard let old, old.lines.count == lines.count, old.lines[row] == line else {
        return (row, line)
      }
      return nil
    }
  }
}
