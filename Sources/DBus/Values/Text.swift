extension String {
  /// The text with everything that could disturb a terminal, a log or libdbus shown as `U+XXXX`,
  /// cut after 120 scalars, since a character has no maximum size.
  package var printable: String { printable(upTo: 120) }

  package func printable(upTo limit: Int) -> String {
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text for XML and similar markup, with the five special characters as entities.
  package var markupEscaped: String {
    var result = ""
    // By scalars: a character may begin with one of the five and continue with an accent.
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Duration {
  /// The duration as people write it: `2.5 s`.
  package var inSeconds: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    let whole = milliseconds / 1000
    var fraction = String(milliseconds % 1000 + 1000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(whole) s" : "\(whole).\(fraction) s"
  }
}
