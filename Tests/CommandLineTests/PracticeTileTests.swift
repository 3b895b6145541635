import TestSupport
import Testing

@testable import CellDrawing
@testable import MemorizeBus
@testable import Screens

/// The card of a question, and its answers, as areas of color.
@Suite struct PracticeTileTests: PracticeSceneStage {
  /// Too long for large letters, so that no font is loaded, which would be another one in the tests
  /// of fonts.
  private static let questions = [
    "a long question", "a question that is too long for large letters, in one line or two",
  ]

  private static func scene(
    _ question: String, depth: ColorDepth, isLarge: Bool = true
  ) -> PracticeScene {
    var session = session(question: question)
    (session.deck, session.questionDeck, session.lastReviewed) = ("", "Capitals", 0)
    session.stability = 0
    var scene = PracticeScene(.unicode, depth: depth, letters: isLarge ? LargeLetters() : nil)
    scene.handle(.preferences(PracticePreferences()))
    scene.handle(.session(.state(session)), at: 86_400)
    return scene
  }

  /// Large letters stood on a slab within a dark frame, and other questions on none.
  @Test(arguments: [(80, 24), (128, 34), (200, 60), (40, 12)])
  func theWholeCardIsOneLightTile(columns: Int, rows: Int) {
    for depth in [ColorDepth.trueColor, .ansi256] {
      for question in Self.questions {
        let scene = Self.scene(question, depth: depth)
        let layout = scene.layout((columns, rows))
        let canvas = scene.frame(on: layout).lines.map(PaintedRow.init)
        let ground = Paint(ground: scene.palette.open.ground).parameters
        for row in layout.card.row..<layout.card.row + layout.card.rows {
          for column in layout.card.column..<layout.card.column + layout.card.columns {
            #expect(canvas[row].ground(column) == ground, "\(row) \(column) \(question)")
          }
        }
        #expect(!scene.text((columns, rows)).contains(/[╭╰]─ (Capitals|new card)/))
        if layout.hasFrame {
          #expect(canvas[layout.card.row].text.contains("Capitals, front → back"))
        }
      }
    }
  }

  /// Without colors for pictures, or if faces are text, the card keeps its frame.
  @Test func otherCardsKeepTheirFrame() {
    for scene in [
      Self.scene("はい", depth: .trueColor, isLarge: false),
      Self.scene(Self.questions[0], depth: .ansi16), Self.scene(Self.questions[0], depth: .none),
    ] {
      #expect(scene.text().contains("╭─ Capitals, front → back ─"))
      let ground = scene.palette.open.parameters
      #expect(
        ground.isEmpty
          || !scene.frame(on: scene.layout((80, 24))).lines.joined().contains(ground))
    }
  }

  /// A wrong answer was a colored bar within a frame, with a dark seam between them.
  @Test func anAnswerIsFilledAsOneBlock() throws {
    var scene = Self.scene("はい", depth: .trueColor, isLarge: false)
    Self.change(&scene, to: Self.session(revision: 2), response: (false, "no"))
    // The chosen one, too.
    scene.press([.down], (128, 34))
    let layout = scene.layout((128, 34))
    let area = try #require(layout.entries.first?.area)
    let rows = scene.frame(on: layout).lines.map(PaintedRow.init)
    let paint = scene.palette.mismatch
    for column in area.column + 1..<area.column + area.columns - 1 {
      #expect(
        rows[area.row].character(column) == "▄" && rows[area.row + 2].character(column) == "▀")
      #expect(rows[area.row + 1].ground(column) == Paint(ground: paint.ground).parameters)
      #expect(rows[area.row + 1].character(column) != "▌")
    }
    // Within the frames of the others, whose lines are in the middle of their cells.
    #expect(rows[area.row + 1].character(area.column) == " ")
    #expect(rows[area.row].ink(area.column + 1) == Paint(ink: paint.ground).parameters)
  }
}

/// A row of a frame with the colors of each cell.
private struct PaintedRow {
  private var cells: [(character: Character, ink: String, ground: String)] = []

  init(_ line: String) {
    var (ink, ground) = ("", "")
    var rest = line[...]
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        let cell = (character, ink, ground)
        cells += Array(repeating: cell, count: CellWidth.of(character))
        continue
      }
      let sequence = rest.dropFirst().prefix { !$0.isLetter }
      let isPaint = rest.dropFirst(sequence.count + 1).first == "m"
      rest = rest.dropFirst(sequence.count + 2)
      guard isPaint else { continue }
      if sequence == "0" { (ink, ground) = ("", "") }
      if let found = sequence.firstMatch(of: /38;(2;\d+;\d+;\d+|5;\d+)/) { ink = String(found.0) }
      if let found = sequence.firstMatch(of: /48;(2;\d+;\d+;\d+|5;\d+)/) {
        ground = String(found.0)
      }
    }
  }

  var text: String { String(cells.map(\.character)) }

  func character(_ column: Int) -> Character? {
    cells.indices.contains(column) ? cells[column].character : nil
  }

  func ink(_ column: Int) -> String { cells.indices.contains(column) ? cells[column].ink : "" }

  func ground(_ column: Int) -> String {
    cells.indices.contains(column) ? cells[column].ground : ""
  }
}
