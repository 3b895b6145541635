import CellDrawing

/// The pictures of cards that were read, and the last cells they were drawn in, since each frame shows
/// them again.
final class CardPictures {
  private enum Known {
    case asked
    case failed
    case read(CardPicture, number: UInt32)
  }

  private var known: [String: Known] = [:]
  private var count: UInt32 = 0
  private var drawn: (request: Request, cells: PictureCells?)?
  /// The terminal's name for its first picture, if it draws them itself.
  private var firstImage: UInt32?
  private static let mostKept = 16

  private struct Request: Hashable {
    let path: String
    let room: Size
    let tile: Paint
    let depth: ColorDepth
  }

  /// Whether a picture has to be read, which is then asked for once.
  func ask(for path: String) -> Bool {
    if path.isEmpty || known[path] != nil { return false }
    if known.count >= Self.mostKept { known = [:] }
    known[path] = .asked
    return true
  }

  func set(_ picture: CardPicture?, of path: String) {
    count += 1
    known[path] = picture.map { .read($0, number: count & 0xFFF) } ?? .failed
  }

  /// Whether there is no picture to be seen.
  func isMissing(_ path: String) -> Bool {
    if case .failed = known[path] { true } else { false }
  }

  /// As large as there is room for; nil until it was read.
  func cells(
    of path: String, in room: Size, on tile: Paint, _ depth: ColorDepth
  ) -> PictureCells? {
    guard case .read(let picture, let number) = known[path] else { return nil }
    let request = Request(path: path, room: room, tile: tile, depth: depth)
    if let drawn, drawn.request == request { return drawn.cells }
    let most = firstImage == nil ? max(room.columns, room.rows) : TerminalPicture.maximumSide
    let size = picture.size(in: Size(min(room.columns, most), min(room.rows, most)))
    let cells =
      if let firstImage {
        PictureCells(
          TerminalPicture(id: firstImage + number, picture.picture, size), on: tile)
      } else {
        picture.picture.scaled(width: 2 * size.columns, height: 2 * size.rows)
          .flatMap { PictureCells($0, on: tile, depth, isAlone: true) }
      }
    drawn = (request, cells)
    return cells
  }

  /// From now on the terminal draws the pictures itself.
  func useTerminal(from firstImage: UInt32) {
    self.firstImage = firstImage
    drawn = nil
  }
}
