/// What one side of a card shows: an emoji or a short text.
///
/// Two faces are equal where a reader sees the same: by canonical equivalence, without the
/// variation selectors U+FE0E and U+FE0F, and without outer spaces.
package struct Face: Sendable {
  /// The most bytes of UTF-8 that a face may take.
  package static let maximumBytes = 64

  /// The text as it was written, without outer white space.
  package let text: String

  package init(_ text: String) throws(ThemeFault) {
    switch WrittenText.fault(in: text, maximumBytes: Face.maximumBytes) {
    case .empty: throw .emptyFace
    case .control: throw .controlInFace
    case .tooLong: throw .faceTooLong
    case nil: self.text = WrittenText.trimmed(text)
    }
  }

  /// Makes a face of a text that is known to be good: one of ours, held to it by a test.
  init(unchecked text: String) {
    self.text = text
  }
}

extension Face: Hashable {
  /// Tells whether two faces look the same.
  package static func == (lhs: Face, rhs: Face) -> Bool {
    lhs.text == rhs.text
      || WrittenText.comparisonKey(lhs.text) == WrittenText.comparisonKey(rhs.text)
  }

  /// Hashes what faces are compared by.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(WrittenText.comparisonKey(text))
  }
}
