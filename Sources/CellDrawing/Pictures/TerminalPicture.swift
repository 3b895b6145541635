/// A picture that the terminal itself draws, in all its points: each cell says which part of which
/// picture it shows (kitty's Unicode placeholders).
package struct TerminalPicture: Sendable, Hashable {
  /// 1…0xFFFFFF, the terminal's name for it: a cell has it as its ink.
  package let id: UInt32
  package let picture: Picture
  /// The cells that it takes, at most `maximumSide` each way.
  package let size: Size

  package static let maximumSide = numbers.count

  package init(id: UInt32, _ picture: Picture, _ size: Size) {
    (self.id, self.picture, self.size) = (id, picture, size)
  }

  func character(column: Int, row: Int) -> Character {
    var scalars = String.UnicodeScalarView()
    scalars.append(Self.placeholder)
    scalars.append(Self.numbers[row])
    scalars.append(Self.numbers[column])
    return Character(String(scalars))
  }

  static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  /// The combining marks by which the protocol counts rows and columns, from 0; its list goes on.
  private static let numbers: [Unicode.Scalar] =
    Array(
      """
      \u{305}\u{30D}\u{30E}\u{310}\u{312}\u{33D}\u{33E}\u{33F}\u{346}\u{34A}\u{34B}\u{34C}\u{350}\
      \u{351}\u{352}\u{357}\u{35B}
      """.unicodeScalars)
    + [0x363...0x36F, 0x483...0x487, 0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x610...0x617]
    .flatMap { $0.compactMap(Unicode.Scalar.init) }
}

extension PictureCells {
  /// Nil on a ground without a known color, and for a picture of too many cells.
  package init?(_ image: TerminalPicture, on tile: Paint) {
    let size = image.size
    guard tile.ground != nil, (1...TerminalPicture.maximumSide).contains(size.columns),
      (1...TerminalPicture.maximumSide).contains(size.rows)
    else { return nil }
    let id = Paint.Color.rgb(
      red: UInt8(image.id >> 16 & 255), green: UInt8(image.id >> 8 & 255),
      blue: UInt8(image.id & 255))
    self.init(
      columns: size.columns,
      cells: (0..<size.rows * size.columns).map {
        Cell(
          character: image.character(column: $0 % size.columns, row: $0 / size.columns),
          paint: Paint(ink: id, ground: tile.ground))
      }, image: image)
  }
}
