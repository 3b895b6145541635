import CellDrawing
import TerminalKit
import Translation

/// The panel over a scene, until a key closes it.
enum ScenePanel<Command> {
  /// Any key closes it; the keys in `keeping` also keep their usual effect.
  case text(Panel, keeping: Set<Key>)
  /// Offers a command; if that ends a game or session, Enter is not enough.
  case command(Panel, Command, isLoss: Bool)
  case picker(Picker)
  /// Lines of text to change; they are closed once they are saved.
  case form(TextForm)
  /// The question whether to leave the current game or session, for this command.
  case leaving(Command)

  /// Whether characters are typed into it.
  var takesText: Bool {
    switch self {
    case .picker(let picker): picker.isFiltering
    case .form: true
    default: false
    }
  }
}

/// The effect of a key on a panel.
enum PanelOutcome<Command> {
  case done(Command?)
  /// The key belongs to the scene itself.
  case passed(Key)
}

/// A scene of a service, which may stop and return; no single key leaves the current game or
/// session.
protocol ServiceScene: Scene {
  var symbols: Symbols { get }
  var isOnline: Bool { get }
  var panel: ScenePanel<Command>? { get set }
  /// Whether leaving the current game or session loses anything.
  var asksToLeave: Bool { get }
  var leaveQuestion: LeaveQuestion { get }
  /// The details of a picker's line.
  func details(of item: Int) -> [PanelBlock]

  mutating func closePanel()
  /// The command for a chosen line of a picker, which is closed already.
  mutating func choose(_ item: Int, of picker: Picker) -> Command?
  /// The command that gets the missing details of a line.
  func commandForDetails(of item: Int) -> Command?
  /// The command that saves a form; nil if there is nothing to save.
  mutating func save(_ form: TextForm) -> Command?
}

extension ServiceScene {
  func commandForDetails(of item: Int) -> Command? { nil }

  mutating func save(_ form: TextForm) -> Command? { nil }

  static var absenceMessage: String {
    tr("The service has stopped; waiting for it to come back.")
  }
  /// Before another sentence, with the space between.
  static var returnMessage: String { tr("The service is back.") + " " }
  static var highlightTime: Duration { .milliseconds(700) }

  /// Returns a command that ends the game or session; nil if the user has to confirm it first.
  mutating func leave(for command: Command) -> Command? {
    guard asksToLeave, isOnline else { return command }
    panel = .leaving(command)
    return nil
  }

  /// Closes the question if there is nothing left to leave.
  mutating func dropQuestionIfOver() {
    if case .leaving = panel, !asksToLeave { panel = nil }
  }

  /// Handles a key for the panel, if there is one.
  mutating func handlePanel(_ key: Key, in area: CellArea) -> PanelOutcome<Command> {
    switch panel {
    case nil: return .passed(key)
    case .leaving(let command):
      let panel = QuestionPanel(leaveQuestion, in: area, symbols)
      guard let isYes = confirmation(panel.pressed(key)) else { return .done(nil) }
      closePanel()
      return .done(isYes ? command : nil)
    case .text(var text, let keeping):
      guard let key = text.pressed(key, in: area, symbols) else {
        panel = .text(text, keeping: keeping)
        return .done(nil)
      }
      closePanel()
      return keeping.contains(key) ? .passed(key) : .done(nil)
    case .command(var text, let command, let isLoss):
      var key = text.pressed(key, in: area, symbols)
      panel = .command(text, command, isLoss: isLoss)
      if key == .enter, !isLoss { key = "y" }
      guard let key, let isYes = confirmation(key) else { return .done(nil) }
      closePanel()
      guard isYes else { return .done(nil) }
      return .done(isLoss ? command : leave(for: command))
    case .form(var form):
      let outcome = form.handle(key, in: area)
      panel = .form(form)
      switch outcome {
      case .none: return .done(nil)
      case .saved:
        guard let command = save(form) else { break }
        return .done(command)
      case .closed: break
      }
      closePanel()
      return .done(nil)
    case .picker(var picker):
      let outcome =
        switch key {
        case .click(let column, let row):
          picker.click(column: column, row: row, in: area, symbols)
        default: picker.handle(key, page: picker.layout(in: area).list.rows)
        }
      panel = .picker(picker)
      switch outcome {
      case .none: return .done(nil)
      case .moved: return .done(commandForDetails(of: picker.item))
      case .chosen(let item):
        closePanel()
        return .done(choose(item, of: picker))
      case .closed:
        closePanel()
        return .done(nil)
      }
    }
  }

  /// Draws the panel over the scene; returns the cursor's cell, nil if there is no panel.
  func drawPanel(
    in area: CellArea, _ palette: Palette, on canvas: inout Canvas
  ) -> Frame.Cell? {
    switch panel {
    case nil: return nil
    case .leaving:
      return QuestionPanel(leaveQuestion, in: area, symbols).draw(palette, on: &canvas)
    case .text(let text, _), .command(let text, _, _):
      return text.draw(in: area, palette, on: &canvas)
    case .form(let form): return form.draw(in: area, palette, on: &canvas)
    case .picker(let picker):
      return picker.draw(
        in: area, details: picker.chosen.map { details(of: $0) } ?? [], palette, on: &canvas)
    }
  }
}

extension KeyHint {
  /// While the service is stopped.
  static var offline: [KeyHint] { [KeyHint("q", tr("quit", context: "key"))] }
}

/// The answer to a yes-or-no question; Enter and clicks beside the keys do not answer it.
private func confirmation(_ key: Key?) -> Bool? {
  switch key {
  case "y", "Y": true
  case "n", "N", "q", .escape: false
  default: nil
  }
}
