internal import CFonts
internal import CellDrawing

/// A font of one file, opened by FreeType.
final class FontFace {
  private let library: FontLibrary
  private let face: FT_Face

  /// Nil if FreeType cannot read the file.
  init?(file: String, index: Int, _ library: FontLibrary) {
    var face: FT_Face?
    guard library.functions.FT_New_Face(library.freeType, file, index, &face) == 0, let face
    else { return nil }
    (self.library, self.face) = (library, face)
  }

  deinit { _ = library.functions.FT_Done_Face(face) }

  /// A glyph as FreeType draws it, with its place: the distance from the pen to its left edge, from
  /// the baseline up to its top, and from the pen to the next glyph's.
  struct Glyph {
    let picture: Picture?
    let left: Int
    let top: Int
    let advance: Int
  }

  /// The glyph in colors, some `points` high or the size that the font has; nil if it has none in
  /// colors.
  func colored(_ scalar: Unicode.Scalar, points: Int) -> Glyph? {
    guard cfonts_has_color(face) != 0, setSize(points) else { return nil }
    return glyph(scalar, CFONTS_COLOR)
  }

  /// The glyph in gray, as the alpha of black, some `points` high and with twice as many for its
  /// width; nil if the font has none, or only glyphs of fixed sizes.
  func gray(_ scalar: Unicode.Scalar, points: Int) -> Glyph? {
    guard library.functions.FT_Set_Pixel_Sizes(face, FT_UInt(2 * points), FT_UInt(points)) == 0
    else { return nil }
    return glyph(scalar, CFONTS_GRAY)
  }

  /// Chooses the smallest of the font's own sizes that is large enough, if it has fixed ones.
  private func setSize(_ points: Int) -> Bool {
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else {
      return library.functions.FT_Set_Pixel_Sizes(face, 0, FT_UInt(points)) == 0
    }
    let heights = (0..<count).map { Int(sizes[$0].height) }
    let best =
      heights.indices.filter { heights[$0] >= points }.min { heights[$0] < heights[$1] }
      ?? heights.indices.max { heights[$0] < heights[$1] }
    return best.map { library.functions.FT_Select_Size(face, Int32($0)) == 0 } ?? false
  }

  private func glyph(_ scalar: Unicode.Scalar, _ flags: FT_Int32) -> Glyph? {
    let index = library.functions.FT_Get_Char_Index(face, FT_ULong(scalar.value))
    guard index != 0, library.functions.FT_Load_Glyph(face, index, flags) == 0,
      let slot = face.pointee.glyph
    else { return nil }
    let bitmap = slot.pointee.bitmap
    let isColored = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue
    guard isColored || flags == CFONTS_GRAY else { return nil }
    return Glyph(
      picture: Self.picture(bitmap), left: Int(slot.pointee.bitmap_left),
      top: Int(slot.pointee.bitmap_top), advance: Int(slot.pointee.advance.x + 32) / 64)
  }

  /// No font has a reason for more points in a glyph.
  private static let maximumSide = 1024

  /// Nil for a glyph without points, and for a kind that is not asked for.
  private static func picture(_ bitmap: FT_Bitmap) -> Picture? {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    let pitch = Int(bitmap.pitch)
    let size = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue ? 4 : 1
    guard (1...maximumSide).contains(width), (1...maximumSide).contains(height),
      size == 4 || UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_GRAY.rawValue,
      pitch >= size * width, let buffer = bitmap.buffer
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let point = buffer + (row * pitch + column * size)
        guard size == 4 else {
          bytes += [0, 0, 0, point[0]]
          continue
        }
        // FreeType multiplies the colors by alpha.
        let alpha = Int(point[3])
        func whole(_ color: UInt8) -> UInt8 {
          alpha == 0 ? 0 : UInt8(min(Int(color) * 255 / alpha, 255))
        }
        bytes += [whole(point[2]), whole(point[1]), whole(point[0]), point[3]]
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }
}
