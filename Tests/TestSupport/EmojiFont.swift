/// A small font of emoji in colors (OpenType with COLR and CPAL), made by the tests so that they need
/// no other; each glyph is a few rectangles, drawn without smoothing at the sizes that the tests use.
package struct EmojiFont {
  /// A rectangle of a glyph in parts of its square, 0…8, from the bottom left.
  package struct Patch {
    let (left, bottom, right, top): (Int, Int, Int, Int)
    let color: (red: UInt8, green: UInt8, blue: UInt8)

    package init(
      _ left: Int, _ bottom: Int, _ right: Int, _ top: Int, _ color: (UInt8, UInt8, UInt8)
    ) {
      (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
      self.color = (color.0, color.1, color.2)
    }
  }

  package static let family = "Test Emoji"
  /// A fish that looks to the left, an octopus of two colors, a heart that is a red square, and a
  /// letter.
  package static let usual = EmojiFont([
    "🐟": [Patch(0, 0, 8, 8, (40, 120, 200)), Patch(1, 5, 3, 7, (255, 255, 255))],
    "🐙": [Patch(0, 0, 4, 8, (200, 30, 60)), Patch(4, 0, 8, 8, (250, 200, 40))],
    "❤": [Patch(2, 2, 6, 6, (220, 20, 20))],
    "日": [Patch(0, 0, 8, 8, (0, 0, 0))],
  ])

  private let glyphs: [(scalar: Unicode.Scalar, patches: [Patch])]
  private static let unit = 128

  package init(_ glyphs: [Unicode.Scalar: [Patch]]) {
    self.glyphs = glyphs.map { (scalar: $0.key, patches: $0.value) }
      .sorted { $0.scalar.value < $1.scalar.value }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    let patches = glyphs.flatMap(\.patches)
    // Glyph 0 is the missing one; then the emoji, then the layers of all.
    let count = 1 + glyphs.count + patches.count
    let square = Patch(0, 0, 8, 8, (0, 0, 0))
    let all = [square] + glyphs.map { _ in square } + patches
    let outlines = all.map(Self.outline)
    var offsets = [0]
    for outline in outlines { offsets.append(offsets[offsets.count - 1] + outline.count) }
    let width = 8 * Self.unit
    let tables: [(String, [UInt8])] = [
      ("COLR", layers(firstPatch: 1 + glyphs.count)),
      ("CPAL", palette(patches)),
      ("OS/2", Self.metrics(width)),
      ("cmap", map),
      ("glyf", outlines.flatMap(\.self)),
      ("head", Self.head(width)),
      (
        "hhea",
        u32(0x10000) + u16(width, 0, 0, width, 0, 0, width) + [UInt8](repeating: 0, count: 16)
          + u16(count)
      ),
      ("hmtx", all.flatMap { u16(width, $0.left * Self.unit) }),
      ("loca", offsets.flatMap { u32($0) }),
      ("maxp", u32(0x10000) + u16(count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
      ("name", Self.names),
      ("post", u32(0x30000) + [UInt8](repeating: 0, count: 28)),
    ]
    var directory = u32(0x10000) + u16(tables.count, 128, 3, tables.count * 16 - 128)
    var body: [UInt8] = []
    for (tag, data) in tables {
      let start = 12 + 16 * tables.count + body.count
      directory += Array(tag.utf8) + u32(0) + u32(start) + u32(data.count)
      body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    return directory + body
  }

  /// A glyph of one rectangle.
  private static func outline(_ patch: Patch) -> [UInt8] {
    let edges = [patch.left, patch.bottom, patch.right, patch.top].map { $0 * unit }
    let (left, bottom, right, top) = (edges[0], edges[1], edges[2], edges[3])
    let points = [(left, bottom), (left, top), (right, top), (right, bottom)]
    func steps(_ places: [Int]) -> [UInt8] {
      zip(places, [0] + places.dropLast()).flatMap { u16($0 - $1) }
    }
    let outline =
      u16(1, left, bottom, right, top, 3, 0) + [UInt8](repeating: 1, count: 4)
      + steps(points.map(\.0)) + steps(points.map(\.1))
    return outline + [UInt8](repeating: 0, count: (4 - outline.count % 4) % 4)
  }

  private func layers(firstPatch: Int) -> [UInt8] {
    var (bases, layers): ([UInt8], [UInt8]) = ([], [])
    var patch = 0
    for (index, glyph) in glyphs.enumerated() {
      bases += u16(1 + index, patch, glyph.patches.count)
      for _ in glyph.patches {
        layers += u16(firstPatch + patch, patch)
        patch += 1
      }
    }
    return u16(0, glyphs.count) + u32(14) + u32(14 + bases.count) + u16(patch) + bases + layers
  }

  private func palette(_ patches: [Patch]) -> [UInt8] {
    u16(0, patches.count, 1, patches.count) + u32(14) + u16(0)
      + patches.flatMap { [$0.color.blue, $0.color.green, $0.color.red, 255] }
  }

  /// Format 12: a group for each character.
  private var map: [UInt8] {
    let groups = glyphs.enumerated().flatMap { index, glyph in
      u32(Int(glyph.scalar.value)) + u32(Int(glyph.scalar.value)) + u32(1 + index)
    }
    return u16(0, 1, 3, 10) + u32(12) + u16(12, 0) + u32(16 + groups.count) + u32(0)
      + u32(glyphs.count) + groups
  }

  private static func head(_ width: Int) -> [UInt8] {
    u32(0x10000) + u32(0x10000) + u32(0) + u32(0x5F0F_3CF5) + u16(3, width)
      + [UInt8](repeating: 0, count: 16) + u16(0, 0, width, width, 0, 8, 2, 1, 0)
  }

  private static func metrics(_ width: Int) -> [UInt8] {
    u16(4, width, 400, 5, 0) + [UInt8](repeating: 0, count: 52) + u16(0x40, 0x20, 0xFFFF)
      + u16(width, 0, 0, width, 0) + [UInt8](repeating: 0, count: 18)
  }

  private static var names: [UInt8] {
    let texts = [(1, family), (2, "Regular"), (4, family), (6, "TestEmoji")]
    var (records, text): ([UInt8], [UInt8]) = ([], [])
    for (kind, name) in texts {
      let wide = Array(name.utf16).flatMap { u16(Int($0)) }
      records += u16(3, 1, 0x409, kind, wide.count, text.count)
      text += wide
    }
    return u16(0, texts.count, 6 + records.count) + records + text
  }

  /// A configuration of fontconfig that has this font for emoji and nothing else.
  package static func configuration(fonts directory: String) -> String {
    """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig><dir>\(directory)</dir><cachedir>\(directory)/cache</cachedir>
    <alias binding="strong"><family>emoji</family><prefer><family>\(family)</family></prefer></alias>
    </fontconfig>
    """
  }
}

private func u16(_ values: Int...) -> [UInt8] {
  values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
}

private func u32(_ value: Int) -> [UInt8] { u16(value >> 16, value) }
