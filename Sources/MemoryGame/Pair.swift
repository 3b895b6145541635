/// Two cards that match: both show one face, or each shows a side of its own.
package struct Pair: Hashable, Sendable {
  /// The first side, or the face of both cards.
  package let first: Face

  /// The second side, or nil where both cards show the first.
  package let second: Face?

  /// How the first side is said, or nil where nothing is told.
  package let pronunciation: String?

  package init(
    _ first: String, _ second: String? = nil, pronunciation: String? = nil
  ) throws(ThemeFault) {
    let firstFace = try Face(first)
    var secondFace: Face?
    if let second, !second.isEmpty { secondFace = try Face(second) }
    if secondFace == firstFace { throw .equalSides(firstFace.text) }
    var said: String?
    if let pronunciation, !pronunciation.isEmpty { said = try Face(pronunciation).text }
    self.init(unchecked: firstFace, secondFace, pronunciation: said)
  }

  init(unchecked first: Face, _ second: Face? = nil, pronunciation: String? = nil) {
    self.first = first
    self.second = second
    self.pronunciation = pronunciation
  }

  /// Tells whether each card of the pair shows a side of its own.
  package var isTwoSided: Bool { second != nil }

  /// The faces of the pair's two cards, in the order of the deal.
  var sides: [Face] { [first, second ?? first] }
}
