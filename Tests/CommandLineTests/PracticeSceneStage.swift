import BoardLayout
import TerminalKit
import TestSupport

@testable import CellDrawing
@testable import MemorizeBus
@testable import Screens
@testable import memorize

/// A practice screen without a terminal and without a bus.
protocol PracticeSceneStage {}

extension PracticeSceneStage {
  static func session(
    _ mode: String = "choices", state: String = "asking", number: UInt32 = 1,
    question: String = "はい", choices: [String] = ["no", "yes", "thank you"], revision: UInt64 = 1
  ) -> PracticeState {
    var session = PracticeState()
    session.revision = revision
    (session.state, session.mode) = (Word(text: state), Word(text: mode))
    (session.deck, session.direction) = ("Japanese basics", "forward")
    (session.questionNumber, session.questions) = (number, 5)
    session.session = 1
    (session.question, session.pronunciation) = (question, "hai")
    session.choices = mode == "choices" ? choices : []
    return session
  }

  static func scene(
    _ session: PracticeState? = nil, showsChoices: Bool = true, name: String = "",
    isASCII: Bool = false, depth: ColorDepth = .none
  ) -> PracticeScene {
    var scene = PracticeScene(isASCII ? .ascii : .unicode, depth: depth)
    var preferences = PracticePreferences()
    preferences.settings.showChoices = showsChoices
    preferences.profile = Profile(name: name, isRemembered: false)
    scene.handle(.preferences(preferences))
    scene.handle(.session(.state(session ?? Self.session())))
    return scene
  }

  /// Presses keys one after the other and accepts each request at once; returns the requests.
  static func press(
    _ keys: [Key], _ scene: inout PracticeScene, size: (Int, Int) = (80, 24)
  ) -> [PracticeScene.Command] {
    keys.compactMap { key in
      let command = scene.handle(key, on: scene.layout(size))
      if command != nil { scene.finish(nil) }
      return command
    }
  }

  /// Publishes a session after a response to its question, or after a change without one.
  static func change(
    _ scene: inout PracticeScene, to session: PracticeState, isAsked: Bool = false,
    response: (isCorrect: Bool, answer: String)? = nil, number: UInt32 = 1
  ) {
    var (session, transition) = (session, PracticeTransition())
    // As the service publishes them.
    if let response, !response.isCorrect,
      let index = session.choices.firstIndex(of: response.answer)
    {
      let before = scene.progress.session?.wrongChoices ?? []
      session.wrongChoices = (before.filter { $0 != UInt32(index) } + [UInt32(index)]).sorted()
    }
    transition.isAsked = isAsked
    transition.response = response.map {
      .init(number: number, isCorrect: $0.isCorrect, question: "はい", answer: $0.answer)
    }
    scene.handle(.session(.transition(transition, session)))
  }

  static func answer(_ choice: UInt32) -> PracticeScene.Command {
    .make(.answer(question: 1, choice: choice))
  }

  static var second: PracticeState {
    session(number: 2, question: "いいえ", revision: 3)
  }
}

extension Scene {
  func layout(_ size: (Int, Int)) -> Layout { layout(Size(size.0, size.1)) }

  /// The lines of a frame, without what only looks.
  func rows(_ size: (Int, Int) = (80, 24)) -> [String] {
    frame(on: layout(size)).lines.map(withoutEscapes)
  }

  func text(_ size: (Int, Int) = (80, 24)) -> String { rows(size).joined(separator: "\n") }

  /// Presses keys one after the other; returns the requests.
  @discardableResult
  mutating func press(_ keys: [Key], _ size: (Int, Int) = (80, 24)) -> [Command] {
    keys.compactMap { handle($0, on: layout(size)) }
  }

  @discardableResult
  mutating func press(_ keys: String, _ size: (Int, Int) = (80, 24)) -> [Command] {
    press(keys.map { .character($0) }, size)
  }
}

/// A row of a frame as a terminal would show it.
struct DrawnRow {
  /// Up to the last that is written.
  var cells = 0
  /// Whether something was overwritten.
  var overlaps = false
  var text = ""

  init(_ line: String) {
    var column = 0
    var written: Set<Int> = []
    var rest = line[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        let sequence = rest.prefix { !$0.isLetter }
        let end = rest.dropFirst(sequence.count).first
        if end == "G" { column = (Int(sequence.dropFirst()) ?? 1) - 1 }
        rest = rest.dropFirst(sequence.count + 1)
        continue
      }
      text.append(character)
      for cell in column..<(column + CellWidth.of(character)) {
        overlaps = overlaps || !written.insert(cell).inserted
      }
      column += CellWidth.of(character)
      cells = max(cells, column)
    }
  }
}
