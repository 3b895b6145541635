import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// Where everything stands on the screen of `memorize play`.
@Suite struct PlayLayoutTests {
  /// On a large screen the title, the board, the message and the moves were far from each other.
  @Test(arguments: [(60, 18), (80, 24), (100, 30), (120, 40), (200, 60), (40, 12)])
  func everythingStandsTogetherInTheMiddle(columns: Int, rows: Int) throws {
    for count in [4, 8, 16, 36] {
      let layout = PlaySceneTests.scene(String(repeating: ".", count: count)).layout(
        (columns, rows))
      let plan = try #require(layout.plan)
      let (left, top) = (
        plan.usedArea.column + layout.board.column, plan.usedArea.row + layout.board.row
      )
      let (right, bottom) = (left + plan.usedArea.columns, top + plan.usedArea.rows)
      // Without room for the title at the board's edge the board alone is in the middle.
      #expect(left == layout.text.lowerBound || layout.text.count <= 60)
      #expect(left >= layout.text.lowerBound && right <= layout.text.upperBound)
      let message = try #require(layout.messageRow)
      #expect(top - layout.top <= 1 && (0...1).contains(message - bottom))
      let end = layout.side.map { $0.column + $0.columns } ?? right
      #expect(abs(left - (columns - end)) <= 1 || layout.side != nil)
      if let moves = layout.side {
        #expect(left == layout.text.lowerBound && moves.column == right + 4 && moves.row == top)
        #expect(abs(layout.text.lowerBound - (columns - layout.text.upperBound)) <= 1)
      }
      let (title, keys) = (try #require(layout.titleRow), try #require(layout.keysRow))
      #expect(abs(title - (rows - 1 - keys)) <= 1 && (1...2).contains(keys - message))
    }
  }

  /// The board moved when there was something to say beside it.
  @Test func theMovesHaveTheirPlaceFromTheStart() {
    var scene = PlaySceneTests.scene()
    let before = scene.layout((120, 30))
    func cards(_ mark: Character) -> [BoardCard] {
      [2, 5].map { BoardCard(number: $0, state: .up, face: String(mark)) }
    }
    scene.show(
      .mismatched(first: cards("x")[0], second: cards("x")[1]), PlaySceneTests.game("..x..x.."))
    scene.show(.matched(cards("y")), PlaySceneTests.game("..Y..Y.."))
    let after = scene.layout((120, 30))
    #expect(before.plan == after.plan && before.side == after.side)
    let lines = scene.frame(on: after).lines.map(withoutEscapes)
    let moves = lines.compactMap { line in
      line.firstRange(of: "2 · 5").map { line[$0.lowerBound...] }
    }
    // A card that is face down again shows no face.
    #expect(moves.count == 2 && !moves[0].contains("x") && moves[1].contains("y"), "\(lines)")
  }

  /// A few cards stood in a large empty screen, and some boards were one long row or column.
  ///
  /// From 70 columns on, the block takes two thirds of the screen, or the numbers and
  /// moves stand beside the board; if that would cut words, it takes more than half.
  @Test func noScreenIsLeftEmpty() throws {
    for columns in stride(from: 30, through: 230, by: 20) {
      for rows in [12, 18, 24, 30, 40, 55, 72] {
        for pairs in [2, 3, 4, 8, 10, 18, 32] {
          for face: UInt32 in [2, 6, 13, 60] {
            var scene = GameScene()
            var game = PlaySceneTests.game(String(repeating: ".", count: 2 * pairs))
            game.faceWidth = face
            scene.handle(.state(game))
            let layout = scene.layout((columns, rows))
            let (title, keys) = (
              try #require(layout.titleRow), try #require(layout.keysRow)
            )
            let text = layout.text
            let place = "\(pairs) pairs of \(face) cells in \(columns)×\(rows)"
            #expect(abs(text.lowerBound - (columns - text.upperBound)) <= 1, "\(place)")
            #expect(abs(title - (rows - 1 - keys)) <= 1, "\(place)")
            guard columns >= 70, layout.side == nil, face < 60 else { continue }
            let cells = text.count * (keys + 1 - title)
            let least = columns * (rows - 1) * (face > 2 ? 3 : 4) / 6
            #expect(cells > least, "\(place)")
          }
        }
      }
    }
  }

  /// Nothing has another place because of what is up, or of what has happened.
  @Test func nothingMovesInAGame() {
    var random = SeededGenerator(for: "nothingMovesInAGame")
    for _ in 0..<500 {
      let count = 2 * Int.random(in: 2...32, using: &random)
      let size = (
        Int.random(in: 1...240, using: &random), Int.random(in: 1...72, using: &random)
      )
      let face = UInt32.random(in: 1...60, using: &random)
      let players = ["Ada", "Bo"].shuffled(using: &random)
      var scene = GameScene()
      func places() -> [CellArea?] {
        // A random board, with random numbers and a random event.
        let marks = (0..<count).map { _ in ".xX".randomElement(using: &random) ?? "." }
        var game = PlaySceneTests.game(String(marks))
        (game.faceWidth, game.moves) = (face, .random(in: 0...200, using: &random))
        (game.score, game.regret) = (.random(in: -99...99, using: &random), 12.5)
        game.players = players.map { PlayerScore($0, .random(in: -9...9, using: &random)) }
        if Bool.random(using: &random) {
          scene.show(.matched(Array(game.board.prefix(2))), game)
        } else {
          scene.handle(.state(game))
        }
        let layout = scene.layout(size)
        func row(_ row: Int?) -> CellArea? {
          row.map {
            CellArea(
              column: layout.text.lowerBound, row: $0, columns: layout.text.count, rows: 1)
          }
        }
        var areas = [row(layout.titleRow), row(layout.progressRow), row(layout.messageRow)]
        areas += [row(layout.keysRow), layout.board, layout.side]
        return areas + (0..<count).map { layout.plan?.area(of: $0) }
      }
      #expect(places() == places(), "\(count) cards of \(face) cells in \(size)")
    }
  }

  private func lines(_ game: GameState, _ size: (Int, Int)) -> [String] {
    var scene = GameScene()
    scene.handle(.state(game))
    return scene.rows(size)
  }

  @Test func theNumbersStandBesideTheBoard() {
    var game = PlaySceneTests.game()
    let solo = lines(game, (100, 30))
    for fact in ["score  .*-1$", "moves  .* 2$", "par  .* 1.0$", "lost to forgetting  .* 1.[23]$"] {
      #expect(solo.contains { (try? Regex(fact).firstMatch(in: $0)) != nil }, "\(fact): \(solo)")
    }
    // Once on a screen.
    #expect(solo.count { $0.contains("moves  ") || $0.contains("2 moves") } == 1)
    game.players = [PlayerScore("Ada", 3), PlayerScore("Bo", -2)]
    game.turn = 1
    let shared = lines(game, (100, 30))
    #expect(shared.contains { $0.contains("▶ Bo") })
    #expect(shared.count { $0.contains("Ada") } == 1)
    #expect(shared.contains { $0.hasSuffix(" 3") && $0.contains("Ada  ") }, "\(shared)")
    #expect(!shared.contains { $0.contains("forgetting") })
  }

  /// With a bot a narrow screen said “score -3”, nobody knew whose, and names ran into numbers.
  @Test(arguments: [(58, 20), (40, 12), (30, 24)])
  func aNarrowScreenHasALineOfPlayers(columns: Int, rows: Int) throws {
    var game = PlaySceneTests.game(String(repeating: ".", count: 16))
    func line() throws -> String {
      var scene = GameScene()
      scene.handle(.state(game))
      let layout = scene.layout((columns, rows))
      let shown = scene.rows((columns, rows))
      #expect(!shown.contains { $0.contains("score") } && layout.side == nil)
      let row = shown[try #require(layout.progressRow)]
      return String(row.dropFirst(layout.text.lowerBound))
    }
    game.players = [PlayerScore("Ada", 2), PlayerScore("Bot 5", -3)]
    #expect(try line() == "▶ Ada 2   Bot 5 -3")
    game.turn = 1
    #expect(try line() == "  Ada 2 ▶ Bot 5 -3")
    game.players = ["Christopher", "Bartholomew", "Bot 7"].map { PlayerScore($0, 12) }
    #expect(try line().count { $0 == "1" } == 3)
  }

  /// Faces stood one cell further to the right behind numbers of two digits.
  @Test func theFacesOfTheMovesStandInAColumn() throws {
    let all = String(repeating: ".", count: 16)
    var scene = PlaySceneTests.scene(all)
    for pair in [[2, 5], [10, 11], [3, 14]] {
      scene.show(
        .matched(pair.map { BoardCard(number: $0, state: .matched, face: "x") }),
        PlaySceneTests.game(all))
    }
    let columns = scene.rows((128, 34)).compactMap { row in
      row.firstIndex(of: "·").map { _ in row.firstIndex(of: "x").map { row[..<$0].count } }
    }
    #expect(columns.count == 3 && Set(columns).count == 1)
  }

  /// On a low screen the last of eight players was missing.
  @Test func everyPlayerIsShown() {
    for count in 2...8 {
      for (columns, rows) in [(80, 12), (80, 24), (120, 16)] {
        var game = PlaySceneTests.game()
        game.players = (1...count).map { PlayerScore("P\($0)", Int32(10 + $0)) }
        let shown = lines(game, (columns, rows)).joined(separator: "\n")
        let missing = game.players.filter { !shown.contains("\($0.score)") }
        #expect(missing.isEmpty, "\(columns)×\(rows): \(shown)")
      }
    }
  }

  /// Names and numbers come from the bus, and boards of any size.
  @Test func anyNumbersFitBesideTheBoard() {
    for columns in stride(from: 60, through: 130, by: 5) {
      for rows in [7, 11, 24] {
        for count in [0, 1, 20] {
          var game = PlaySceneTests.game()
          (game.score, game.moves, game.par) = (.min, .max, -.infinity)
          game.players = (0..<count).map {
            PlayerScore(String(repeating: "名", count: $0 + 1) + "\u{1B}[31m", .min)
          }
          let shown = lines(game, (columns, rows))
          #expect(shown.count == rows && shown.allSatisfy { $0.cells <= columns })
        }
      }
    }
  }
}
