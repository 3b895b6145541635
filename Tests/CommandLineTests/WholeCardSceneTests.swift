import Foundation
import TestSupport
import Testing

@testable import CellDrawing
@testable import EventLoop
@testable import MemorizeBus
@testable import Screens
@testable import memorize

/// Notes, gaps and pictures on the practice screen, without a terminal and without a bus.
@Suite struct WholeCardSceneTests: PracticeSceneStage {
  private static let sentence = "The […] sat on the mat."

  private static func gap(
    _ mode: String = "choices", note: String = ""
  ) -> (asked: PracticeState, next: PracticeState) {
    var asked = session(mode, question: sentence, choices: ["cat", "dog", "cow"])
    asked.pronunciation = ""
    var next = session(mode, number: 2, question: "いいえ", revision: 2)
    (next.sentence, next.note) = ("The [cat] sat on the mat.", note)
    return (asked, next)
  }

  /// The whole sentence takes the place of the one with the gap, and nothing is told before.
  @Test(arguments: ["choices", "typed"])
  func anAnsweredSentenceIsWhole(mode: String) {
    let (asked, next) = Self.gap(mode, note: "A rhyme.")
    var scene = Self.scene(asked)
    let before = scene.rows()
    #expect(before.contains { $0.contains(Self.sentence) })
    Self.change(&scene, to: next, isAsked: true, response: (true, "cat"))
    let after = scene.rows()
    #expect(after.contains { $0.contains("The [cat] sat on the mat.") })
    #expect(!after.joined().contains("[…]"))
    #expect(after.contains { $0.contains("A rhyme.") })
    // Nobody has to read it within a moment.
    #expect(scene.highlighted == nil && scene.showsAnswered)
    _ = Self.press([.enter], &scene)
    #expect(scene.text().contains("いいえ"))
    #expect(scene.text().contains("Before: ✓ The [cat] sat on the mat."))
  }

  @Test func aRevealedSentenceIsWhole() {
    var (asked, _) = Self.gap("recall")
    var scene = Self.scene(asked)
    (asked.state, asked.revision) = ("revealed", 2)
    (asked.sentence, asked.note) = ("The [cat] sat on the mat.", "A rhyme.")
    Self.change(&scene, to: asked)
    scene.handle(.revealed("cat", question: 1))
    let rows = scene.rows()
    #expect(rows.contains { $0.contains("The [cat] sat on the mat.") })
    #expect(rows.contains { $0.contains("A rhyme.") })
  }

  /// A right answer without anything to read is left by itself, as before.
  @Test func aWordIsLeftByItself() {
    var scene = Self.scene()
    Self.change(
      &scene, to: Self.session(number: 2, question: "いいえ", revision: 2), isAsked: true,
      response: (true, "yes"))
    #expect(scene.highlighted != nil)
  }

  /// A long note moved the answers, or was nowhere to be seen.
  @Test(arguments: [(80, 24), (128, 34), (200, 60), (40, 12), (60, 18), (24, 8)])
  func aNoteMovesNothingElse(columns: Int, rows: Int) {
    for count in [1, 30, 200] {
      let (asked, next) = Self.gap(note: "Note " + String(repeating: "word ", count: count))
      var scene = Self.scene(asked)
      let before = scene.layout((columns, rows))
      Self.change(&scene, to: next, isAsked: true, response: (true, "cat"))
      let after = scene.layout((columns, rows))
      #expect(after.card == before.card && after.entries.map(\.area) == before.entries.map(\.area))
      #expect(scene.text((columns, rows)).contains("Note word"))
      #expect(after.note.area.rows + after.question.area.rows <= after.card.rows)
    }
  }

  /// What cannot be drawn is named: without colors, in ASCII, and while there is no room.
  @Test(arguments: [ColorDepth.none, .ansi16, .trueColor])
  func aPictureThatIsNotDrawnIsNamed(depth: ColorDepth) throws {
    var asked = Self.session(question: "")
    asked.pronunciation = ""
    asked.questionMedia = Self.media(picture: "/pictures/a.jpg")
    var scene = Self.scene(asked, depth: depth)
    #expect(scene.text().contains("[picture]") == (depth != .trueColor))
    if depth == .trueColor {
      #expect(scene.text((30, 8)).contains("[picture]"))
      #expect(scene.pictures.ask(for: scene.picture))
      // It is asked for once.
      #expect(!scene.pictures.ask(for: scene.picture))
      scene.show(nil, of: scene.picture)
      #expect(scene.text().contains("[picture]"))
    }
    asked.question = "What is this?"
    scene = Self.scene(asked, isASCII: true, depth: depth)
    #expect(scene.text().contains("What is this? [picture]"))
    asked.questionMedia = Self.media(sounds: ["/sounds/a.mp3"])
    #expect(!Self.scene(asked).text().contains("[sound]"))
    asked.question = ""
    #expect(Self.scene(asked).text().contains("[sound]"))
  }

  private static func media(picture: String = "", sounds: [String] = []) -> MediaPaths {
    var media = MediaPaths()
    (media.picture, media.sounds) = (picture, sounds)
    return media
  }

  /// Points of one color, in the shape of a number of cells.
  private static func output(columns: Int, rows: Int, _ color: [UInt8] = [200, 0, 0, 255])
    -> [UInt8]
  {
    let (width, height) = (columns * 8, rows * 8)
    let points = Data((0..<width * height).flatMap { _ in color }).base64EncodedString()
    let half = points.index(points.startIndex, offsetBy: points.count / 8 * 4)
    return Array(
      """
      \u{1B}_Ga=T,f=32,s=\(width),v=\(height),c=\(columns),r=\(rows),m=1\u{1B}\\\
      \u{1B}_Gm=1;\(points[..<half])\u{1B}\\\u{1B}_Gm=0;\(points[half...])\u{1B}\\
      """.utf8)
  }

  @Test(arguments: [(80, 24), (128, 34), (200, 60)])
  func aPictureHasAPlaceOfItsOwn(columns: Int, rows: Int) throws {
    var asked = Self.session(question: "What is this, and what is it for?")
    asked.questionMedia = Self.media(picture: "/pictures/a.jpg")
    var scene = Self.scene(asked, depth: .trueColor)
    let before = scene.layout((columns, rows))
    let text = scene.text((columns, rows))
    #expect(text.contains("What is this") && !text.contains("[picture]"))
    scene.show(CardPicture(chafa: Self.output(columns: 30, rows: 20)), of: scene.picture)
    let after = scene.layout((columns, rows))
    #expect(after.card == before.card && after.question.area == before.question.area)
    let place = try #require(after.largeQuestion)
    let lines = scene.frame(on: after).lines
    let red = (place.row..<place.row + place.rows).count { lines[$0].contains("2;200;0;0") }
    #expect(red >= place.rows - 1, "\(red) of \(place.rows)")
    #expect(scene.text((columns, rows)).contains("What is this"))
  }

  /// The cells of a picture that the terminal draws were there, but not the picture.
  @Test func aTerminalThatDrawsPicturesGetsThem() throws {
    var asked = Self.session(question: "What is this?")
    asked.questionMedia = Self.media(picture: "/pictures/a.jpg")
    var scene = Self.scene(asked, depth: .trueColor)
    scene.useTerminalPictures(from: 1 << 23)
    scene.show(CardPicture(chafa: Self.output(columns: 62, rows: 8)), of: scene.picture)
    let frame = scene.frame(on: scene.layout((100, 34)))
    let image = try #require(frame.images.values.first)
    #expect(frame.images.count == 1 && image.size.columns <= TerminalPicture.maximumSide)
    #expect(
      frame.lines.joined().unicodeScalars.count { $0 == "\u{10EEEE}" } == image.size.columns
        * image.size.rows)
  }

  /// What the answer shows comes after it, in the place of the question's.
  @Test func theAnswersPictureComesAfterIt() throws {
    var asked = Self.session("recall")
    asked.questionMedia = Self.media(picture: "/pictures/question.jpg")
    var scene = Self.scene(asked, depth: .trueColor)
    #expect(scene.picture == "/pictures/question.jpg")
    (asked.state, asked.revision) = ("revealed", 2)
    asked.answerMedia = Self.media(picture: "/pictures/answer.jpg")
    Self.change(&scene, to: asked)
    #expect(scene.picture == "/pictures/answer.jpg")
    Self.change(&scene, to: Self.session("recall", number: 2, revision: 3), isAsked: true)
    #expect(scene.picture.isEmpty)
  }

  @Test(arguments: [
    "", "no picture", "\u{1B}_G", "\u{1B}_Gf=32,s=1,v=1,c=1,r=1;\u{1B}\\",
    "\u{1B}_Gf=32,s=1,v=1,c=1,r=1;AAA\u{1B}\\", "\u{1B}_Gf=24,s=1,v=1,c=1,r=1;AAAA\u{1B}\\",
    "\u{1B}_Gf=32,s=1,v=1,c=0,r=1;AAAAAA==\u{1B}\\",
    "\u{1B}_Gf=32,s=99999999999999999999,v=1,c=1,r=1;AAAAAA==\u{1B}\\",
    "\u{1B}_Gf=32,s=-1,v=-1,c=1,r=1;AAAAAA==\u{1B}\\",
    "\u{1B}_Gf=32,s=2,v=1,c=1,r=1;AAAAAA==\u{1B}\\", "\u{1B}_Gf=32,s=1,v=1;AAAAAA==\u{1B}\\",
  ])
  func otherOutputIsNoPicture(output: String) {
    #expect(CardPicture(chafa: Array(output.utf8)) == nil)
  }

  @Test func aPictureKeepsItsShape() throws {
    let picture = try #require(CardPicture(chafa: Self.output(columns: 40, rows: 10)))
    #expect(picture.size(in: Size(80, 10)) == Size(40, 10))
    #expect(picture.size(in: Size(20, 10)) == Size(20, 5))
    #expect(picture.size(in: Size(1, 1)) == Size(1, 1))
    let narrow = try #require(CardPicture(chafa: Self.output(columns: 1, rows: 100)))
    #expect(narrow.size(in: Size(80, 10)) == Size(1, 10))
  }

  /// chafa as it is: a picture, no picture, a file that is not there, and one that never ends.
  @Test func chafaReadsPictures() throws {
    let files = try TemporaryDirectory()
    let loop = try Loop()
    let program = PictureProgram(on: loop)
    try files.write("empty.png", "")
    // 30 by 20 red points.
    let png = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAIAAAAVyRqTAAAAH0lEQVR42mM4wcBAI8QwavSo0aNGjxo9\
          avSo0UPRaACAGNTQpbL55QAAAABJRU5ErkJggg==
          """))
    try png.write(to: URL(fileURLWithPath: files.path("a.png")))
    _ = mkfifo(files.path("pipe.png"), 0o600)
    var read: [String: CardPicture?] = [:]
    for name in ["a.png", "empty.png", "missing.png"] {
      program.read(files.path(name)) {
        read[name] = .some($0)
        if read.count == 3 { loop.stop() }
      }
    }
    if read.count < 3 { loop.run() }
    for name in ["empty.png", "missing.png"] { #expect(read[name].map { $0 == nil } == true) }
    let picture = try #require(read["a.png"].flatMap { $0 })
    let size = picture.size(in: Size(60, 60))
    // A cell is twice as high as wide.
    #expect(size.columns == 60 && (19...21).contains(size.rows))
    // The end of the reader ends the process.
    program.read(files.path("pipe.png")) { _ in }
    withExtendedLifetime(program) {}
  }
}
