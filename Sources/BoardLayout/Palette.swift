/// The colours of a board and of the screen around it, at a depth of colour.
///
/// Everything is a filled tile with its own ink, so that it reads alike on dark and light
/// terminals; text on it has a contrast of 4.5:1 or more, except where a terminal of 16 colours has
/// its own ideas.
package struct Palette: Sendable {
  package let depth: ColorDepth
  private let colors: [RGBColor]
  /// Black or white, if the text of all backs can be near it.
  private let pole: RGBColor?
  /// The one ink for all backs, if there is one that can be read on each of them.
  private let sharedInk: RGBColor?
  private let accentColor: RGBColor
  private let mismatchColor: RGBColor
  private let matchColor: RGBColor

  /// The theme's colours are `#rrggbb`, a gradient if there is more than one; others are left out.
  package init(depth: ColorDepth, colors: [String] = []) {
    self.depth = depth
    let colors = colors.compactMap(RGBColor.init(hex:))
    self.colors = colors
    let steps = colors.count > 1 ? 64 : 0
    let samples =
      colors.isEmpty
      ? []
      : (0...steps).map {
        Self.gradient(colors, at: Double($0) / Double(max(steps, 1)))
      }
    let poles = [RGBColor.black, .white].compactMap { pole in
      Self.readable(samples, with: pole, depth).map { (pole: pole, grounds: $0) }
    }
    // The one that changes the colours least.
    let best = poles.min { Self.change($0.grounds, samples) < Self.change($1.grounds, samples) }
    pole = best?.pole
    sharedInk = best.map { Self.quietInk(on: $0.grounds.map(depth.shown), $0.pole, depth) }
    let labs = samples.map(OKLab.init)
    func distance(_ color: RGBColor) -> Double {
      labs.map { $0.distance(to: OKLab(color)) }.min() ?? 0
    }
    /// The first one that no back resembles.
    func clear(_ color: RGBColor, _ other: RGBColor) -> RGBColor {
      samples.isEmpty || distance(color) >= 0.015 ? color : other
    }
    accentColor = distance(Self.blue) > 2 * distance(Self.magenta) ? Self.blue : Self.magenta
    mismatchColor = clear(
      RGBColor(red: 184, green: 34, blue: 34), RGBColor(red: 255, green: 205, blue: 205))
    matchColor = clear(
      RGBColor(red: 24, green: 128, blue: 60), RGBColor(red: 200, green: 245, blue: 205))
  }

  /// The colours, moved away from an ink as far as it needs for a contrast of 4.5:1; nil if one
  /// would have to be moved too far.
  private static func readable(
    _ grounds: [RGBColor], with ink: RGBColor, _ depth: ColorDepth
  ) -> [RGBColor]? {
    let moved = grounds.compactMap { readable($0, with: ink, depth) }
    return moved.count == grounds.count ? moved : nil
  }

  private static func readable(
    _ ground: RGBColor, with ink: RGBColor, _ depth: ColorDepth
  ) -> RGBColor? {
    let far: RGBColor = ink == .black ? .white : .black
    return (0...6).lazy.map { ground.mixed(with: far, part: Double($0) / 40) }
      .first { depth.shown($0).contrast(with: ink) >= 4.5 }
  }

  private static func change(_ colors: [RGBColor], _ others: [RGBColor]) -> Double {
    zip(colors, others).map { OKLab($0).distance(to: OKLab($1)) }.max() ?? 0
  }

  /// The ink nearest to the colours themselves that can still be read on all of them.
  private static func quietInk(
    on grounds: [RGBColor], _ pole: RGBColor, _ depth: ColorDepth
  ) -> RGBColor {
    let middle = grounds.dropFirst(grounds.count / 2).first
    guard let middle, depth != .ansi16 else { return pole }
    let inks = (4...16).lazy.map { depth.shown(middle.mixed(with: pole, part: Double($0) / 16)) }
    return inks.first { ink in grounds.allSatisfy { $0.contrast(with: ink) >= 4.6 } } ?? pole
  }

  /// A back at a place, 0…1, of the gradient; reverse video without colours.
  ///
  /// Backs that touch each other are told apart by every second one being `isShaded`.
  package func back(at part: Double, isShaded: Bool = false) -> Paint {
    guard depth != .none, !colors.isEmpty else { return Paint(isReverse: depth != .none) }
    var ground = Self.gradient(colors, at: part)
    let ink = pole ?? depth.shown(ground).readableInk
    ground = Self.readable(ground, with: ink, depth) ?? ground
    // Away from the ink: the contrast only grows.
    if isShaded { ground = ground.mixed(with: ink == .black ? .white : .black, part: 0.2) }
    return tile(ground, ink: sharedInk)
  }

  /// The theme's name, and what else has its colour.
  package var title: Paint {
    guard depth != .none, let first = colors.first else { return Paint(isBold: true) }
    return tile(first).bold
  }

  /// A filled part, 0…1, of a progress bar: the theme's gradient as ink.
  package func progress(at part: Double) -> Paint {
    guard depth != .none, !colors.isEmpty else { return .plain }
    return Paint(ink: tile(Self.gradient(colors, at: part)).ground)
  }

  /// A card that is up: lighter than any back.
  package var open: Paint { strong(RGBColor(red: 255, green: 247, blue: 222)) }

  /// The two cards of a mismatch, and a wrong answer.
  package var mismatch: Paint { strong(mismatchColor) }

  /// The two cards of a match, for a moment, and a right answer.
  package var match: Paint { strong(matchColor) }

  /// The one grey with 4.5:1 on both black and white; 16 colours have none that can be trusted.
  package var quiet: Paint {
    switch depth {
    case .none, .ansi16: .plain
    case .ansi256: Paint(ink: .indexed(243))
    case .trueColor: Paint(ink: .rgb(red: 118, green: 118, blue: 118))
    }
  }

  /// The frame around the chosen card: ink that can be seen on black and on white.
  package var accent: Paint {
    switch depth {
    case .none: Paint(isBold: true)
    case .ansi16: Paint(ink: .basic(5), isBold: true)
    case .ansi256, .trueColor: Paint(ink: tile(accentColor).ground, isBold: true)
    }
  }

  /// What is chosen and filled: a line of a list, a button, a card where a frame has no room.
  package var chosen: Paint {
    guard depth != .none else { return Paint(isReverse: true) }
    return strong(depth == .ansi16 ? Self.magenta : accentColor)
  }

  /// A panel over the board.
  package var panel: Paint { tile(Self.panelGround) }

  /// What is less important on a panel.
  package var panelNote: Paint {
    tile(Self.panelGround, ink: RGBColor(red: 172, green: 176, blue: 184))
  }

  private static let panelGround = RGBColor(red: 38, green: 42, blue: 51)

  // Both have 4.5:1 on black and on white.
  private static let magenta = RGBColor(red: 214, green: 40, blue: 140)
  private static let blue = RGBColor(red: 38, green: 118, blue: 222)

  private func strong(_ ground: RGBColor) -> Paint {
    depth == .none ? .plain : tile(ground).bold
  }

  private func tile(_ ground: RGBColor, ink: RGBColor? = nil) -> Paint {
    let shown = depth.shown(ground)
    let ink = ink ?? shown.readableInk
    switch depth {
    case .none: return .plain
    case .ansi16:
      return Paint(
        ink: .basic(ink == .black ? 0 : 15),
        ground: .basic(UInt8(ColorTable.ansi.index(nearest: ground))))
    case .ansi256: return Paint(ink: ink.indexed, ground: shown.indexed)
    case .trueColor: return Paint(ink: ink.exact, ground: ground.exact)
    }
  }

  private static func gradient(_ colors: [RGBColor], at part: Double) -> RGBColor {
    let place = min(max(part, 0), 1) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 1)
    guard index + 1 < colors.count else { return colors[index] }
    return colors[index].mixed(with: colors[index + 1], part: place - Double(index))
  }
}

extension RGBColor {
  fileprivate var exact: Paint.Color {
    .rgb(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
  }

  fileprivate var indexed: Paint.Color {
    .indexed(UInt8(16 + ColorTable.xterm.index(nearest: self)))
  }

  /// Black or white, whichever contrasts more.
  fileprivate var readableInk: RGBColor {
    contrast(with: .white) >= contrast(with: .black) ? .white : .black
  }
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

  /// The colour that a terminal shows for one.
  func shown(_ color: RGBColor) -> RGBColor {
    switch self {
    case .none, .trueColor: color
    case .ansi16: ColorTable.ansi.nearest(color)
    case .ansi256: ColorTable.xterm.nearest(color)
    }
  }
}
