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

  /// The color at the top left of a cell in the last row, of which a frame covers the lower half; nil
  /// beside the picture.
  package func lastUpperColor(_ column: Int) -> Paint.Color? {
    guard (0..<columns).contains(column) else { return nil }
    let cell = cells[(rows - 1) * columns + column]
    return Quadrants(cell.character)?.contains(.topLeft) == false
      ? cell.paint.ground : cell.paint.ink
  }

  /// The color of the lower half of a cell in the first row, of which a frame covers the upper one;
  /// nil beside the picture.
  package func firstLowerColor(_ column: Int) -> Paint.Color? {
    (0..<columns).contains(column) ? cells[column].paint.ink : nil
  }

  /// Four points a cell, in two colors; an odd number of points below each other begins in the lower
  /// half of the first cells, which have no ground.
  ///
  /// Where it is not the only one on the screen, it has fewer colors if that saves a terminal bytes. Nil
  /// for an odd number beside each other, at a depth that has too few colors for a picture, and on a
  /// ground without a known color.
  package init?(
    _ picture: Picture, on tile: Paint, _ depth: ColorDepth, isAlone: Bool = false
  ) {
    guard depth.hasPictures, picture.width.isMultiple(of: 2),
      let ground = tile.ground.flatMap(RGBColor.init(shown:))
    else { return nil }
    let points = Self.sharpened(
      (0..<picture.width * picture.height).map { place in
        OKLab(picture.color(place % picture.width, place / picture.width, over: ground))
      }, picture.width, by: isAlone ? 0.25 : 0.75)
    var cells: [Cell] = []
    for distance in Self.indistinct {
      cells = Self.cells(points, picture.width, on: tile, OKLab(ground), depth, distance)
      if isAlone || Self.size(of: cells, on: tile) <= Self.maximumSize(cells.count) { break }
    }
    self.init(columns: picture.width / 2, cells: cells, image: nil)
  }

  /// Moves each point away from the mean of what is around it, since the mean of an area has no
  /// edges; none is lighter than the lightest there, which would be a halo.
  ///
  /// A photograph needs less of it than a face.
  private static func sharpened(
    _ points: [OKLab], _ width: Int, by share: Double
  ) -> [SIMD3<Double>] {
    let height = points.count / width
    return points.indices.map { place in
      let (column, row) = (place % width, place / width)
      // Points are half as wide as high.
      let above = points[max(row - 1, 0) * width + column].vector
      let below = points[min(row + 1, height - 1) * width + column].vector
      let left = points[row * width + max(column - 2, 0)].vector
      let right = points[row * width + min(column + 2, width - 1)].vector
      let point = points[place].vector
      var moved = point + share * (point - (above + below + left + right) / 4)
      moved.x = min(moved.x, max(point.x, above.x, max(below.x, left.x, right.x)))
      return moved
    }
  }

  private static func cells(
    _ points: [SIMD3<Double>], _ width: Int, on tile: Paint, _ ground: OKLab, _ depth: ColorDepth,
    _ indistinct: Double
  ) -> [Cell] {
    var cells: [Cell] = []
    let isOdd = !(points.count / width).isMultiple(of: 2)
    if isOdd {
      cells += stride(from: 0, to: width, by: 2).map {
        let color = OKLab((points[$0] + points[$0 + 1]) / 2)
        let shown = color.distance(to: ground) < indistinct ? ground : color
        return Cell(character: "▄", paint: Paint(ink: RGBColor(shown).color(depth)))
      }
    }
    for row in stride(from: isOdd ? width : 0, to: points.count, by: 2 * width) {
      // What looks alike is alike: a color that goes on is not written again.
      var last = [ground, ground]
      var before = tile
      for place in stride(from: row, to: row + width, by: 2) {
        let (quadrants, ink, rest) = Quadrants.split(
          (points[place], points[place + 1], points[place + width], points[place + width + 1]),
          indistinct)
        last = [ink, rest].map { color in
          (last + [ground]).first { color.distance(to: $0) < indistinct } ?? color
        }
        let colors = last.map { RGBColor($0).color(depth) }
        let cell = cell(quadrants, colors[0], colors[1], before)
        cells.append(cell)
        before = cell.paint
      }
    }
    return cells
  }

  /// About how many bytes a terminal gets: a character has up to 3, and a color some 16.
  private static func size(of cells: [Cell], on tile: Paint) -> Int {
    var (size, before) = (0, tile)
    for cell in cells {
      let changes = [cell.paint.ink != before.ink, cell.paint.ground != before.ground].count { $0 }
      size += (cell.character == " " ? 1 : 3) + 17 * changes
      before = cell.paint
    }
    return size
  }

  /// A board of 24 cards of 13 by 6 cells is 30 kB then; smaller pictures need all their colors.
  private static func maximumSize(_ cells: Int) -> Int { max(13 * cells, 1_050) }

  /// Squares of distances in OKLab: the first one is seen by nobody, the others are for a picture of
  /// many colors.
  private static let indistinct = [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016]

  /// The cell of two colors that changes the fewest of the one before it.
  private static func cell(
    _ quadrants: Quadrants, _ ink: Paint.Color, _ rest: Paint.Color, _ before: Paint
  ) -> Cell {
    // Not a full block: some fonts leave gaps between those.
    guard quadrants != .all, ink != rest else {
      return Cell(character: " ", paint: Paint(ink: before.ink, ground: ink))
    }
    let choices = [
      Cell(character: quadrants.character, paint: Paint(ink: ink, ground: rest)),
      Cell(character: quadrants.others.character, paint: Paint(ink: rest, ground: ink)),
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
        // Neither a block nor a mark of kitty's has another width.
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
