/// A part of a panel's text; how it is broken into lines depends on the panel's width.
package enum PanelBlock {
  case gap
  case text(String, PanelTone = .plain)
  case centered(String, PanelTone = .plain)
  /// A name, and beside it, or below it without room, a description; a click presses the key.
  case row(String, String, Key? = nil)
  /// A line that is filled as a whole.
  case banner(String, Paint)
  /// Named numbers, in two columns if there is room.
  case facts([PanelFact])
  /// Words or faces on tiles, as many as fit in `lines`.
  case tiles([PanelTile], lines: Int)
  /// Pictures of one size, in lines of as many as fit; tiles stand for those without room.
  case pictures([PictureCells], otherwise: [PanelTile])
  /// A picture in the middle.
  case picture(PictureCells)
  /// Alternatives, one of them chosen; a click chooses another one of this choice.
  case choice(Picker.Choice, Int)
}

package typealias PanelFact = (name: String, value: String)
package typealias PanelTile = (text: String, paint: Paint)

package enum PanelTone {
  case plain, strong, quiet, chosen
  case paint(Paint)
}

/// What a click on a part of a line does.
enum PanelTarget {
  case key(Key)
  /// The alternative of a choice, both counted from 0.
  case choose(Int, Int)
}

struct PanelLine {
  struct Part {
    var column: Int
    let text: String
    var tone = PanelTone.plain
    var target: PanelTarget?
  }

  /// A row of a picture.
  struct Slice {
    let column: Int
    let picture: PictureCells
    let row: Int
  }

  var parts: [Part] = []
  var slices: [Slice] = []
}

/// Breaks blocks into lines of a width.
struct PanelText {
  let columns: Int
  /// The rows that pictures may use, with what is above them.
  let rows: Int
  let symbols: Symbols
  /// The cells of the widest name of a row.
  private let nameColumns: Int

  /// The limit for a paragraph or a description.
  private static let maximumLines = 20
  /// With fewer cells beside the name, a description stands below it.
  private static let minimumColumns = 24

  init(columns: Int, rows: Int = Canvas.largest.rows, _ blocks: [PanelBlock], _ symbols: Symbols) {
    self.columns = max(columns, 1)
    self.rows = rows
    self.symbols = symbols
    nameColumns = Self.nameColumns(blocks)
  }

  private static func nameColumns(_ blocks: [PanelBlock]) -> Int {
    blocks.map { if case .row(let name, _, _) = $0 { name.cells } else { 0 } }.max() ?? 0
  }

  /// The cells that blocks need for their longest line.
  static func width(of blocks: [PanelBlock]) -> Int {
    let names = nameColumns(blocks)
    return blocks.map { block in
      switch block {
      case .gap: 0
      case .text(let text, _), .centered(let text, _): text.cells
      case .banner(let text, _): text.cells + 4
      case .facts(let facts): 2 * factColumns(facts).whole + factGap
      case .row(_, let text, _): text.isEmpty ? names : names + 3 + text.cells
      case .tiles(let tiles, _): tiles.reduce(0) { $0 + $1.text.cells + 3 }
      case .pictures(let pictures, _): pictures.reduce(0) { $0 + $1.columns + 1 }
      case .picture(let picture): picture.columns
      case .choice(let choice, _):
        choice.name.cells + choice.values.reduce(3) { $0 + $1.cells + 3 }
      }
    }.max() ?? 0
  }

  func lines(_ blocks: [PanelBlock]) -> [PanelLine] {
    blocks.reduce(into: []) { $0 += lines($1, in: rows - $0.count) }
  }

  private func lines(_ block: PanelBlock, in rows: Int) -> [PanelLine] {
    switch block {
    case .gap: return [PanelLine()]
    case .text(let text, let tone):
      return wrapped(text, columns).map { line($0, at: 0, tone) }
    case .centered(let text, let tone):
      return wrapped(text, columns).map { line($0, at: (columns - $0.cells) / 2, tone) }
    case .banner(let text, let paint):
      let shown = text.clipped(to: columns, symbols.ellipsis)
      let left = (columns - shown.cells) / 2
      let line = String(repeating: " ", count: left) + shown
      return [self.line(line.padded(to: columns), at: 0, .paint(paint))]
    case .facts(let facts): return self.facts(facts)
    case .row(let name, let text, let key): return row(name, text, key)
    case .tiles(let tiles, let most): return self.tiles(tiles, most)
    case .pictures(let pictures, let tiles):
      return self.pictures(pictures, otherwise: tiles, in: rows)
    case .picture(let picture):
      return pictures([picture], from: max((columns - picture.columns) / 2, 0))
    case .choice(let choice, let number): return self.choice(choice, number)
    }
  }

  private func wrapped(_ text: String, _ columns: Int) -> [String] {
    text.wrapped(cells: max(columns, 1), lines: Self.maximumLines, symbols.ellipsis)
  }

  private func line(_ text: String, at column: Int, _ tone: PanelTone) -> PanelLine {
    PanelLine(parts: [PanelLine.Part(column: max(column, 0), text: text, tone: tone)])
  }

  private func row(_ name: String, _ text: String, _ key: Key?) -> [PanelLine] {
    let target = key.map { PanelTarget.key($0) }
    let isBeside = nameColumns == 1 || columns >= nameColumns + 3 + Self.minimumColumns
    let indent = isBeside ? nameColumns + 3 : 2
    let head = PanelLine.Part(
      column: 0, text: name.clipped(to: columns, symbols.ellipsis), tone: .strong, target: target)
    var lines = wrapped(text, columns - indent).map {
      PanelLine(parts: [PanelLine.Part(column: indent, text: $0, target: target)])
    }
    if isBeside, !lines.isEmpty {
      lines[0].parts.insert(head, at: 0)
    } else {
      lines.insert(PanelLine(parts: [head]), at: 0)
    }
    return lines
  }

  private static let factGap = 4

  /// The cells of the names, and of names and values.
  private static func factColumns(_ facts: [PanelFact]) -> (name: Int, whole: Int) {
    let name = facts.map(\.name.cells).max() ?? 0
    return (name, name + 2 + (facts.map(\.value.cells).max() ?? 0))
  }

  private func facts(_ facts: [PanelFact]) -> [PanelLine] {
    let (name, whole) = Self.factColumns(facts)
    let beside = columns >= 2 * whole + Self.factGap ? 2 : 1
    let left = max((columns - beside * whole - (beside - 1) * Self.factGap) / 2, 0)
    return stride(from: 0, to: facts.count, by: beside).map { first in
      var line = PanelLine()
      for (place, fact) in facts[first..<min(first + beside, facts.count)].enumerated() {
        let column = left + place * (whole + Self.factGap)
        line.parts += [
          PanelLine.Part(column: column, text: fact.name),
          PanelLine.Part(column: column + name + 2, text: fact.value, tone: .strong),
        ]
      }
      return line
    }
  }

  private func tiles(_ tiles: [PanelTile], _ most: Int) -> [PanelLine] {
    var lines = [PanelLine()]
    var column = 0
    for tile in tiles {
      let text = " \(tile.text) ".clipped(to: columns, symbols.ellipsis)
      if column > 0, column + text.cells > columns {
        // Rows of tiles that touch look like one.
        guard lines.count / 2 + 1 < most else { break }
        lines += [PanelLine(), PanelLine()]
        column = 0
      }
      lines[lines.count - 1].parts.append(
        PanelLine.Part(column: column, text: text, tone: .paint(tile.paint)))
      column += text.cells + 1
    }
    return lines
  }

  private func pictures(
    _ pictures: [PictureCells], otherwise tiles: [PanelTile], in rows: Int
  ) -> [PanelLine] {
    guard let first = pictures.first else { return [] }
    let most = max((columns + 1) / (first.columns + 1), 1)
    /// The pictures that fit above some rows.
    func fitting(above rest: Int) -> Int { max((rows - rest + 1) / (first.rows + 1), 0) * most }
    if pictures.count == tiles.count, fitting(above: 0) >= pictures.count {
      return self.pictures(pictures, from: 0)
    }
    let shown = min(fitting(above: 2), pictures.count)
    return self.pictures(Array(pictures.prefix(shown)), from: 0) + (shown > 0 ? [PanelLine()] : [])
      + self.tiles(Array(tiles.dropFirst(shown)), 3)
  }

  private func pictures(_ pictures: [PictureCells], from column: Int) -> [PanelLine] {
    guard let rows = pictures.first?.rows, let width = pictures.first?.columns else { return [] }
    let most = max((columns + 1) / (width + 1), 1)
    return stride(from: 0, to: pictures.count, by: most).flatMap { first in
      let shown = pictures[first..<min(first + most, pictures.count)]
      return (first == 0 ? [] : [PanelLine()])
        + (0..<rows).map { row in
          PanelLine(
            slices: shown.enumerated().map {
              PanelLine.Slice(column: column + $0 * (width + 1), picture: $1, row: row)
            })
        }
    }
  }

  private func choice(_ choice: Picker.Choice, _ number: Int) -> [PanelLine] {
    var lines = [line("\(choice.name) (\(choice.key))", at: 0, .plain), PanelLine()]
    var column = 0
    for (index, value) in choice.values.enumerated() {
      let text = "\(value) ".clipped(to: columns - 1, symbols.ellipsis)
      if column > 0, column + 1 + text.cells > columns {
        lines.append(PanelLine())
        column = 0
      }
      let isMarked = index == choice.chosen
      let target = PanelTarget.choose(number, index)
      lines[lines.count - 1].parts += [
        PanelLine.Part(
          column: column, text: isMarked ? symbols.mark : " ", tone: .chosen,
          target: target),
        PanelLine.Part(
          column: column + 1, text: text, tone: isMarked ? .strong : .plain, target: target),
      ]
      column += text.cells + 2
    }
    return lines
  }
}
