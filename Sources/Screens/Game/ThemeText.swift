import BoardLayout
package import MemorizeBus
import MemorizeText
import PlainText
import Translation

extension ThemeSummary {
  /// The number of pairs in a game: `8`, `4-9`, or `all 12`.
  var pairsText: String {
    if minPairs != maxPairs { return "\(minPairs)-\(maxPairs)" }
    return maxPairs == size ? allText : partText
  }

  // Translators: a game has all pairs of a theme.
  var allText: String { tr("all {pairs}", ["pairs": size]) }

  // Translators: a game has {pairs} of all {size} pairs of a theme.
  var partText: String { tr("{pairs} of {size}", ["pairs": minPairs, "size": size]) }

  package var iconName: String { shownFaceName(icon) }

  /// How many pairs a game has, and how the theme differs from a built-in one with one side.
  package var facts: String {
    let kinds = [
      isTwoSided ? tr("two-sided", context: "theme kind") : nil,
      isImported
        ? tr("imported", context: "theme kind")
        : isBuiltIn ? nil : tr("added", context: "theme kind"),
    ]
    return ([pairsText] + kinds.compactMap(\.self)).listText
  }

  /// Name, icon, size, fewest and most pairs, separated by tabs.
  package var plainLine: String {
    [name, icon, "\(size)", "\(minPairs)", "\(maxPairs)"].tabbed
  }
}

extension ThemePair {
  package var json: JSON { JSON(self).with("name", .string(name)) }

  /// As people read it, of a theme with that name.
  package func shown(ofTheme theme: String) -> ThemePair {
    ThemePair(first, second.shownSide(ofDeck: theme), pronunciation)
  }

  /// Both sides if they have two names.
  private var name: String {
    let names = [faceName(first), faceName(second)]
    return second.isEmpty || names[0] == names[1] ? names[0] : names.joined(separator: " and ")
  }

  private var sound: String { pronunciation.isEmpty ? "" : " [\(pronunciation)]" }

  /// First side, second side, pronunciation and name, separated by tabs.
  package var plainLine: String { [first, second, pronunciation, name].tabbed }

  /// With names instead of emoji.
  package var namedLine: String {
    (faceName(first) + sound + (second.isEmpty ? "" : "  " + faceName(second))).harmless
  }

  package var line: String {
    let shownName = shownFaceName(first)
    let other = second.isEmpty ? (shownName == first ? "" : shownName) : second
    return (other.isEmpty ? first + sound : "\(first)\(sound)  \(other)").harmless
  }
}

/// What people read for a face; an emoji that no theme of the program has keeps its English name.
package func shownFaceName(_ face: String) -> String {
  let name = translated(face, context: "face")
  return name == face ? faceName(face) : name
}
