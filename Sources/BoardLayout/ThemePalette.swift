package import CellDrawing
internal import MemoryGame

extension Palette {
  /// The colors of a theme; the default ones if it has none.
  package init(depth: ColorDepth, colors: [String] = []) {
    if colors.isEmpty, let palette = Self.withoutTheme[depth] {
      self = palette
    } else {
      self.init(depth: depth, colors: colors, otherwise: Theme.defaultColors)
    }
  }

  /// Computed once, since screens without a theme ask for it with each frame.
  private static let withoutTheme = Dictionary(
    uniqueKeysWithValues: ColorDepth.allCases.map {
      ($0, Palette(depth: $0, colors: Theme.defaultColors, otherwise: []))
    })
}
