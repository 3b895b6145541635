import CellDrawing
import FontPictures
import MemorizeBus

/// Short questions in large letters; the last few are kept, since each frame shows them again.
final class LargeLetters {
  private let fonts = UserFonts()
  private var drawn: [Request: PictureCells?] = [:]
  private static let mostKept = 8

  /// In points, of which a cell has two above each other; some characters are higher than the size of
  /// their font.
  private static let sizes = [36, 32, 28, 24, 20, 18, 16, 15, 14]

  private static let margin = 3

  private struct Request: Hashable {
    let text: String
    let language: String?
    let size: Size
    let tile: Paint
    let depth: ColorDepth
  }

  /// Nil if the letters join or stack, or no font has them, or they need more room.
  func cells(
    of session: PracticeState, in size: Size, on tile: Paint, _ depth: ColorDepth
  ) -> PictureCells? {
    let request = Request(
      text: session.question, language: Self.language(of: session), size: size, tile: tile,
      depth: depth)
    if let kept = drawn[request] { return kept }
    if drawn.count >= Self.mostKept { drawn = [:] }
    let cells = draw(request)
    drawn[request] = cells
    return cells
  }

  private func draw(_ request: Request) -> PictureCells? {
    let (width, height) = (request.size.columns, 2 * request.size.rows)
    for points in Self.sizes where points <= height {
      guard
        let picture = fonts.picture(
          ofText: request.text, points: points, language: request.language)
      else { return nil }
      let columns = min(width, (picture.width + 1) / 2 + 2 * Self.margin)
      if let whole = picture.centered(width: 2 * columns, height: height) {
        return PictureCells(whole, on: request.tile, request.depth)
      }
    }
    return nil
  }

  /// Kana are Japanese, and so are the characters that they pronounce; nil if nothing says more than
  /// the characters themselves.
  private static func language(of session: PracticeState) -> String? {
    // The reading may be hidden.
    if session.questionLanguage.split(separator: "-").first == "ja" { return "ja" }
    let texts = session.question + session.pronunciation
    return texts.unicodeScalars.contains { (0x3041...0x30FF).contains($0.value) } ? "ja" : nil
  }
}
