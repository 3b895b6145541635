package import CellDrawing
internal import MemoryGame

extension Palette {
  /// The colours of a theme; without any, those of themes that have none of their own.
  package init(depth: ColorDepth, colors: [String] = []) {
    if colors.isEmpty, let palette = Self.withoutTheme[depth] {
      self = palette
    } else {
      self.init(depth: depth, colors: colors, otherwise: Theme.defaultColors)
    }
  }

  /// Screens of no theme ask for it again and again.
  private static let withoutTheme = Dictionary(
    uniqueKeysWithValues: ColorDepth.allCases.map {
      ($0, Palette(depth: $0, colors: Theme.defaultColors, otherwise: []))
    })
}
