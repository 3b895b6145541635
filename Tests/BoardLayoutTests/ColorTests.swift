import MemoryGame
import Testing

@testable import BoardLayout

@Test func colorsAreReadStrictly() {
  #expect(RGBColor(hex: "#0aFf10") == RGBColor(red: 10, green: 255, blue: 16))
  for wrong in ["", "#", "#fff", "ffffff", "#+fffff", "#ggffff", "#ffffff0", "#１２３４５６"] {
    #expect(RGBColor(hex: wrong) == nil, "\(wrong)")
  }
}

@Test func luminanceIsTheOneOfWCAG() {
  let grey = RGBColor(red: 118, green: 118, blue: 118)
  let white = RGBColor(red: 255, green: 255, blue: 255)
  let black = RGBColor(red: 0, green: 0, blue: 0)
  #expect(abs(white.contrast(with: black) - 21) < 1e-9)
  #expect(abs(grey.contrast(with: white) - 4.542) < 0.001)
  // A matched card's border: readable on dark and light.
  #expect(grey.contrast(with: black) > 4.5)
  #expect(xtermColors[243 - 16] == grey)
}

@Test func numbersOnBacksHaveContrast() {
  func contrast(_ ground: RGBColor) -> Double {
    let text = ground.wantsBlackText ? 0 : 255
    return ground.contrast(with: RGBColor(red: text, green: text, blue: text))
  }
  let steps = Array(stride(from: 0, through: 255, by: 17))
  for red in steps {
    for green in steps {
      for blue in steps {
        let color = RGBColor(red: red, green: green, blue: blue)
        if contrast(color) < 4.5 { Issue.record("\(color)") }
      }
    }
  }
  #expect((xtermColors + ansiColors).allSatisfy { contrast($0) >= 4.5 })
}

@Test func backsTakeTheNearestColorOfTheDepth() {
  func back(_ depth: ColorDepth, _ colors: String..., part: Double = 0) -> String {
    Palette(depth: depth, colors: colors.compactMap(RGBColor.init(hex:))).back(at: part)
  }
  #expect(back(.trueColor, "#ff8800") == "38;2;0;0;0;48;2;255;136;0")
  #expect(back(.ansi256, "#ff8800") == "38;5;16;48;5;208")
  #expect(back(.ansi16, "#d00010") == "97;41")
  #expect(back(.none, "#ff8800") == "")
  #expect(back(.trueColor) == "7")
  #expect(back(.trueColor, "#000000", "#ffffff", part: 1) == "38;2;0;0;0;48;2;255;255;255")
  #expect(
    back(.trueColor, "#000000", "#646464", "#000000", part: 0.25)
      == "38;2;255;255;255;48;2;50;50;50")
}

@Test func theGradientRunsAcrossTheBacks() {
  let drawing = BoardDrawing(
    size: (9, 3), colors: ["#000000", "#ffffff"], depth: .trueColor, width: cells)
  let lines = drawing.lines((1...2).map { BoardCard(number: $0, state: .down) })
  #expect(
    lines[0]
      == "\u{1B}[38;2;255;255;255;48;2;0;0;0m╭──╮\u{1B}[0m "
      + "\u{1B}[38;2;0;0;0;48;2;255;255;255m╭──╮\u{1B}[0m")
  // In one column it runs down.
  let column = BoardDrawing(
    size: (4, 7), colors: ["#000000", "#ffffff"], depth: .trueColor, width: cells
  ).lines((1...2).map { BoardCard(number: $0, state: .down) })
  #expect(column[0].contains("48;2;0;0;0m"))
  #expect(column[4].contains("48;2;255;255;255m"))
}
