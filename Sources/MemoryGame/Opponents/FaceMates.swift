internal import PlainText

/// Which faces of a theme match: equal ones, and the two sides of a pair.
package struct FaceMates: Sendable {
  /// The other sides of each side, by its comparison key; empty for a theme of one-sided pairs.
  private var mates: [String: Set<String>] = [:]

  /// The pairs of a theme; an empty second side means that both cards show the first.
  package init(_ pairs: [(first: String, second: String)] = []) {
    for pair in pairs where !pair.second.isEmpty {
      let (first, second) = (Self.key(pair.first), Self.key(pair.second))
      mates[first, default: []].insert(second)
      mates[second, default: []].insert(first)
    }
  }

  static func key(_ face: String) -> String { WrittenText.comparisonKey(face) }

  /// Whether two cards with these keys may be a pair.
  ///
  /// In a theme that repeats a side they need not be: “hello” may have been dealt with another word.
  func match(_ one: String, _ other: String) -> Bool {
    one == other || mates[one]?.contains(other) == true
  }
}
