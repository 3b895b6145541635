internal import PlainText

/// Two cards that match: both show one face, or each shows a side of its own.
package struct Pair: Hashable, Sendable {
  package let first: Face

  /// The second side, or nil if both cards show the first.
  package let second: Face?

  /// How the first side is pronounced, if known.
  package let pronunciation: String?

  package init(
    _ first: String, _ second: String? = nil, pronunciation: String? = nil
  ) throws(ThemeError) {
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

  package var isTwoSided: Bool { second != nil }

  /// The faces of the pair's two cards, in the order of the deal.
  var sides: [Face] { [first, second ?? first] }
}

/// What one side of a card shows: an emoji or a short text.
///
/// Two faces are equal if a reader sees the same: by canonical equivalence, without the
/// variation selectors U+FE0E and U+FE0F, and without outer spaces.
package struct Face: Sendable {
  package static let maximumBytes = 64

  /// The text as it was written, without outer white space.
  package let text: String

  package init(_ text: String) throws(ThemeError) {
    if let fault = WrittenText.fault(in: text, maximumBytes: Face.maximumBytes) {
      throw .face(fault)
    }
    self.text = WrittenText.trimmed(text)
  }

  /// For our own texts only, which a test checks.
  init(unchecked text: String) {
    self.text = text
  }
}

extension Face: Hashable {
  package static func == (lhs: Face, rhs: Face) -> Bool {
    lhs.text == rhs.text
      || WrittenText.comparisonKey(lhs.text) == WrittenText.comparisonKey(rhs.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(WrittenText.comparisonKey(text))
  }
}
