/// An ordered catalogue of themes, looked up by name.
package struct Themes: Sendable {
  /// The themes in their order.
  package private(set) var all: [Theme]

  /// Where the theme of a comparison key stands in `all`.
  private var places: [String: Int]

  package init(_ themes: [Theme] = []) throws(ThemeFault) {
    self.init(distinct: [])
    for theme in themes { try add(theme) }
  }

  /// Makes a catalogue of themes whose names are known to differ.
  init(distinct themes: [Theme]) {
    all = themes
    places = [:]
    for (place, theme) in themes.enumerated() { places[theme.themeName.comparisonKey] = place }
  }

  /// The names in the catalogue's order.
  package var names: [String] { all.map(\.name) }

  /// Returns the theme of a name, or nil where there is none.
  package func theme(named name: String) -> Theme? {
    places[ThemeName.comparisonKey(of: name)].map { all[$0] }
  }

  /// Adds a theme at the end.
  package mutating func add(_ theme: Theme) throws(ThemeFault) {
    let key = theme.themeName.comparisonKey
    if places[key] != nil { throw .nameTaken(theme.name) }
    places[key] = all.count
    all.append(theme)
  }

  /// Removes the theme of a name.
  @discardableResult
  package mutating func remove(named name: String) -> Theme? {
    guard let place = places[ThemeName.comparisonKey(of: name)] else { return nil }
    let removed = all.remove(at: place)
    self = Themes(distinct: all)
    return removed
  }

  /// Picks a theme uniformly, never the last one where there is another.
  package func randomTheme(
    excluding last: String?, using generator: inout some RandomNumberGenerator,
    where isCandidate: (Theme) -> Bool = { _ in true }
  ) -> Theme? {
    let candidates = all.filter(isCandidate)
    let lastKey = last.map(ThemeName.comparisonKey(of:))
    let others = candidates.filter { $0.themeName.comparisonKey != lastKey }
    return (others.isEmpty ? candidates : others).randomElement(using: &generator)
  }
}
