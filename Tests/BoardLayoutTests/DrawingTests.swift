import MemoryGame
import TestSupport
import Testing

@testable import BoardLayout
@testable import CellDrawing

private let faces = ["👻", "🎃", "いち", "Photosynthesis", "🦇", "ear of maize", "7", "😈"]

/// A board in any state.
private func board(_ count: Int, using random: inout SeededGenerator) -> [BoardCard] {
  (0..<count).map {
    BoardCard(
      number: $0, state: CardState.allCases.randomElement(using: &random) ?? .down,
      face: faces.randomElement(using: &random) ?? "")
  }
}

@Test func aBoardOfEightCards() {
  let cards = [
    BoardCard(number: 0, state: .down), BoardCard(number: 1, state: .up, face: "👻"),
    BoardCard(number: 2, state: .matched, face: "🎃"), BoardCard(number: 3, state: .down),
    BoardCard(number: 4, state: .down), BoardCard(number: 5, state: .matched, face: "🎃"),
    BoardCard(number: 6, state: .matched, face: "Photosynthesis"),
    BoardCard(number: 7, state: .down),
  ]
  let lines = Drawn(8, 31, 11).lines(cards)
  #expect(
    lines == [
      "╭─────╮ ┌─────┐ ┌┄┄┄┄┄┐ ╭─────╮",
      "│     │ │     │ ┆     ┆ │     │",
      "│  0  │ │ 👻  │ ┆ 🎃  ┆ │  3  │",
      "│     │ │     │ ┆     ┆ │     │",
      "╰─────╯ └──1──┘ └┄┄┄┄┄┘ ╰─────╯",
      "",
      "╭─────╮ ┌┄┄┄┄┄┐ ┌┄┄┄┄┄┐ ╭─────╮",
      "│     │ ┆     ┆ ┆Photo┆ │     │",
      "│  4  │ ┆ 🎃  ┆ ┆synth┆ │  7  │",
      "│     │ ┆     ┆ ┆esis ┆ │     │",
      "╰─────╯ └┄┄┄┄┄┘ └┄┄┄┄┄┘ ╰─────╯",
    ])
  let names = Drawn(8, 31, 11, usesNames: true).lines(cards)
  #expect(
    names.prefix(6) == [
      "+-----+ +-----+ ....... +-----+",
      "|     | |     | :jack-: |     |",
      "|  0  | |ghost| :o-lan: |  3  |",
      "|     | |     | :tern : |     |",
      "+-----+ +--1--+ ....... +-----+",
      "",
    ])
  #expect(names.count == 11)
}

@Test func aMismatchIsMarked() {
  let cards = [
    BoardCard(number: 0, state: .up, face: "👻"), BoardCard(number: 1, state: .up, face: "🎃"),
  ]
  #expect(Drawn(2, 9, 3).lines(cards) == ["┌✗─┐ ┌✗─┐", "│👻│ │🎃│", "└0─┘ └1─┘"])
  #expect(Drawn(2, 11, 1, isCompact: true).lines(cards) == ["0✗👻 1✗🎃"])
}

@Test func anyBoardKeepsToItsArea() {
  var random = SeededGenerator(for: "anyBoardKeepsToItsArea")
  for round in 0..<250 {
    let cards = board(Int.random(in: 1...120, using: &random), using: &random)
    let size = (Int.random(in: 0...200, using: &random), Int.random(in: 0...70, using: &random))
    let depth = ColorDepth.allCases[round % 4]
    let drawn = Drawn(
      cards.count, size.0, size.1, faceWidth: Int.random(in: 0...14, using: &random),
      colors: ["#ff8800", "#102030"], depth: depth, usesNames: .random(using: &random),
      hidesMatched: .random(using: &random), isCompact: .random(using: &random))
    let pages = drawn.pages(cards, placesCursor: depth == .trueColor)
    let lines = pages.flatMap { $0 }
    #expect(
      lines.allSatisfy { visibleWidth($0) <= max(size.0, 1) }, "\(size), \(cards.count) cards")
    #expect(!withoutEscapes(lines.joined()).contains("\u{1B}"))
    #expect(depth != .none || !lines.joined().contains("\u{1B}"))
    #expect(pages.allSatisfy { $0.count <= max(size.1, 1) }, "\(size), \(cards.count) cards")
    guard size.0 >= 4 else { continue }
    // Of a matched card only the face is left.
    let shown = cards.filter { $0.state != .matched }.map(\.number)
    #expect(Set(shown).isSubset(of: numbers(in: lines)), "\(size), \(cards.count) cards")
  }
}

/// The looks of one card: a back, the first of a move, of a mismatch, a fresh match, a match.
private func looks(
  _ width: Int, _ height: Int, _ depth: ColorDepth, usesNames: Bool = false, isCompact: Bool = false
) -> [[String]] {
  let board = Drawn(
    2, width, height, colors: ["#ff9300"], depth: depth, usesNames: usesNames,
    isCompact: isCompact)
  let cases: [(CardState, CardState, Set<Int>)] = [
    (.down, .down, []), (.up, .down, []), (.up, .up, []), (.matched, .down, [0]),
    (.matched, .down, []),
  ]
  return cases.map { first, second, highlighted in
    board.screen(
      [
        BoardCard(number: 0, state: first, face: "👻"),
        BoardCard(number: 1, state: second, face: "👻"),
      ], highlighted: highlighted
    ).map { String($0.prefix(60)) }
  }
}

@Test func statesAreToldApart() {
  for depth in ColorDepth.allCases {
    for usesNames in [false, true] {
      for isCompact in [false, true] {
        let drawn = looks(30, 7, depth, usesNames: usesNames, isCompact: isCompact)
        // Without colors a fresh match of a compact board is a match.
        #expect(Set(drawn).count == (depth == .none && isCompact ? 4 : 5), "\(depth) \(drawn)")
      }
    }
  }
}

@Test func theChosenCardHasAFrame() {
  let cards = (0..<8).map { BoardCard(number: $0, state: CardState.allCases[$0 % 3], face: "x") }
  for (columns, rows) in [(60, 16), (18, 8), (12, 3)] {
    for depth in ColorDepth.allCases {
      let board = Drawn(8, columns, rows, colors: ["#ff9300"], depth: depth, isCentered: true)
      let drawn = [nil, 0, 3, 4, 5].map { board.screen(cards, chosen: $0) }
      #expect(Set(drawn).count == 5, "\(columns)×\(rows) \(depth)")
    }
  }
}

/// Without colors the chosen one of many cards was lost: only its number stood in brackets.
@Test func theChosenCardHasAHeavyFrameWithoutColors() {
  let cards = (0..<8).map { BoardCard(number: $0, state: .down) }
  let board = Drawn(8, 60, 16, isCentered: true)
  let screen = board.screen(cards, chosen: 3).joined()
  #expect(screen.contains("[3]") && screen.contains("▗▄▄▄") && screen.contains("▝▀▀▀"))
  #expect(!board.screen(cards, chosen: nil).joined().contains("▄"))
  let touching = Drawn(16, 40, 8, isCentered: true)
  #expect(touching.drawing.plan.rowGap == 0 && !touching.drawing.plan.isCompact)
  #expect(touching.screen(cards, chosen: 3).joined().contains("▐▀▀▀▀▌"))
}

/// A won board must not stay dark: a wave lights its cards, one after the other, and no board that is
/// not won.
@Test func aWaveLightsAWonBoard() {
  for count in [4, 8, 18] {
    let board = Drawn(count, 128, 30, depth: .trueColor, isCentered: true)
    let plan = board.drawing.plan
    let steps = (0..<6).map { Double($0) / 5 }
    for place in 0..<count {
      let lit = steps.map { plan.isReached(place, by: $0) }
      #expect(lit.first == false && lit.last == true, "\(place) of \(count)")
      #expect(zip(lit, lit.dropFirst()).count { $0 != $1 } == 1)
    }
    var canvases = [nil, 0.5].map { (wave: Double?) in
      var canvas = Canvas(columns: 128, rows: 30)
      let cards = (0..<count).map { BoardCard(number: $0, state: .down) }
      board.drawing.draw(cards, wave: wave, on: &canvas)
      return canvas.lines(placesCursor: false)
    }
    #expect(canvases.removeLast() == canvases.removeLast())
  }
}

@Test func hiddenCardsLeaveTheirPlacesEmpty() {
  let cards = [
    BoardCard(number: 0, state: .matched, face: "👻"), BoardCard(number: 1, state: .down),
  ]
  for depth in ColorDepth.allCases {
    let lines = Drawn(2, 9, 3, depth: depth, hidesMatched: true).lines(cards)
    #expect(lines.allSatisfy { $0.hasPrefix("     ") } && lines.count == 3)
  }
}

@Test func aBoardTooLargeIsCompactOrOnPages() {
  var cards = (0..<12).map { BoardCard(number: $0, state: .down) }
  cards[1] = BoardCard(number: 1, state: .up, face: "👻")
  cards[2] = BoardCard(number: 2, state: .matched, face: "🎃")
  let small = Drawn(12, 12, 6)
  #expect(
    small.lines(cards) == [
      "  0    1>👻", " 2✓🎃   3", "  4     5", "  6     7", "  8     9", " 10    11",
    ])
  #expect(Drawn(12, 12, 2).pages(cards).map(\.count) == [2, 2, 2])
  #expect(Drawn(0, 80, 24).lines([]) == [])
}

@Test func aFaceCannotTakeOverTheTerminal() {
  let hostile = "\u{1B}[2Ja\tb\r\nc\u{9B}\u{202E}d\u{2028}e"
  let cards = [BoardCard(number: 1, state: .up, face: hostile)]
  for usesNames in [false, true] {
    let text = [12, 2].flatMap { Drawn(1, 40, $0, usesNames: usesNames).lines(cards) }.joined()
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }
  #expect(plainLine(cards[0]).count { $0 == "\t" } == 3)
  #expect(plainLine(cards[0]).split(whereSeparator: \.isNewline).count == 1)
}

@Test func longTextEndsInAnEllipsis() {
  #expect("いちに".clipped(to: 5) == "いち…")
  #expect("いちに".clipped(to: 4) == "い…")
  #expect("いちに".clipped(to: 6) == "いちに")
  #expect("ab".clipped(to: 1) == "…")
  #expect("ab".clipped(to: 0) == "")
  #expect("smiling face with horns".wrapped(cells: 7, lines: 2) == ["smiling", "face w…"])
  #expect(
    "smiling face with horns".wrapped(cells: 7, lines: 4)
      == ["smiling", "face", "with", "horns"])
  #expect("いち".wrapped(cells: 1, lines: 3) == ["…"])
  #expect("  ".wrapped(cells: 4, lines: 3) == [])
  // Korean has spaces between words, unless a word alone is too long.
  #expect("한국어 낱말은 칸에서".wrapped(cells: 9, lines: 4) == ["한국어", "낱말은", "칸에서"])
  #expect("한국어낱말".wrapped(cells: 4, lines: 4) == ["한국", "어낱", "말"])
}

/// A text without spaces was broken before a full stop, and one with a few after its first word.
@Test(arguments: [
  ("答えは、はい。", 8, ["答えは、", "はい。"]), ("いち、に。さん", 6, ["いち、", "に。さ", "ん"]),
  ("Hund 日本語の長い文", 12, ["Hund 日本語", "の長い文"]), ("「はい」と「いいえ」", 10, ["「はい」と", "「いいえ」"]),
  ("a👻b👻c", 3, ["a👻", "b👻", "c"]), ("Straßenbahn fährt", 8, ["Straßenb", "ahn", "fährt"]),
  ("。。。。", 4, ["。。", "。。"]), ("e\u{301}e\u{301} e\u{301}e\u{301}e\u{301}", 4, ["éé", "ééé"]),
  ("שלום עולם", 5, ["שלום", "עולם"]), ("1,000 kg.", 5, ["1,000", "kg."]),
]) func linesEndBetweenWordsAndWideCharacters(text: String, cells: Int, lines: [String]) {
  #expect(text.wrapped(cells: cells, lines: 9) == lines)
}

@Test func wrappedTextIsWhole() {
  var random = SeededGenerator(for: "wrappedTextIsWhole")
  let letters = ["a", "é", "日", "。", "「", "👻", " ", "-", "ש", "👨‍👩‍👧"]
  for _ in 0..<1_000 {
    let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
    let columns = Int.random(in: 2...30, using: &random)
    let lines = text.wrapped(cells: columns, lines: 200)
    #expect(lines.allSatisfy { $0.cells <= columns && !$0.isEmpty })
    func inked(_ text: String) -> String { text.filter { $0 != " " } }
    #expect(inked(lines.joined()) == inked(text), "\(text) in \(columns)")
  }
}
