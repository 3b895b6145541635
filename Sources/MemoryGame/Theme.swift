/// A named set of pairs with an icon, colors, and a rule for the size of a game.
package struct Theme: Hashable, Sendable {
  package static let minimumPairs = 2
  package static let maximumPairs = 512
  package static let maximumColors = 16
  /// Of a theme that names none, and of decks.
  package static let defaultColors = ["#5a80b5", "#8ab0d4"]
  /// The icon of a theme that names none and whose first card shows no emoji.
  package static let defaultIcon = "🎴"

  package let themeName: ThemeName
  /// One emoji that represents the theme; public, unlike the faces on a board.
  package let icon: String
  /// One or more colors as `#rrggbb` in lower case; two or more make a gradient.
  package let colors: [String]
  /// The pairs, in the order that deals depend on; 2 to 512.
  package let pairs: [Pair]
  package let rule: PairRule

  package init(
    name: String, icon: String? = nil, colors: [String] = [], pairs: [Pair], rule: PairRule = .all
  ) throws(ThemeError) {
    try self.init(stored: name, icon: icon, colors: colors, pairs: pairs, rule: rule)
    guard Theme.isEmoji(self.icon) else { throw .badIcon }
  }

  /// Restores the theme of a dealt game, which may be older than the rule for icons.
  package init(
    stored name: String, icon: String?, colors: [String], pairs: [Pair], rule: PairRule = .all
  ) throws(ThemeError) {
    let themeName = try ThemeName(name)
    if pairs.count < Theme.minimumPairs { throw .tooFewPairs(pairs.count) }
    if pairs.count > Theme.maximumPairs { throw .tooManyPairs(pairs.count) }
    if let least = rule.minimumRequested, least < Theme.minimumPairs { throw .gameTooSmall(least) }
    try Theme.refuseRepeats(in: pairs)
    self.init(
      unchecked: themeName, icon: try Theme.validIcon(icon, for: pairs),
      colors: try Theme.validColors(colors), pairs: pairs, rule: rule)
  }

  init(unchecked name: ThemeName, icon: String, colors: [String], pairs: [Pair], rule: PairRule) {
    self.themeName = name
    self.icon = icon
    self.colors = colors
    self.pairs = pairs
    self.rule = rule
  }

  package var name: String { themeName.text }

  package var size: Int { pairs.count }

  /// Whether every pair has two sides, so that the theme can be practiced.
  package var isTwoSided: Bool { pairs.allSatisfy(\.isTwoSided) }

  package var isOneSided: Bool { !pairs.contains(where: \.isTwoSided) }

  package var gameSizes: ClosedRange<Int> { rule.gameSizes(of: size) }
}

extension Theme {
  /// Pairs with swapped sides count as two; a deal uses at most one of them.
  private static func refuseRepeats(in pairs: [Pair]) throws(ThemeError) {
    var sides = Set<[Face]>()
    for pair in pairs where !sides.insert(pair.sides).inserted {
      throw .repeatedPair(pair.first.text)
    }
  }

  private static func validIcon(_ icon: String?, for pairs: [Pair]) throws(ThemeError) -> String {
    guard let icon, !icon.isEmpty else {
      guard let first = pairs.first, !first.isTwoSided, isEmoji(first.first.text) else {
        return defaultIcon
      }
      return first.first.text
    }
    do { return try Face(icon).text } catch { throw .badIcon }
  }

  /// Whether a text is one emoji; a digit is one only if a selector makes it so.
  private static func isEmoji(_ text: String) -> Bool {
    guard text.count == 1, let first = text.unicodeScalars.first, first.properties.isEmoji else {
      return false
    }
    return !first.isASCII || text.unicodeScalars.contains("\u{FE0F}")
  }

  private static func validColors(_ colors: [String]) throws(ThemeError) -> [String] {
    if colors.count > maximumColors { throw .tooManyColors }
    if let color = colors.first(where: { !isColor($0) }) { throw .badColor(color) }
    return colors.isEmpty ? defaultColors : colors.map { $0.lowercased() }
  }

  /// Whether a text is written as `#rrggbb`.
  package static func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
