extension String {
  /// The text without what would move a cursor, end a line or turn its direction around, cut after a
  /// number of scalars: a character has no largest size.
  ///
  /// Names, faces and sentences come from the bus; where they are shown they must stay text. Joiners
  /// and variation selectors stay: emoji are made of them.
  package func harmless(upTo limit: Int) -> String {
    if utf8.count <= limit, !unicodeScalars.contains(where: \.isUnprintable) { return self }
    var result = String.UnicodeScalarView()
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == limit { return String(result) + "…" }
      result.append(scalar.isUnprintable ? " " : scalar)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a notification would do something else than show it.
  package var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
