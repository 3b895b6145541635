import MemoryGame
import TestSupport
import Testing

@testable import BoardLayout

private let faces = ["👻", "🎃", "いち", "Photosynthesis", "🦇", "ear of maize", "7", "😈"]

/// A board in any state; the first card that is up may be marked.
private func board(
  _ count: Int, using random: inout SeededGenerator
) -> [BoardCard] {
  (0..<count).map {
    BoardCard(
      number: $0 + 1, state: CardState.allCases.randomElement(using: &random) ?? .down,
      face: faces.randomElement(using: &random) ?? "")
  }
}

private func drawing(
  _ columns: Int, _ rows: Int, colors: [String] = [], depth: ColorDepth = .none,
  usesNames: Bool = false, marked: Int? = nil, hidesMatched: Bool = false,
  placesCursor: Bool = false
) -> BoardDrawing {
  BoardDrawing(
    size: (columns, rows), colors: colors, depth: depth, usesNames: usesNames, marked: marked,
    hidesMatched: hidesMatched, placesCursor: placesCursor, width: cells)
}

@Test func aBoardOfEightCards() {
  let cards = [
    BoardCard(number: 1, state: .down), BoardCard(number: 2, state: .up, face: "👻"),
    BoardCard(number: 3, state: .matched, face: "🎃"), BoardCard(number: 4, state: .down),
    BoardCard(number: 5, state: .up, face: "いち"), BoardCard(number: 6, state: .down),
    BoardCard(number: 7, state: .matched, face: "🎃"),
    BoardCard(number: 8, state: .up, face: "Photosynthesis"),
  ]
  let lines = drawing(31, 13, marked: 2).lines(cards)
  #expect(
    lines == [
      "╭─────╮ ┏━━━━━┓ ┌┄┄✓┄┄┐ ╭─────╮",
      "│     │ ┃     ┃ ┆     ┆ │     │",
      "│  1  │ ┃ 👻  ┃ ┆ 🎃  ┆ │  4  │",
      "│     │ ┃     ┃ ┆     ┆ │     │",
      "╰─────╯ ┗━━2━━┛ └┄┄3┄┄┘ ╰─────╯",
      "",
      "┌─────┐ ╭─────╮ ┌┄┄✓┄┄┐ ┌─────┐",
      "│     │ │     │ ┆     ┆ │Photo│",
      "│いち │ │  6  │ ┆ 🎃  ┆ │synth│",
      "│     │ │     │ ┆     ┆ │esis │",
      "└──5──┘ ╰─────╯ └┄┄7┄┄┘ └──8──┘",
    ])
  let names = drawing(31, 13, usesNames: true, marked: 2).lines(cards)
  #expect(
    names == [
      "+-----+ #=====# ..ok... +-----+",
      "|     | #     # :jack-: |     |",
      "|  1  | #ghost# :o-lan: |  4  |",
      "|     | #     # :tern : |     |",
      "+-----+ #==2==# :..3..: +-----+",
      "",
      "+-----+ +-----+ ..ok... +-----+",
      "|     | |     | :jack-: |Photo|",
      "|いち | |  6  | :o-lan: |synth|",
      "|     | |     | :tern : |esis |",
      "+--5--+ +-----+ :..7..: +--8--+",
    ])
  #expect(lines.allSatisfy { visibleWidth($0) <= 31 })
}

@Test func anyBoardKeepsToItsArea() {
  var random = SeededGenerator(for: "anyBoardKeepsToItsArea")
  for round in 0..<250 {
    let cards = board(Int.random(in: 1...120, using: &random), using: &random)
    let size = (Int.random(in: 0...200, using: &random), Int.random(in: 0...70, using: &random))
    let depth = ColorDepth.allCases[round % 4]
    let drawing = drawing(
      size.0, size.1, colors: ["#ff8800", "#102030"], depth: depth,
      usesNames: .random(using: &random),
      marked: cards.first { $0.state == .up }?.number,
      hidesMatched: Bool.random(using: &random), placesCursor: depth == .trueColor)
    let fits = drawing.grid(count: cards.count).fits
    let (lines, pages) = (drawing.lines(cards), drawing.pages(cards))
    let drawn = lines + pages.flatMap { $0 }
    #expect(drawn.allSatisfy { visibleWidth($0) <= size.0 }, "\(size), \(cards.count) cards")
    #expect(!withoutEscapes(drawn.joined()).contains("\u{1B}"))
    #expect(depth != .none || !drawn.joined().contains("\u{1B}"))
    #expect(!fits || (lines.count <= size.1 && pages == [lines]))
    #expect(pages.allSatisfy { $0.count <= max(size.1, 1) }, "\(size), \(cards.count) cards")
    guard size.0 >= 4 else { continue }
    let shown = cards.filter { $0.state != .matched || !drawing.hidesMatched }.map(\.number)
    #expect(Set(shown).isSubset(of: numbers(in: lines)), "\(size), \(cards.count) cards")
    #expect(Set(shown).isSubset(of: numbers(in: pages.flatMap { $0 })), "\(size)")
  }
}

@Test func facesAndNumbersAreInTheMiddle() {
  for width in 4...40 {
    for height in 3...30 {
      let emoji = drawing(width, height).lines([BoardCard(number: 1, state: .up, face: "👻")])
      let back = drawing(width, height).lines([BoardCard(number: 12, state: .down)])
      for (lines, text) in [(emoji, "👻"), (back, "12")] {
        let row = lines.firstIndex { $0.contains(text) }
        #expect(row == (lines.count - 1) / 2)
        let parts = lines[row ?? 0].split(separator: text, omittingEmptySubsequences: false)
        let (left, right) = (visibleWidth(String(parts[0])), visibleWidth(String(parts[1])))
        #expect(right - left == 0 || right - left == 1, "\(lines)")
      }
    }
  }
}

@Test func theFirstCardAndFoundCardsAreToldApartWithoutColor() {
  let states: [(CardState, Int?)] = [(.down, nil), (.up, nil), (.up, 1), (.matched, nil)]
  for usesNames in [false, true] {
    let drawn = states.map { state, marked in
      drawing(6, 4, usesNames: usesNames, marked: marked)
        .lines([BoardCard(number: 1, state: state, face: "👻")])
    }
    #expect(Set(drawn).count == states.count)
    #expect(
      drawing(6, 4, usesNames: usesNames, marked: 1).lines([BoardCard(number: 1, state: .down)])
        == drawn[0])
  }
}

@Test func hiddenCardsLeaveTheirPlacesEmpty() {
  let cards = [
    BoardCard(number: 1, state: .matched, face: "👻"), BoardCard(number: 2, state: .down),
  ]
  #expect(
    drawing(9, 3, hidesMatched: true).lines(cards) == ["     ╭──╮", "     │2 │", "     ╰──╯"])
}

@Test func aBoardTooLargeIsCompactOrOnPages() {
  var cards = (1...12).map { BoardCard(number: $0, state: .down) }
  cards[1] = BoardCard(number: 2, state: .up, face: "👻")
  cards[2] = BoardCard(number: 3, state: .matched, face: "🎃")
  let small = drawing(12, 4, marked: 2)
  #expect(
    small.lines(cards) == [
      " 1     2>👻", " 3✓🎃  4   ", " 5     6   ", " 7     8   ", " 9    10   ", "11    12   ",
    ])
  let pages = small.pages(cards)
  #expect(pages.count == 4)
  #expect(pages[0] == ["╭──╮┏━━┓┌✓┄┐", "│1 │┃👻┃┆🎃┆", "╰──╯┗2━┛└3┄┘"])
  // Not even one card fits: pages of the compact board.
  #expect(drawing(8, 2).pages(cards).count == 6)
  #expect(drawing(80, 24).pages([]) == [])
  #expect(drawing(80, 24).lines([]) == [])
}

@Test func cardsOnAShortLastPageAreAsLargeAsOnTheOthers() {
  let pages = drawing(16, 6).pages((1...17).map { BoardCard(number: $0, state: .down) })
  #expect(pages.map { numbers(in: $0).count } == [6, 6, 5])
  #expect(Set(pages.map { $0[0].prefix { $0 != "╮" }.count }).count == 1)
}

@Test func aFaceCannotTakeOverTheTerminal() {
  let hostile = "\u{1B}[2Ja\tb\r\nc\u{9B}\u{202E}d\u{2028}e"
  let cards = [BoardCard(number: 1, state: .up, face: hostile)]
  for usesNames in [false, true] {
    let text =
      (drawing(40, 12, usesNames: usesNames).lines(cards)
      + drawing(40, 2, usesNames: usesNames).lines(cards))
      .joined()
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }
  #expect(plainLine(cards[0]).count { $0 == "\t" } == 3)
  #expect(plainLine(cards[0]).split(whereSeparator: \.isNewline).count == 1)
}

@Test func aTerminalWithWideLinesGetsASCII() {
  let drawing = BoardDrawing(size: (8, 4), colors: [], depth: .none) { $0.isASCII ? 1 : 2 }
  #expect(drawing.lines([BoardCard(number: 1, state: .down)])[0] == "+---+")
}

@Test func theCursorIsPlacedAfterEachFace() {
  let cards = (1...2).map { BoardCard(number: $0, state: .up, face: "👻") }
  let lines = drawing(9, 3, placesCursor: true).lines(cards)
  #expect(lines[1] == "│👻\u{1B}[4G│ │👻\u{1B}[9G│")
}

@Test func longTextEndsInAnEllipsis() {
  let fitting = TextFitting(width: cells, ellipsis: "…")
  #expect(fitting.shortened("いちに", to: 5) == "いち…")
  #expect(fitting.shortened("いちに", to: 4) == "い…")
  #expect(fitting.shortened("いちに", to: 6) == "いちに")
  #expect(fitting.shortened("ab", to: 1) == "…")
  #expect(fitting.shortened("ab", to: 0) == "")
  #expect(fitting.wrapped("smiling face with horns", cells: 7, lines: 2) == ["smiling", "face w…"])
  #expect(
    fitting.wrapped("smiling face with horns", cells: 7, lines: 4)
      == ["smiling", "face", "with", "horns"])
  #expect(fitting.wrapped("いち", cells: 1, lines: 3) == ["…"])
  #expect(fitting.wrapped("  ", cells: 4, lines: 3) == [])
}
