/// A picture in cells of text, row by row.
package struct PictureCells: Sendable, Hashable {
  package struct Cell: Sendable, Hashable {
    package let character: Character
    package let paint: Paint
  }

  package let columns: Int
  package let cells: [Cell]
  /// The picture that the terminal draws in them.
  package let image: TerminalPicture?

  package var rows: Int { cells.count / columns }

  init(columns: Int, cells: [Cell], image: TerminalPicture?) {
    (self.columns, self.cells, self.image) = (columns, cells, image)
  }

  /// Two points a cell, above each other; the picture fills `columns` and as many points below each
  /// other as two a row.
  ///
  /// Nil at a depth that has too few colors for a picture, and on a ground without a known color.
  package init?(_ picture: Picture, on tile: Paint, _ depth: ColorDepth) {
    guard depth.hasPictures, picture.height.isMultiple(of: 2),
      let ground = tile.ground.flatMap(RGBColor.init(shown:))
    else { return nil }
    var cells: [Cell] = []
    for row in stride(from: 0, to: picture.height, by: 2) {
      // What looks alike is alike: a color that goes on is not written again.
      var last = [ground, ground].map { (color: $0, lab: OKLab($0)) }
      var before = tile
      for column in 0..<picture.width {
        for half in 0...1 {
          let color = picture.color(column, row + half, over: ground)
          let lab = OKLab(color)
          let near = (last + [(ground, OKLab(ground))]).first {
            lab.distance(to: $0.lab) < Self.indistinct
          }
          last[half] = near ?? (color, lab)
        }
        let cell = Self.cell(last[0].color.color(depth), last[1].color.color(depth), before)
        cells.append(cell)
        before = cell.paint
      }
    }
    self.init(columns: picture.width, cells: cells, image: nil)
  }

  /// The square of a distance in OKLab that nobody sees between two points of a picture.
  private static let indistinct = 0.0008

  /// The cell of two points that changes the fewest colors of the one before it.
  private static func cell(_ upper: Paint.Color, _ lower: Paint.Color, _ before: Paint) -> Cell {
    let choices =
      upper == lower
      ? [
        Cell(character: " ", paint: Paint(ink: before.ink, ground: upper)),
        Cell(character: "█", paint: Paint(ink: upper, ground: before.ground)),
      ]
      : [
        Cell(character: "▀", paint: Paint(ink: upper, ground: lower)),
        Cell(character: "▄", paint: Paint(ink: lower, ground: upper)),
      ]
    func changes(_ cell: Cell) -> Int {
      let paint = cell.paint
      return (paint.ink == before.ink ? 0 : 1) + (paint.ground == before.ground ? 0 : 1)
    }
    return changes(choices[1]) < changes(choices[0]) ? choices[1] : choices[0]
  }
}

extension Canvas {
  /// Paints a picture, or some of its rows, from a cell on.
  package mutating func put(
    _ picture: PictureCells, rows: Range<Int>? = nil, column: Int, row: Int
  ) {
    let shown = rows ?? 0..<picture.rows
    if let image = picture.image { images[image.id] = image }
    for part in shown where (0..<self.rows).contains(row + part - shown.lowerBound) {
      for index in 0..<picture.columns {
        let cell = picture.cells[part * picture.columns + index]
        // Neither a half-block nor a mark of kitty's has another width.
        set(
          cell.character, width: 1, column: column + index, row: row + part - shown.lowerBound,
          cell.paint)
      }
    }
  }
}

extension RGBColor {
  /// The color that a terminal shows for one; nil for one that the user may have changed.
  fileprivate init?(shown color: Paint.Color) {
    switch color {
    case .basic: return nil
    case .indexed(let index):
      guard index >= 16 else { return nil }
      self = ColorTable.xterm.colors[Int(index) - 16]
    case .rgb(let red, let green, let blue):
      self.init(red: Int(red), green: Int(green), blue: Int(blue))
    }
  }

  fileprivate func color(_ depth: ColorDepth) -> Paint.Color {
    depth == .trueColor ? exact : indexed
  }
}
