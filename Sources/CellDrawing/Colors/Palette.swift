internal import func Glibc.atan2

/// The colors of a board and of the screen around it, at a depth of color.
///
/// Cards are filled tiles with their own ink, and panels have the terminal's, so that both read
/// alike on dark and light terminals; text on a tile has a contrast of 4.5:1 or more, unless a
/// terminal of 16 colors redefines them.
package struct Palette: Sendable {
  package let depth: ColorDepth
  /// The colors of the backs, from the first to the last.
  private let backs: [RGBColor]
  /// Black or white, if the text of all backs can be near it.
  private let pole: RGBColor?
  /// The one ink for all backs, if there is one that can be read on each of them.
  private let sharedInk: RGBColor?
  private let accentColor: RGBColor
  private let mismatchColor: RGBColor
  private let matchColor: RGBColor
  private(set) var isOnPanel = false

  /// Several colors, written `#rrggbb`, are a gradient.
  ///
  /// Other texts are ignored, and without any color the defaults are used.
  package init(depth: ColorDepth, colors: [String], otherwise defaults: [String]) {
    self.depth = depth
    let given = colors.compactMap(RGBColor.init(hex:))
    let stops = given.isEmpty ? defaults.compactMap(RGBColor.init(hex:)) : given
    let steps = stops.count > 1 ? 64 : 0
    let samples = (0...steps).map { Self.gradient(stops, at: Double($0) / Double(max(steps, 1))) }
    let poles = [RGBColor.black, .white].compactMap { pole in
      Self.readable(samples, with: pole, depth).flatMap { grounds in
        Self.readable(samples, with: pole, .trueColor).map { exact in
          (pole: pole, grounds: grounds, change: Self.change(exact, samples))
        }
      }
    }
    // The one that changes the colors least; the same at every depth.
    let best = poles.min { $0.change < $1.change }
    let grounds =
      best?.grounds
      ?? samples.map { Self.readable($0, with: depth.shown($0).readableInk, depth) ?? $0 }
    switch depth {
    case .none, .trueColor: backs = grounds
    case .ansi256: backs = Self.bands(grounds)
    case .ansi16: backs = [Self.basicBack(samples[samples.count / 2])]
    }
    pole = depth == .ansi16 ? nil : best?.pole
    sharedInk = pole.map { Self.quietInk(on: grounds.map(depth.shown), $0, depth) }
    let labs = backs.map(OKLab.init)
    func distance(_ color: RGBColor) -> Double {
      labs.map { $0.distance(to: OKLab(color)) }.min() ?? 0
    }
    /// The first one that no back resembles.
    func clear(_ color: RGBColor, _ other: RGBColor) -> RGBColor {
      distance(color) >= 0.015 ? color : other
    }
    accentColor = distance(Self.blue) > 2 * distance(Self.magenta) ? Self.blue : Self.magenta
    mismatchColor = clear(
      RGBColor(red: 184, green: 34, blue: 34), RGBColor(red: 255, green: 205, blue: 205))
    matchColor = clear(
      RGBColor(red: 24, green: 128, blue: 60), RGBColor(red: 200, green: 245, blue: 205))
  }

  /// The few colors of xterm's palette that are nearest to a gradient, and as monotonic in
  /// lightness.
  ///
  /// With all of them the hue would jump back and forth, since the palette has few of each hue.
  private static func bands(_ gradient: [RGBColor]) -> [RGBColor] {
    var nearest: [RGBColor: (place: Int, distance: Double)] = [:]
    for (place, color) in gradient.enumerated() {
      let shown = ColorDepth.ansi256.shown(color)
      let distance = OKLab(color).distance(to: OKLab(shown))
      if distance < nearest[shown]?.distance ?? .infinity { nearest[shown] = (place, distance) }
    }
    guard let first = gradient.first, let last = gradient.last else { return [] }
    let direction = OKLab(last).lightness < OKLab(first).lightness ? -1.0 : 1
    var bands: [(place: Int, color: RGBColor)] = []
    for (color, (place, _)) in nearest.sorted(by: {
      ($0.value.distance, $0.value.place) < ($1.value.distance, $1.value.place)
    }) where bands.count < 5 {
      let lab = OKLab(color)
      let more = (bands + [(place, color)]).sorted { $0.place < $1.place }
      let lightness = more.map { OKLab($0.color).lightness * direction }
      guard lightness == lightness.sorted(),
        bands.allSatisfy({ OKLab($0.color).distance(to: lab) > 0.005 })
      else { continue }
      bands = more
    }
    return bands.map(\.color)
  }

  /// Blue, cyan or yellow, by the hue: the other colors have a meaning on a board.
  private static func basicBack(_ color: RGBColor) -> RGBColor {
    let lab = OKLab(color)
    guard abs(lab.a) + abs(lab.b) > 0.02 else { return ColorTable.ansi.colors[4] }
    switch atan2(lab.b, lab.a) * 180 / .pi {
    case 20..<120: return ColorTable.ansi.colors[3]
    case 120..., ..<(-135): return ColorTable.ansi.colors[6]
    default: return ColorTable.ansi.colors[4]
    }
  }

  /// The colors, moved away from an ink until the contrast is 4.5:1; nil if one would have to move
  /// too far.
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

  /// The ink nearest to the colors themselves that can still be read on all of them.
  private static func quietInk(
    on grounds: [RGBColor], _ pole: RGBColor, _ depth: ColorDepth
  ) -> RGBColor {
    let middle = grounds.dropFirst(grounds.count / 2).first
    guard let middle, depth != .ansi16 else { return pole }
    let inks = (4...16).lazy.map { depth.shown(middle.mixed(with: pole, part: Double($0) / 16)) }
    return inks.first { ink in grounds.allSatisfy { $0.contrast(with: ink) >= 4.6 } } ?? pole
  }

  /// A card's back at a place, 0…1, of the gradient; plain without colors.
  ///
  /// Without a gradient, every second row `isShaded`, so that touching rows can be told apart.
  package func back(at part: Double, isShaded: Bool = false) -> Paint {
    var ground = back(part)
    let ink = sharedInk ?? depth.shown(ground).readableInk
    if isShaded, backs.count == 1, depth != .ansi16 {
      // Away from the ink: the contrast only grows.
      let pole = pole ?? ink
      ground = ground.mixed(with: pole == .black ? .white : .black, part: 0.2)
    }
    return tile(ground, ink: ink)
  }

  private func back(_ part: Double) -> RGBColor {
    backs[min(Int(min(max(part, 0), 1) * Double(backs.count)), backs.count - 1)]
  }

  /// For the theme's name.
  package var title: Paint {
    depth == .none ? Paint(isBold: true) : strong(back(0), ink: pole)
  }

  /// A filled part, 0…1, of a progress bar: the theme's gradient as ink.
  package func progress(at part: Double) -> Paint { Paint(ink: tile(back(part)).ground) }

  /// A card that is up: lighter than any back.
  package var open: Paint { strong(Self.lit) }

  /// What matters less on a card that is up, still with 4.5:1.
  package var openQuiet: Paint {
    tile(Self.lit, ink: Self.quietInk(on: [depth.shown(Self.lit)], .black, depth))
  }

  private static let lit = RGBColor(red: 255, green: 247, blue: 222)

  /// An older match: an open card in the shade.
  package var matched: Paint {
    // Eight colors have no dim one between black and an open card's white.
    guard depth != .ansi16 else { return Paint(ink: .basic(15), ground: .basic(8)) }
    return strong(Self.lit.mixed(with: Self.dusk, part: 0.18))
  }

  private static let dusk = RGBColor(red: 52, green: 46, blue: 36)

  /// The two cards of a mismatch, and a wrong answer.
  package var mismatch: Paint { strong(mismatchColor) }

  /// The two cards of a new match, and a right answer.
  package var match: Paint { strong(matchColor) }

  /// The light tile of a picture of a mismatch, and of a match.
  package var openMismatch: Paint { strong(Self.lit.mixed(with: mismatchColor, part: 0.15)) }
  package var openMatch: Paint { strong(Self.lit.mixed(with: matchColor, part: 0.15)) }

  /// The one gray with 4.5:1 on both black and white, on a panel a lighter one; 16 colors have none
  /// that can be trusted.
  package var quiet: Paint {
    switch depth {
    case .none, .ansi16: .plain
    case .ansi256: Paint(ink: .indexed(isOnPanel ? 248 : 243))
    case .trueColor:
      isOnPanel
        ? Paint(ink: .rgb(red: 160, green: 165, blue: 178))
        : Paint(ink: .rgb(red: 118, green: 118, blue: 118))
    }
  }

  /// A panel: darker than any card, and unlike black and white; the terminal's own ground if there
  /// are only 16 colors.
  package var panel: Paint {
    switch depth {
    case .none, .ansi16: .plain
    case .ansi256: Paint(ink: .indexed(254), ground: .indexed(236))
    case .trueColor:
      Paint(ink: .rgb(red: 232, green: 234, blue: 240), ground: .rgb(red: 42, green: 46, blue: 58))
    }
  }

  /// With inks for a panel's ground.
  var onPanel: Palette {
    var palette = self
    palette.isOnPanel = true
    return palette
  }

  /// Around a card that is up, whose own color is lost on a light terminal.
  package var edge: Paint {
    switch depth {
    case .none: .plain
    case .ansi16: Paint(ink: .basic(8))
    case .ansi256, .trueColor:
      Paint(ink: tile(RGBColor(red: 138, green: 127, blue: 92)).ground)
    }
  }

  /// The frame around the chosen card: an ink that is visible on black and on white.
  package var accent: Paint {
    switch depth {
    case .none, .ansi16: Paint(isBold: true)
    case .ansi256, .trueColor:
      Paint(
        ink: tile(isOnPanel ? accentColor.mixed(with: .white, part: 0.5) : accentColor).ground,
        isBold: true)
    }
  }

  /// What is chosen, if there is no room for a frame around it.
  package var chosen: Paint {
    guard depth != .none else { return Paint(isReverse: true) }
    return strong(depth == .ansi16 ? Self.magenta : accentColor)
  }

  /// A medal: silver, bronze, or gold for all else.
  package func medal(_ grade: String) -> Paint {
    guard depth != .none else { return Paint(isBold: true) }
    return switch grade {
    case "silver": strong(RGBColor(red: 192, green: 197, blue: 206))
    case "bronze": strong(RGBColor(red: 205, green: 127, blue: 50))
    default: strong(RGBColor(red: 230, green: 180, blue: 34))
    }
  }

  // Both have 4.5:1 on black and on white.
  private static let magenta = RGBColor(red: 214, green: 40, blue: 140)
  private static let blue = RGBColor(red: 38, green: 118, blue: 222)

  private func strong(_ ground: RGBColor, ink: RGBColor? = nil) -> Paint {
    var paint = tile(ground, ink: ink)
    // Many terminals draw bold black as gray.
    paint.isBold = depth != .none && paint.ink != .basic(0)
    return paint
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

/// Text of a color on the terminal's own ground, with a contrast of 3:1 on white, and of more on black,
/// since most dark terminals are not black.
extension Palette {
  package enum Hue { case red, amber, green, blue }

  /// Bold; 16 colors have none that can be read on every ground.
  package func ink(_ hue: Hue) -> Paint {
    let (color, index): (RGBColor, UInt8) =
      switch hue {
      case .red: (RGBColor(red: 226, green: 88, blue: 88), 167)
      case .amber: (RGBColor(red: 180, green: 132, blue: 20), 136)
      case .green: (RGBColor(red: 44, green: 155, blue: 80), 28)
      case .blue: (RGBColor(red: 88, green: 138, blue: 232), 68)
      }
    switch depth {
    case .none, .ansi16: return Paint(isBold: true)
    case .ansi256: return Paint(ink: .indexed(index), isBold: true)
    case .trueColor: return Paint(ink: color.exact, isBold: true)
    }
  }
}

extension Palette {
  /// What shows a number by how much of it is filled, and need not be read as letters are.
  package var shade: Paint { shadeOf(.green) }

  package func shadeOf(_ hue: Hue) -> Paint {
    var paint = ink(hue)
    paint.isBold = false
    guard depth == .ansi16 else { return paint }
    switch hue {
    case .red: paint.ink = .basic(1)
    case .green: paint.ink = .basic(2)
    case .amber: paint.ink = .basic(3)
    case .blue: paint.ink = .basic(4)
    }
    return paint
  }
}

extension RGBColor {
  var exact: Paint.Color {
    .rgb(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
  }

  var indexed: Paint.Color {
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
  /// The terminal's own eight colors and their bright forms.
  case ansi16
  /// The 216 colors and 24 grays of xterm's palette.
  case ansi256
  /// Any color, 24 bits.
  case trueColor

  /// Whether there are enough for pictures.
  package var hasPictures: Bool { self == .trueColor || self == .ansi256 }

  /// The color that a terminal shows for one.
  func shown(_ color: RGBColor) -> RGBColor {
    switch self {
    case .none, .trueColor: color
    case .ansi16: ColorTable.ansi.nearest(color)
    case .ansi256: ColorTable.xterm.nearest(color)
    }
  }
}
