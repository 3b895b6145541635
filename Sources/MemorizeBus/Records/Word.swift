package import DBus

/// A word from a closed set, or a word outside it that a newer service may send.
package struct Word<Known: RawRepresentable<String> & SendableMetatype>: BusType {
  /// Empty for no word.
  package let text: String

  package init(text: String = "") { self.text = text }

  package init(_ word: Known) { text = word.rawValue }

  /// Nil for a word of a newer service, and for none.
  package var known: Known? { Known(rawValue: text) }

  package static func == (word: Word, known: Known) -> Bool { word.text == known.rawValue }
}

// A word goes over the bus as its text.
extension Word {
  package static var signature: Signature { String.signature }

  package static func read(from reader: inout MessageReader) throws(BusError) -> Word {
    Word(text: try String.read(from: &reader).bounded)
  }

  package func write(to writer: inout MessageWriter) throws(BusError) {
    try text.write(to: &writer)
  }

  package var asValue: Value { text.asValue }

  package init?(exactly value: Value) {
    guard let text = String(exactly: value) else { return nil }
    self.text = text.bounded
  }
}
