import BoardLayout
import Foundation
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import FontPictures

/// Whether this process has the test's fonts: fontconfig reads its configuration once.
private let hasFonts: Bool = {
  let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  do {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(EmojiFont.usual.bytes).write(to: directory.appendingPathComponent("emoji.ttf"))
    let file = directory.appendingPathComponent("fonts.conf")
    try EmojiFont.configuration(fonts: directory.path).write(
      to: file, atomically: false, encoding: .utf8)
    setenv("FONTCONFIG_FILE", file.path, 1)
  } catch {
    return false
  }
  atexit {
    guard let file = getenv("FONTCONFIG_FILE") else { return }
    let directory = URL(fileURLWithPath: String(cString: file)).deletingLastPathComponent()
    try? FileManager.default.removeItem(at: directory)
  }
  return true
}()

struct EmojiTests {
  let pictures = UserFonts()

  init() throws { try #require(hasFonts) }

  // A face must not lose its colors, nor the place of its parts.
  @Test func aFaceIsAPictureOfTheFont() throws {
    let picture = try #require(pictures.picture(ofEmoji: "🐙"))
    #expect(picture.width == picture.height)
    let small = try #require(picture.scaled(width: 6, height: 6))
    #expect(small.point(2, 3) == [200, 30, 60, 255])
    #expect(small.point(3, 2) == [250, 200, 40, 255])
  }

  // The blanks around a glyph must not make it smaller than others.
  @Test func aPictureFillsItsSquare() throws {
    let heart = try #require(pictures.picture(ofEmoji: "❤\u{FE0F}"))
    let small = try #require(heart.scaled(width: 12, height: 12))
    #expect(small.point(1, 1) == [220, 20, 20, 255] && small.point(10, 10) == small.point(1, 1))
    // But it does not touch the edge of its card.
    let fine = try #require(heart.scaled(width: 48, height: 48))
    #expect(fine.point(0, 24)[3] == 0 && fine.point(24, 47)[3] == 0)
  }

  // A text, a sequence or what the font does not have must stay text.
  @Test(arguments: ["a", "7", "犬", "", "🐟🐙", "👩‍🚀", "🇩🇪", "❤", "🦀", "🐟\u{FE0E}", "\u{0}"])
  func otherFacesAreText(_ face: String) { #expect(pictures.picture(ofEmoji: face) == nil) }

  // A short question must be large, each letter beside the other.
  @Test func aTextIsDrawnInLargeLetters() throws {
    let picture = try #require(pictures.picture(ofText: "日日", points: 16, language: "ja"))
    // Their points are half as wide as high, as the quarters of a cell are.
    #expect(picture.width == 64 && picture.height == 16)
    #expect(picture.point(2, 1) == [0, 0, 0, 255] && picture.point(61, 14) == [0, 0, 0, 255])
  }

  // Letters that join or stack, or that no font has, must stay text: a part would be another word.
  @Test(arguments: ["", "日x", "مرحبا", "नमस्ते", "ไทย", "e\u{301}\u{323}", "日\u{200D}日", "日\n日", "🐟"])
  func otherTextsStayText(_ text: String) {
    #expect(pictures.picture(ofText: text, points: 16, language: nil) == nil)
  }

  // A cell must show what is beside each other as well as what is above: half-blocks lose every stem.
  @Test(arguments: 0..<16) func aCellShowsItsQuarters(_ reds: Int) throws {
    let isRed = (0..<4).map { reds >> $0 & 1 == 1 }
    let bytes = isRed.flatMap { $0 ? [200, 30, 30, 255] : [30, 30, 200, 255] as [UInt8] }
    let picture = try #require(Picture(width: 2, height: 2, bytes: bytes))
    let tile = Paint(ink: .rgb(red: 0, green: 0, blue: 0), ground: .rgb(red: 9, green: 9, blue: 9))
    let cell = try #require(PictureCells(picture, on: tile, .trueColor)?.cells.first)
    let filled = try #require(Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█").firstIndex(of: cell.character))
    let shown = (0..<4).map { filled >> $0 & 1 == 1 ? cell.paint.ink : cell.paint.ground }
    // Edges are sharpened: the colors are stronger than the points'.
    #expect(
      shown.map {
        if case .rgb(let red, _, let blue) = $0 { red > blue } else { false }
      } == isRed)
  }

  // A screen of faces must not be slow over ssh.
  @Test func aBoardOfPicturesIsFewBytes() throws {
    // As many colors as an emoji has, which change smoothly within a disc.
    let bytes = (0..<96 * 96).flatMap { place -> [UInt8] in
      let (x, y) = (Double(place % 96) - 48, Double(place / 96) - 48)
      let isInside = x * x + y * y < 46 * 46
      let spot = (Int(x + 48) / 24 + Int(y + 48) / 24).isMultiple(of: 2)
      return [spot ? 230 : 120, UInt8(100 + Int(y + 48) / 2), spot ? 40 : 200, isInside ? 255 : 0]
    }
    let disc = try #require(Picture(width: 96, height: 96, bytes: bytes))
    let plan = BoardPlan(count: 24, faceWidth: 2, area: Size(83, 27))
    #expect(plan.cardWidth == 13 && plan.cardHeight == 6)
    let drawing = BoardDrawing(
      plan: plan, palette: Palette(depth: .trueColor, colors: ["#205080"]),
      pictures: FacePictures { _ in disc })
    let cards = (0..<24).map { BoardCard(number: $0, state: .matched, face: "🐟") }
    let size = drawing.lines(cards, placesCursor: true).reduce(0) { $0 + $1.utf8.count }
    #expect(size < 30_000)
  }

  // The face of a card must stay recognizable at a glance: as large as the card, on its tile.
  @Test func aBoardShowsFacesAsLargeAsCards() {
    let cards = [
      BoardCard(number: 0, state: .up, face: "🐙"), BoardCard(number: 1, state: .down),
      BoardCard(number: 2, state: .matched, face: "word"),
    ]
    let plan = BoardPlan(count: 3, faceWidth: 2, area: Size(35, 5))
    let faces = FacePictures { [pictures] in pictures.picture(ofEmoji: $0) }
    let drawing = BoardDrawing(
      plan: plan, palette: Palette(depth: .trueColor, colors: ["#205080"]), pictures: faces)
    let size = (columns: plan.cardWidth, rows: plan.cardHeight)
    #expect(size.columns >= 8 && size.rows >= 4)
    let lines = drawing.lines(cards, placesCursor: false)
    for line in lines.prefix(size.rows - 1).dropFirst() {
      // Its two colors, stronger at their edges.
      let greens = line.matches(of: /2;2[0-9]{2};([0-9]+);[0-9]+m/).compactMap { Int($0.1) }
      #expect(greens.contains { $0 <= 30 } && greens.contains { (180..<230).contains($0) })
    }
    #expect(lines.joined().contains("word"))
  }

  // On a small card, or without colors, a face must stay text.
  @Test func withoutRoomOrColorsFacesAreText() {
    let faces = FacePictures { [pictures] in pictures.picture(ofEmoji: $0) }
    let tile = Palette(depth: .trueColor, colors: ["#205080"]).open
    #expect(faces.cells(of: "🐟", in: Size(8, 4), on: tile, .trueColor) != nil)
    #expect(faces.cells(of: "🐟", in: Size(7, 4), on: tile, .trueColor) == nil)
    #expect(faces.cells(of: "🐟", in: Size(8, 3), on: tile, .trueColor) == nil)
    for depth in [ColorDepth.none, .ansi16] {
      let tile = Palette(depth: depth, colors: ["#205080"]).open
      #expect(faces.cells(of: "🐟", in: Size(13, 6), on: tile, depth) == nil)
    }
  }
}

struct DamagedFontTests {
  // A damaged font must neither end the program nor make a picture that is none.
  @Test(arguments: 0..<rounds(200, ofAll: 5000))
  func aDamagedFontEndsNothing(_ seed: Int) throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(fixed: UInt64(seed))
    var bytes = EmojiFont.usual.bytes
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      Mutation.damage(&bytes, breaks: true, using: &generator)
    }
    let file = try directory.write("damaged.ttf", bytes)
    let library = try #require(FontLibrary())
    guard let font = FontFace(file: file, index: 0, library) else { return }
    for scalar: Unicode.Scalar in ["🐟", "🐙", "❤"] {
      for glyph in [font.colored(scalar, points: 96), font.gray(scalar, points: 16)] {
        guard let picture = glyph?.picture else { continue }
        #expect(picture.bytes.count == 4 * picture.width * picture.height, "seed \(seed)")
      }
    }
  }

  // What is no font, or is not there, must be no font.
  @Test func whatIsNoFontIsNone() throws {
    let directory = try TemporaryDirectory()
    let library = try #require(FontLibrary())
    for bytes in [[], Array("no font".utf8), [UInt8](repeating: 0, count: 100_000)] {
      let file = try directory.write("none.ttf", bytes)
      #expect(FontFace(file: file, index: 0, library) == nil)
    }
    #expect(FontFace(file: directory.path("missing.ttf"), index: 0, library) == nil)
  }
}

extension Picture {
  fileprivate func point(_ column: Int, _ row: Int) -> [UInt8] {
    Array(bytes[4 * (row * width + column)..<4 * (row * width + column) + 4])
  }
}
