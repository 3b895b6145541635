package import CellDrawing
package import MemoryGame
internal import PlainText

/// Draws the cards of a board on a canvas.
///
/// With colors a card is a filled tile: its back in the theme's color with its number, its face
/// light, red for a mismatch and green for a new match, dim for an older one. Without colors the
/// borders show the states.
package struct BoardDrawing {
  package let plan: BoardPlan
  package let palette: Palette
  /// Whether emoji are drawn as their names.
  let usesNames: Bool
  let hidesMatched: Bool
  let symbols: Symbols
  /// Nil if faces are text.
  let pictures: FacePictures?
  /// The paints of the backs, by band.
  private let backs: [Paint]

  /// With `usesNames` borders are in ASCII too.
  package init(
    plan: BoardPlan, palette: Palette, usesNames: Bool = false, hidesMatched: Bool = false,
    pictures: FacePictures? = nil
  ) {
    self.plan = plan
    self.palette = palette
    self.usesNames = usesNames
    self.hidesMatched = hidesMatched
    self.pictures = pictures
    symbols = usesNames ? .ascii : .unicode
    let steps = max(plan.bands - 1, 1)
    backs = (0..<plan.bands).map {
      palette.back(
        at: Double($0) / Double(steps), isShaded: plan.isCompact && !$0.isMultiple(of: 2))
    }
  }

  /// Draws a page, the chosen card in a frame and highlighted matches in green.
  ///
  /// A won board is lit; while a wave of light goes over it, as far as a part, 0…1, of the way.
  package func draw(
    _ cards: [BoardCard], page: Int = 0, chosen: Int? = nil, highlighted: Set<Int> = [],
    wave: Double? = nil, on canvas: inout Canvas, column: Int = 0, row: Int = 0
  ) {
    let isMismatch = cards.count { $0.state == .up } > 1
    let isWon = cards.allSatisfy { $0.state == .matched }
    let places = plan.cards(onPage: page).filter(cards.indices.contains)
    // The chosen card comes last: its frame covers its neighbors'.
    for place in places.filter({ $0 != chosen }) + places.filter({ $0 == chosen }) {
      let card = cards[place]
      var area = plan.area(of: place)
      area.column += column
      area.row += row
      CardDrawing(
        board: self, card: card, face: face(of: card),
        look: look(
          of: card, isMismatch: isMismatch, isHighlighted: highlighted.contains(place),
          isLit: isWon && (wave.map { plan.isReached(place, by: $0) } ?? true)),
        back: backs[plan.band(of: place)], area: area, isChosen: place == chosen
      ).draw(on: &canvas)
    }
  }

  /// The lines of a page, without empty ones below it.
  package func lines(_ cards: [BoardCard], page: Int = 0, placesCursor: Bool) -> [String] {
    let used = plan.usedArea
    var canvas = Canvas(columns: used.column + used.columns, rows: used.row + used.rows)
    draw(cards, page: page, on: &canvas)
    let last = plan.cards(onPage: page).last.map { plan.area(of: $0) }
    return Array(
      canvas.lines(placesCursor: placesCursor).prefix(last.map { $0.row + $0.rows } ?? 0))
  }

  /// The cell where a card's number begins.
  package func number(of card: BoardCard, at place: Int) -> (column: Int, row: Int) {
    let area = plan.area(of: place)
    let isDown = card.state == .down
    let isFirst = plan.isCompact && !isDown
    let spare = (isFirst ? plan.digits : area.columns) - String(card.number).count
    return (
      area.column + max(isFirst ? spare : spare / 2, 0),
      area.row + (isDown ? plan.middle : area.rows - 1)
    )
  }

  private func look(
    of card: BoardCard, isMismatch: Bool, isHighlighted: Bool, isLit: Bool
  ) -> CardLook {
    switch card.state {
    case .down: .back
    case .up: isMismatch ? .mismatch : .open
    case .matched: isHighlighted ? .match : hidesMatched ? .hidden : isLit ? .lit : .matched
    }
  }

  private func face(of card: BoardCard) -> String {
    WrittenText.harmless(usesNames ? faceName(card.face) : card.face)
  }
}

enum CardLook {
  case back
  /// The first card of a move.
  case open
  case mismatch
  /// Matched a moment ago.
  case match
  case matched
  /// Matched, on a won board.
  case lit
  case hidden
}
