extension String {
  /// The text without what would move a cursor, end a line or turn its direction around.
  ///
  /// Names, faces and sentences come from the bus; on a terminal they must stay text. Joiners and
  /// variation selectors stay: emoji are made of them.
  var harmless: String {
    guard unicodeScalars.contains(where: \.isHarmful) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      result.append(scalar.isHarmful ? " " : scalar)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would do something else than show it.
  var isHarmful: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
