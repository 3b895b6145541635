/// The styles of a board at a depth of colour, as the parameters of an SGR escape sequence.
///
/// An empty string means no style. Backs are filled and have black or white text, whichever
/// contrasts more, so they are as readable on dark as on light terminals; faces keep the terminal's
/// own colours.
struct Palette: Sendable {
  let depth: ColorDepth
  let colors: [RGBColor]

  /// The style of a back at a place, 0…1, of the gradient: text and background colours.
  func back(at part: Double) -> String {
    guard depth != .none else { return "" }
    // Without a readable colour, backs are in reverse video.
    guard let color = gradient(at: part) else { return "7" }
    switch depth {
    case .none: return ""
    case .ansi16:
      let index = nearest(to: color, in: ansiColors)
      return "\(ansiColors[index].wantsBlackText ? 30 : 97);\(40 + index)"
    case .ansi256:
      let index = nearest(to: color, in: xtermColors)
      return "38;5;\(xtermColors[index].wantsBlackText ? 16 : 231);48;5;\(16 + index)"
    case .trueColor:
      let text = color.wantsBlackText ? "0;0;0" : "255;255;255"
      return "38;2;\(text);48;2;\(color.red);\(color.green);\(color.blue)"
    }
  }

  /// The style of the first card of a move.
  var marked: String { depth == .none ? "" : "1" }

  /// The style of a matched card's border.
  ///
  /// The only grey with 4.5:1 on both black and white. Faint would have less on either, and "bright
  /// black" is invisible in some palettes, so 16 colours get none: the border's shape is enough.
  var matched: String {
    switch depth {
    case .none, .ansi16: ""
    case .ansi256: "38;5;243"
    case .trueColor: "38;2;118;118;118"
    }
  }

  /// The theme's colour at a position on the board, 0…1; nil if there is none.
  func gradient(at part: Double) -> RGBColor? {
    guard let last = colors.last else { return nil }
    let place = min(max(part, 0), 1) * Double(colors.count - 1)
    let index = Int(place)
    guard index + 1 < colors.count else { return last }
    return colors[index].mixed(with: colors[index + 1], part: place - Double(index))
  }
}

/// The first eight colours as xterm has them.
///
/// The user's may differ, but black and bright white are the extremes of nearly every palette.
let ansiColors: [RGBColor] = [
  RGBColor(red: 0, green: 0, blue: 0), RGBColor(red: 205, green: 0, blue: 0),
  RGBColor(red: 0, green: 205, blue: 0), RGBColor(red: 205, green: 205, blue: 0),
  RGBColor(red: 0, green: 0, blue: 238), RGBColor(red: 205, green: 0, blue: 205),
  RGBColor(red: 0, green: 205, blue: 205), RGBColor(red: 229, green: 229, blue: 229),
]

/// Colours 16…255 of xterm's palette; 0…15 belong to the user and are left out.
let xtermColors: [RGBColor] = {
  let levels = [0, 95, 135, 175, 215, 255]
  let cube = (0..<216).map {
    RGBColor(red: levels[$0 / 36], green: levels[$0 / 6 % 6], blue: levels[$0 % 6])
  }
  let greys = (0..<24).map {
    RGBColor(red: 8 + 10 * $0, green: 8 + 10 * $0, blue: 8 + 10 * $0)
  }
  return cube + greys
}()

/// The index of the colour nearest to another one; the first if several are equally near.
private func nearest(to color: RGBColor, in palette: [RGBColor]) -> Int {
  let unlikeness = palette.map { color.distance(to: $0) }
  return palette.indices.min { unlikeness[$0] < unlikeness[$1] } ?? 0
}

package enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// No escape sequence at all, not even bold.
  case none
  /// The terminal's own eight colours and their bright forms.
  case ansi16
  /// The 216 colours and 24 greys of xterm's palette.
  case ansi256
  /// Any colour, 24 bits.
  case trueColor
}
