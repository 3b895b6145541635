import MemoryGame
import Testing

@testable import BoardLayout
@testable import CellDrawing

@Test func colorsAreReadStrictly() {
  #expect(RGBColor(hex: "#0aFf10") == RGBColor(red: 10, green: 255, blue: 16))
  for wrong in ["", "#", "#fff", "ffffff", "#+fffff", "#ggffff", "#ffffff0", "#１２３４５６"] {
    #expect(RGBColor(hex: wrong) == nil, "\(wrong)")
  }
}

@Test func luminanceIsTheOneOfWCAG() {
  let gray = RGBColor(red: 118, green: 118, blue: 118)
  #expect(abs(RGBColor.white.contrast(with: .black) - 21) < 1e-9)
  #expect(abs(gray.contrast(with: .white) - 4.542) < 0.001)
  #expect(ColorTable.xterm.colors[243 - 16] == gray)
}

@Test func mixingGoesThroughColorsThatLookBetween() {
  let (blue, yellow) = (
    RGBColor(red: 0, green: 0, blue: 255), RGBColor(red: 255, green: 255, blue: 0)
  )
  #expect(blue.mixed(with: yellow, part: 0) == blue)
  #expect(blue.mixed(with: yellow, part: 1) == yellow)
  // Channel by channel it would be the gray 128, 128, 128.
  let middle = OKLab(blue.mixed(with: yellow, part: 0.5))
  #expect(abs(middle.lightness - 0.71) < 0.02)
}

/// The color of a paint as the terminal shows it.
private func shown(_ color: Paint.Color?) -> RGBColor? {
  switch color {
  case .rgb(let red, let green, let blue):
    RGBColor(red: Int(red), green: Int(green), blue: Int(blue))
  case .indexed(let index): ColorTable.xterm.colors[Int(index) - 16]
  case .basic(let index): index == 15 ? .white : ColorTable.ansi.colors[Int(index)]
  case nil: nil
  }
}

private let themes =
  Themes.builtIn.map(\.colors) + [
    ["#000000", "#ffffff"], ["#ffffff"], ["#000000"], ["#777777"], ["#ff0000", "#0000ff"],
    ["#ffff00", "#0000ff"], ["#d9228c"],
  ]

@Test(arguments: [ColorDepth.trueColor, .ansi256]) func textOnTilesCanBeRead(depth: ColorDepth) {
  for colors in themes {
    let palette = Palette(depth: depth, colors: colors)
    let backs = (0...40).map { palette.back(at: Double($0) / 40, isShaded: $0 % 2 == 1) }
    let tiles = [
      palette.open, palette.mismatch, palette.match, palette.chosen, palette.medal("gold"),
      palette.medal("silver"), palette.medal("bronze"), palette.title, palette.matched,
      palette.panel, palette.openQuiet,
    ]
    for paint in backs + tiles {
      let contrast = shown(paint.ink).flatMap { ink in
        shown(paint.ground).map { $0.contrast(with: ink) }
      }
      #expect(contrast ?? 0 >= 4.5, "\(colors): \(paint)")
    }
    // A frame need not be read.
    for (paint, least) in [(palette.accent, 3.0), (palette.edge, 3.0), (palette.quiet, 4.4)] {
      let ink = shown(paint.ink)
      #expect(ink?.contrast(with: .black) ?? 0 > least && ink?.contrast(with: .white) ?? 0 > least)
    }
  }
}

/// Gray text on a panel could hardly be read, nor could what is chosen there.
@Test(arguments: [ColorDepth.trueColor, .ansi256]) func textOnPanelsCanBeRead(depth: ColorDepth) {
  for colors in themes {
    let palette = Palette(depth: depth, colors: colors).onPanel
    for paint in [palette.quiet, palette.accent] {
      let contrast = shown(paint.ink).flatMap { ink in
        shown(palette.panel.ground).map { $0.contrast(with: ink) }
      }
      #expect(contrast ?? 0 >= 4.5, "\(colors): \(paint)")
    }
  }
}

/// A won board was a few faces on nothing.
@Test func aMatchKeepsItsTile() {
  for depth in [ColorDepth.trueColor, .ansi256, .ansi16] {
    let palette = Palette(depth: depth)
    #expect(palette.matched.ground != nil && palette.matched.ground != palette.open.ground)
    for isCompact in [false, true] {
      var cards = [
        BoardCard(number: 0, state: .down), BoardCard(number: 1, state: .matched, face: "x"),
      ]
      let board = Drawn(2, 19, 3, depth: depth, isCompact: isCompact)
      func hasGround(_ paint: Paint) -> Bool {
        let ground = Paint(ground: paint.ground).parameters
        return board.screen(cards).joined().split(separator: "\u{1B}[").contains {
          $0.prefix { $0 != "m" }.contains(ground) && $0.contains("x")
        }
      }
      #expect(hasGround(palette.matched), "\(depth) \(isCompact)")
      // A won board is lit.
      cards.removeFirst()
      #expect(hasGround(palette.open), "\(depth) \(isCompact)")
    }
  }
  let solarized = RGBColor(red: 253, green: 246, blue: 227)
  for ground in [RGBColor.white, solarized, .black, RGBColor(red: 30, green: 30, blue: 46)] {
    let tile = shown(Palette(depth: .trueColor).matched.ground)
    // It is seen beside any ground, but light enough for gray faces, which 2:1 was not.
    #expect(tile?.contrast(with: ground) ?? 0 >= 1.3, "\(ground)")
  }
}

/// On a red theme a mismatch was as red as the backs.
@Test func whatIsUpIsUnlikeTheBacks() {
  for colors in themes {
    let palette = Palette(depth: .trueColor, colors: colors)
    let backs = (0...40).compactMap { shown(palette.back(at: Double($0) / 40).ground) }
    for ground in [palette.mismatch, palette.match].compactMap({ shown($0.ground) }) {
      let nearest = backs.map { OKLab($0).distance(to: OKLab(ground)) }.min() ?? 1
      #expect(nearest > 0.006, "\(colors): \(ground)")
    }
  }
}

/// On a light terminal a card that was up was a hole in the board.
@Test func anOpenCardHasAnEdgeOnAnyGround() {
  let solarized = RGBColor(red: 253, green: 246, blue: 227)
  for depth in [ColorDepth.trueColor, .ansi256] {
    let edge = shown(Palette(depth: depth).edge.ink)
    for ground in [RGBColor.white, solarized, .black] {
      #expect(edge?.contrast(with: ground) ?? 0 >= 3, "\(depth) \(ground)")
    }
  }
  let cards = [BoardCard(number: 0, state: .up, face: "x"), BoardCard(number: 1, state: .down)]
  for (columns, rows) in [(60, 16), (11, 3), (9, 1)] {
    let board = Drawn(2, columns, rows, depth: .ansi16, isCentered: true)
    #expect(board.screen(cards).joined().contains("\u{1B}[90m"), "\(columns)×\(rows)")
  }
}

/// A dark blue card was a hole in a dark terminal.
@Test func builtInBacksCanBeSeenOnADarkGround() {
  let ground = RGBColor(red: 30, green: 30, blue: 46)
  for colors in Themes.builtIn.map(\.colors) + [[]] {
    for depth in [ColorDepth.trueColor, .ansi256] {
      let palette = Palette(depth: depth, colors: colors)
      let backs = (0...40).compactMap { shown(palette.back(at: Double($0) / 40).ground) }
      #expect(backs.allSatisfy { $0.contrast(with: ground) >= 2 }, "\(colors)")
    }
  }
}

/// In 16 colors a face-down card had the color of an open one, and the cursor that of a back.
@Test func in16ColorsABackMeansNothingElse() {
  for colors in themes + [[]] {
    let palette = Palette(depth: .ansi16, colors: colors)
    let backs = Set((0...40).map { palette.back(at: Double($0) / 40, isShaded: $0 % 2 == 1) })
    #expect(backs.count == 1, "\(colors)")
    let signals = [
      palette.open, palette.mismatch, palette.match, palette.chosen,
    ].map(\.ground)
    #expect(Set(signals).count == 4, "\(colors)")
    #expect(backs.allSatisfy { !signals.contains($0.ground) }, "\(colors)")
    // The frame is in the default foreground, which every terminal's ground contrasts with.
    #expect(palette.accent == Paint(isBold: true))
  }
}

/// Bold black is gray on many terminals: the question was the faintest text of the screen.
@Test func blackIsNeverBoldIn16Colors() {
  for colors in themes {
    let palette = Palette(depth: .ansi16, colors: colors)
    let paints = [palette.open, palette.mismatch, palette.match, palette.chosen, palette.title]
    #expect(paints.allSatisfy { !$0.isBold || $0.ink != .basic(0) }, "\(colors)")
  }
}

/// The ink of a theme's name was white in 24 bits and black in 256 colors.
@Test func aThemeHasOneInkAtEveryDepth() {
  for colors in Themes.builtIn.map(\.colors) {
    let inks = [ColorDepth.trueColor, .ansi256].map {
      shown(Palette(depth: $0, colors: colors).title.ink)
    }
    #expect(inks[0] == inks[1], "\(colors)")
  }
}

/// Black and white numbers stood beside each other on one board.
@Test(arguments: [ColorDepth.trueColor, .ansi256]) func aBoardHasOneInkIfItCan(depth: ColorDepth) {
  for colors in themes {
    let palette = Palette(depth: depth, colors: colors)
    let backs = (0...40).map { palette.back(at: Double($0) / 40) }
    let grounds = (0...40).compactMap { shown(palette.back(at: Double($0) / 40).ground) }
    let canBe = [RGBColor.black, .white].contains { ink in
      grounds.allSatisfy { $0.contrast(with: ink) >= 4.5 }
    }
    #expect(!canBe || Set(backs.map(\.ink)).count == 1, "\(colors)")
  }
}

/// In 256 colors a gradient went through gray: it was mapped after it had been mixed as numbers.
@Test func aGradientOf256ColorsHasNoMud() {
  let palette = Palette(depth: .ansi256, colors: ["#0077b6", "#90e0ef"])
  let grounds = (0...20).compactMap { shown(palette.back(at: Double($0) / 20).ground) }
  #expect(
    grounds.allSatisfy { max($0.red, $0.green, $0.blue) - min($0.red, $0.green, $0.blue) > 60 })
  let lightness = grounds.map { OKLab($0).lightness }
  #expect(lightness == lightness.sorted())
}

/// The nearest colors of all steps jumped to and fro.
@Test func aGradientOf256ColorsHasFewBands() {
  for colors in Themes.builtIn.map(\.colors) {
    let palette = Palette(depth: .ansi256, colors: colors)
    let grounds = (0...60).compactMap { shown(palette.back(at: Double($0) / 60).ground) }
    #expect(Set(grounds).count <= 5)
    let lightness = grounds.map { OKLab($0).lightness }
    #expect(lightness == lightness.sorted() || lightness == lightness.sorted(by: >), "\(colors)")
  }
}

@Test func backsTakeTheNearestColorOfTheDepth() {
  func back(_ depth: ColorDepth, _ colors: String..., part: Double = 0) -> String {
    Palette(depth: depth, colors: colors).back(at: part).parameters
  }
  #expect(back(.trueColor, "#ff8800").hasSuffix("48;2;255;136;0"))
  #expect(back(.ansi256, "#ff8800").hasSuffix("48;5;208"))
  #expect(back(.ansi16, "#ff8800") == "30;43")
  #expect(back(.ansi16, "#00aa88") == "30;46")
  #expect(back(.ansi16, "#0077b6") == "97;44")
  #expect(back(.none, "#ff8800") == "")
  // A theme without colors was gray, as if it were switched off.
  #expect(back(.trueColor).hasSuffix("48;2;90;128;181"))
  #expect(back(.trueColor, "nonsense") == back(.trueColor))
  #expect(back(.ansi16) == back(.ansi16, "#808080") && back(.ansi16) == "97;44")
  #expect(back(.trueColor, "#000000", "#ffffff", part: 1).hasSuffix("48;2;255;255;255"))
}

@Test func theGradientRunsAcrossTheBacks() {
  let colors = ["#000000", "#ffffff"]
  let cards = (0...1).map { BoardCard(number: $0, state: .down) }
  let beside = Drawn(2, 9, 3, colors: colors, depth: .trueColor).lines(cards)
  #expect(beside[0].contains("48;2;0;0;0m") && beside[0].contains("48;2;255;255;255m"))
  // In one column it runs down.
  let below = Drawn(2, 4, 7, colors: colors, depth: .trueColor).lines(cards)
  #expect(below[0].contains("48;2;0;0;0m"))
  #expect(below[below.count - 1].contains("48;2;255;255;255m"))
}
