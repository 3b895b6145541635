package import CellDrawing

/// The pictures of faces in cells, as large as their cards; each is kept by face, size and tile.
package final class FacePictures {
  private let picture: (String) -> Picture?
  private var pictures: [String: Picture?] = [:]
  private var drawn: [Request: PictureCells?] = [:]
  /// The terminal's name for its first picture, if it draws them itself.
  private var firstImage: UInt32?
  private var images: [Image] = []

  /// On a smaller card nobody knows a face again.
  private static let smallest = Size(8, 4)
  /// More than the faces of a few games; a program may run for weeks.
  private static let mostKept = 1000

  /// More points than this are not seen in a card, and take long over ssh.
  private static let imageSide = 96

  private struct Image: Equatable {
    let face: String
    let size: Size
  }

  private struct Request: Hashable {
    let face: String
    let points: Int
    let columns: Int
    let tile: Paint
    let depth: ColorDepth
  }

  /// `picture` draws a face in a square; nil if it has no picture.
  package init(_ picture: @escaping (String) -> Picture?) { self.picture = picture }

  /// The largest picture that fits; nil if there is none, or no room, or too few colors.
  ///
  /// With `hasHalfRow` half a row more above the size can be used, as a whole or not at all.
  package func cells(
    of face: String, in size: Size, hasHalfRow: Bool = false, on tile: Paint, _ depth: ColorDepth
  ) -> PictureCells? {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    // Points as high as half a cell and as wide as a whole one; the picture has two for each.
    let most = 2 * size.rows + 1
    let isOdd = hasHalfRow && firstImage == nil && size.columns >= most
    let points = isOdd ? most : min(size.columns / 2 * 2, 2 * size.rows)
    let columns =
      (size.columns - points).isMultiple(of: 2) ? points : min(points + 1, size.columns)
    let request = Request(
      face: face, points: points, columns: columns, tile: tile, depth: depth)
    if let kept = drawn[request] { return kept }
    if drawn.count >= Self.mostKept { (pictures, drawn) = ([:], [:]) }
    let whole = pictures[face] ?? picture(face)
    pictures[face] = whole
    let cells = whole.flatMap { draw($0, request) }
    drawn[request] = cells
    return cells
  }

  private func draw(_ square: Picture, _ request: Request) -> PictureCells? {
    let (points, columns) = (request.points, request.columns)
    // Half a point more on both sides stands in the middle of an odd number of cells.
    guard
      let picture = square.centered(
        width: square.width * columns / points, height: square.height)
    else { return nil }
    guard let firstImage else {
      return picture.scaled(width: 2 * columns, height: points).flatMap {
        PictureCells($0, on: request.tile, request.depth)
      }
    }
    let size = Size(columns, points / 2)
    let image = Image(face: request.face, size: size)
    if !images.contains(image) { images.append(image) }
    let height = min(picture.height, Self.imageSide)
    guard let number = images.firstIndex(of: image),
      let scaled = picture.scaled(width: height * columns / points, height: height)
    else { return nil }
    return PictureCells(
      TerminalPicture(id: firstImage + UInt32(number & 0xFFF), scaled, size), on: request.tile)
  }

  /// From now on the terminal draws the pictures itself; it calls the first one by that number, of
  /// which the last 12 bits are 0.
  package func useTerminal(from firstImage: UInt32) {
    self.firstImage = firstImage
    drawn = [:]
  }
}
