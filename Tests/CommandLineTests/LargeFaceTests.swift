import Foundation
import TestSupport
import Testing

/// Faces as pictures on a terminal, from a font that the tests have made.
@Suite(.timeLimit(.minutes(30))) struct LargeFaceTests {
  private let fonts: TemporaryDirectory

  init() throws {
    fonts = try TemporaryDirectory()
    // One color above, another one below.
    let font = EmojiFont([
      "🍭": [.init(0, 4, 8, 8, (200, 30, 60)), .init(0, 0, 8, 4, (250, 200, 40))]
    ])
    try fonts.write("fonts/emoji.ttf", font.bytes)
    try fonts.write("fonts.conf", EmojiFont.configuration(fonts: fonts.path("fonts")))
  }

  private func play(
    _ options: [String] = [], with more: [String: String] = [:]
  ) throws -> PlayTerminalTests.Stage {
    let own = ["FONTCONFIG_FILE": fonts.path("fonts.conf"), "COLORTERM": "truecolor"]
    return try PlayTerminalTests.Stage(options: options, with: own.merging(more) { $1 })
  }

  /// The colors of both halves, which may be stronger at their edges.
  private static func hasPicture(_ text: String) -> Bool {
    text.contains(/;2;(19|2[0-9])[0-9];([0-9]|[123][0-9]);[2-9][0-9][;m]/)
      && text.contains(/;2;2[3-5][0-9];(1[6-9]|2[01])[0-9];[0-9]{1,2}[;m]/)
  }

  private static let question = "\u{1B}_Gi=31,a=q,U=1,"

  /// It is a character together with its marks, which `contains` compares as a whole.
  private static func hasPlaceholder(_ text: String) -> Bool {
    text.unicodeScalars.contains("\u{10EEEE}")
  }

  /// A face was two cells in a card of many.
  @Test func aFaceIsAPicture() throws {
    let stage = try play()
    try stage.flip(["0"])
    stage.terminal.read(until: Self.hasPicture)
    // A terminal that may not know graphics is not asked.
    #expect(!stage.terminal.text.contains("\u{1B}_G"))
    stage.terminal.write("q")
    stage.terminal.write("y")
    #expect(stage.play.codeInTime == 0)
  }

  /// The largest print of a face was still two cells.
  @Test func aPrintedBoardHasPictures() throws {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "0", "--quiet")
    for (options, isPicture) in [("", true), ("--faces text", false)] {
      let printed = try desk.shell(
        "script -qec 'memorize board \(options)' /dev/null",
        with: ["FONTCONFIG_FILE": fonts.path("fonts.conf"), "COLORTERM": "truecolor"])
      #expect(Self.hasPicture(printed.output) == isPicture, "\(options)")
    }
  }

  /// Neither without fonts, nor for who wants text, may a card be empty.
  @Test(arguments: ["--faces", "--ascii", "--color", "no font"])
  func withoutPicturesAFaceIsText(_ reason: String) throws {
    let options =
      ["--faces": ["--faces", "text"], "--ascii": ["--ascii"], "--color": ["--color", "never"]]
    try fonts.write("none.conf", EmojiFont.configuration(fonts: fonts.path("none")))
    let none = ["FONTCONFIG_FILE": fonts.path("none.conf")]
    let stage = try play(options[reason] ?? [], with: reason == "no font" ? none : [:])
    try stage.flip(["0"])
    let face = reason == "--ascii" ? "lolli" : "🍭"
    stage.terminal.read { $0.contains(face) }
    #expect(!Self.hasPicture(stage.terminal.text))
  }

  /// An answer of the terminal became keys, and its pictures stayed after the end.
  @Test func kittyDrawsFacesItself() throws {
    let stage = try play(with: ["KITTY_WINDOW_ID": "1"])
    stage.terminal.read { $0.contains(Self.question) }
    // In two packets, of which the second begins with a digit.
    stage.terminal.write("\u{1B}_Gi=3")
    stage.terminal.write("1;OK\u{1B}\\")
    try stage.flip(["0"])
    stage.terminal.read { $0.contains("a=T,U=1,q=2,f=32,") && Self.hasPlaceholder($0) }
    #expect(!Self.hasPicture(stage.terminal.text))
    // No card is chosen by a digit of the answer.
    #expect(!stage.terminal.text.contains("There is no card"))
    try endPlay(stage)
  }

  private func endPlay(_ stage: PlayTerminalTests.Stage) throws {
    stage.terminal.write("q")
    stage.terminal.write("y")
    stage.terminal.read { $0.contains("a=d,d=I,q=2,i=") }
    #expect(stage.play.codeInTime == 0)
  }

  /// tmux keeps kitty's answer to itself, so that faces were never pictures there.
  @Test(arguments: ["on kitty(0.41.1)", "all ghostty 1.1.3"])
  func tmuxKnowsItsTerminal(_ answer: String) throws {
    let stage = try play(inTmuxThatSays: answer)
    try stage.flip(["0"])
    stage.terminal.read {
      $0.contains("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,q=2,f=32,") && Self.hasPlaceholder($0)
    }
    #expect(!stage.terminal.text.contains(Self.question))
    try endPlay(stage)
  }

  /// What a terminal does not know, or tmux drops, would be empty cards.
  @Test(arguments: [
    "off kitty(0.41.1)", " kitty(0.41.1)", "on kitty(0.26.5)", "on kitty", "on XTerm(379)", "on ",
    "",
    "on foot(1.13.1)",
  ]) func inAnotherTmuxFacesAreBlocks(_ answer: String) throws {
    let stage = try play(inTmuxThatSays: answer)
    try stage.flip(["0"])
    stage.terminal.read(until: Self.hasPicture)
    stage.terminal.write("q")
    stage.terminal.write("y")
    #expect(stage.play.codeInTime == 0)
    #expect(!Self.hasPlaceholder(stage.terminal.text) && !stage.terminal.text.contains("_G"))
  }

  private func play(inTmuxThatSays answer: String) throws -> PlayTerminalTests.Stage {
    try Child.writeProgram("#!/bin/sh\necho '\(answer)'\n", to: fonts.path("tmux"))
    return try play(
      with: [
        "KITTY_WINDOW_ID": "1", "TMUX": "/tmp/none,1,0", "TERM": "tmux-256color",
        "PATH": fonts.path("") + ":/usr/bin:/bin",
      ])
  }

  /// An old kitty answers with an error, or not at all, and Alt and an underscore are keys.
  @Test func withoutAYesFacesAreBlocks() throws {
    let stage = try play(with: ["KITTY_WINDOW_ID": "1"])
    stage.terminal.write("\u{1B}_Gi=31;EINVAL:no\u{1B}\\")
    stage.terminal.write("\u{1B}_")
    try stage.flip(["0"])
    stage.terminal.read(until: Self.hasPicture)
    #expect(!Self.hasPlaceholder(stage.terminal.text))
  }
}
