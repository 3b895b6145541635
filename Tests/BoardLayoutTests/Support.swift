import MemoryGame
import TestSupport

@testable import BoardLayout
@testable import CellDrawing

/// A board of made-up cards, drawn by itself.
struct Drawn {
  let drawing: BoardDrawing
  private let area: Size

  init(
    _ count: Int, _ columns: Int, _ rows: Int, faceWidth: Int = 2, colors: [String] = [],
    depth: ColorDepth = .none, usesNames: Bool = false, hidesMatched: Bool = false,
    isCentered: Bool = false, isCompact: Bool = false
  ) {
    area = Size(columns, rows)
    let plan = BoardPlan(
      count: count, faceWidth: faceWidth, area: area, isCentered: isCentered, isCompact: isCompact)
    drawing = BoardDrawing(
      plan: plan, palette: Palette(depth: depth, colors: colors),
      usesNames: usesNames, hidesMatched: hidesMatched)
  }

  /// All pages, one below the other.
  func lines(_ cards: [BoardCard], placesCursor: Bool = false) -> [String] {
    pages(cards, placesCursor: placesCursor).flatMap { $0 }
  }

  func pages(_ cards: [BoardCard], placesCursor: Bool = false) -> [[String]] {
    (0..<drawing.plan.pageCount).map {
      drawing.lines(cards, page: $0, placesCursor: placesCursor)
    }
  }

  /// The whole area with a chosen card.
  func screen(_ cards: [BoardCard], chosen: Int? = nil, highlighted: Set<Int> = []) -> [String] {
    var canvas = Canvas(columns: area.columns, rows: area.rows)
    let page = chosen.map(drawing.plan.page) ?? 0
    drawing.draw(cards, page: page, chosen: chosen, highlighted: highlighted, on: &canvas)
    return canvas.lines(placesCursor: false)
  }
}

/// A stand-in for wcwidth: ASCII is one cell, emoji and East Asian text two.
@Sendable func cells(_ character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0x1F000...0x1FAFF:
    return 2
  default: return 1
  }
}

/// The cells a line takes on a terminal, escape sequences taking none.
func visibleWidth(_ line: String) -> Int {
  withoutEscapes(line).reduce(0) { $0 + cells($1) }
}

/// The numbers that stand in some lines, digits in a row being one.
func numbers(in lines: [String]) -> [Int] {
  lines.flatMap { withoutEscapes($0).split { !("0"..."9").contains($0) }.compactMap { Int($0) } }
}

extension Grid {
  /// The cell of a card's top left corner.
  func origin(of index: Int) -> (column: Int, row: Int) {
    guard columns > 0 else { return (0, 0) }
    return (index % columns * (cardWidth + gap), index / columns * (cardHeight + gap))
  }

  /// The index of the place that a cell belongs to; nil for a gap or outside.
  ///
  /// In a short last row the place may be one beyond the last card; the caller knows the count.
  func index(atColumn column: Int, row: Int) -> Int? {
    guard columns > 0, column >= 0, row >= 0 else { return nil }
    let place = (column: column / (cardWidth + gap), row: row / (cardHeight + gap))
    guard place.column < columns, place.row < rows, column % (cardWidth + gap) < cardWidth,
      row % (cardHeight + gap) < cardHeight
    else { return nil }
    return place.row * columns + place.column
  }
}
