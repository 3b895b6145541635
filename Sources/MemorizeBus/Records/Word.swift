/// A word from a closed set, or a word outside it that a newer service may send.
package struct Word<Known: RawRepresentable<String> & SendableMetatype>: WireType {
  /// Empty for no word.
  package let text: String

  package init(text: String = "") { self.text = text }

  package init(_ word: Known) { text = word.rawValue }

  /// A word as it came over the bus.
  package init(_ wire: String) { text = wire.bounded }
  package var wire: String { text }

  /// Nil for a word of a newer service, and for none.
  package var known: Known? { Known(rawValue: text) }

  package static func == (word: Word, known: Known) -> Bool { word.text == known.rawValue }
}
