/// What covers a scene until a key takes it away.
enum SceneCover<Command> {
  /// Any key closes it, except those that move in it.
  case list(Panel)
  /// The question whether to leave the current game or session, for this command.
  case leaving(Command)
}

/// A scene of a service, which may go and come back; no single key leaves the current game or
/// session.
protocol ServiceScene: Scene {
  /// What may be in progress: a “game” or a “session”.
  static var subject: String { get }
  var isOn: Bool { get }
  var isOnline: Bool { get }
  var cover: SceneCover<Command>? { get set }

  mutating func uncover()
  /// The command of a key that has closed a list.
  mutating func command(of key: Key, closing list: Panel) -> Command?
}

extension ServiceScene {
  static var absenceMessage: String {
    "The service memorized is gone; this continues when it is back."
  }
  static var returnMessage: String { "The service is back. " }
  static var leaveQuestion: String { "Leave the current \(subject)? y or n" }

  /// Returns a command that ends the game or session; nil if the user has to confirm it first.
  mutating func leave(for command: Command) -> Command? {
    guard isOn, isOnline else { return command }
    cover = .leaving(command)
    return nil
  }

  /// Takes the question away if there is nothing left to leave.
  mutating func dropQuestionIfOver() {
    if case .leaving = cover, !isOn { cover = nil }
  }

  /// Handles a key for what covers the scene; a list has those rows of the screen.
  mutating func handle(
    _ key: Key, for cover: SceneCover<Command>, listRows: Range<Int>
  ) -> Command? {
    switch cover {
    case .leaving(let command):
      guard let isYes = confirmation(key) else { return nil }
      uncover()
      return isYes ? command : nil
    case .list(var list):
      var key = key
      if case .walk(let walk) = Intent(key) {
        list.walk(walk, page: Panel.lineRows(of: listRows).count)
        self.cover = .list(list)
        return nil
      }
      if case .click(_, let row) = key, list.isChoice {
        guard let line = list.line(atRow: row, in: listRows) else { return nil }
        list.choose(line)
        key = .enter
      }
      uncover()
      return command(of: key, closing: list)
    }
  }

  /// The cell behind the question whether to leave, whose lines end on the last row; nil if it is
  /// not asked.
  func questionCursor(_ message: [String], rows: Int) -> Frame.Cell? {
    guard case .leaving = cover else { return nil }
    return Frame.Cell(column: (message.last?.cells ?? 0) + 1, row: rows - 1)
  }
}

/// The answer to a question of y or n; a finger resting on Enter or a mouse button does not answer
/// it.
private func confirmation(_ key: Key) -> Bool? {
  switch key {
  case .character("y"), .character("Y"): true
  case .character("n"), .character("N"), .character("q"), .escape: false
  default: nil
  }
}
