extension WrittenText {
  /// Removes from a text whatever moves a cursor, ends a line or changes the direction, and cuts it
  /// after a number of scalars, since a character has no maximum size.
  ///
  /// For text that is shown as itself: what was typed, or comes from a file or the bus, must stay
  /// harmless. Joiners and variation selectors stay: emoji are made of them.
  package static func harmless(
    _ text: String, upTo limit: Int = .max, replacement: Unicode.Scalar = " "
  ) -> String {
    if text.utf8.count <= limit, !text.unicodeScalars.contains(where: \.isHarmful) { return text }
    return text.rewritten(upTo: limit) { scalar, result in
      result.unicodeScalars.append(scalar.isHarmful ? replacement : scalar)
    }
  }
}

extension String {
  /// Without characters on which a terminal would act.
  package var harmless: String { WrittenText.harmless(self) }

  /// The same, but line breaks stay.
  package var harmlessLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).harmless }
      .joined(separator: "\n")
  }

  /// The text as a message quotes it: everything that could disturb a terminal, a log or libdbus, or
  /// that nobody would see, is `U+XXXX`, and it is cut after 120 scalars.
  package var printable: String { printable(upTo: 120) }

  package func printable(upTo limit: Int) -> String {
    rewritten(upTo: limit) { scalar, result in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "U+" + scalar.value.zeroPadded(to: 4, radix: 16).uppercased()
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text for XML and similar markup, with the five special characters as entities.
  package var markupEscaped: String {
    replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"])
  }

  /// The text with others for some scalars.
  package func replacing(_ texts: [Unicode.Scalar: String]) -> String {
    replacing { texts[$0] }
  }

  /// The text with others for the scalars for which there is one.
  package func replacing(_ text: (Unicode.Scalar) -> String?) -> String {
    rewritten { scalar, result in
      if let text = text(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// Scalar by scalar, because a character may begin with one that is replaced and continue with an
  /// accent; what is cut is replaced by an ellipsis.
  fileprivate func rewritten(
    upTo limit: Int = .max, append: (Unicode.Scalar, inout String) -> Void
  ) -> String {
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      append(scalar, &result)
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a text must not contain it: a control, line break or direction override.
  ///
  /// The categories Cc, Zl and Zp never change either.
  package var isHarmful: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
