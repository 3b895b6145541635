/// The colors that a terminal has.
struct ColorTable: Sendable {
  let colors: [RGBColor]
  private let labs: [OKLab]

  init(_ colors: [RGBColor]) {
    self.colors = colors
    labs = colors.map(OKLab.init)
  }

  /// The index of the color that looks most like another one; the first of equals.
  func index(nearest color: RGBColor) -> Int {
    if let index = colors.firstIndex(of: color) { return index }
    let lab = OKLab(color)
    var best = (index: 0, distance: Double.infinity)
    for (index, candidate) in labs.enumerated() {
      let distance = lab.distance(to: candidate)
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  func nearest(_ color: RGBColor) -> RGBColor { colors[index(nearest: color)] }

  /// The first eight colors as xterm has them.
  ///
  /// The user's may differ, but black and bright white are the extremes of nearly every palette.
  static let ansi = ColorTable([
    RGBColor(red: 0, green: 0, blue: 0), RGBColor(red: 205, green: 0, blue: 0),
    RGBColor(red: 0, green: 205, blue: 0), RGBColor(red: 205, green: 205, blue: 0),
    RGBColor(red: 0, green: 0, blue: 238), RGBColor(red: 205, green: 0, blue: 205),
    RGBColor(red: 0, green: 205, blue: 205), RGBColor(red: 229, green: 229, blue: 229),
  ])

  /// Colors 16…255 of xterm's palette; 0…15 are the user's and so left out.
  static let xterm: ColorTable = {
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map {
      RGBColor(red: levels[$0 / 36], green: levels[$0 / 6 % 6], blue: levels[$0 % 6])
    }
    let grays = (0..<24).map {
      RGBColor(red: 8 + 10 * $0, green: 8 + 10 * $0, blue: 8 + 10 * $0)
    }
    return ColorTable(cube + grays)
  }()
}
