/// A character reference at the start of a text, without its `&`.
struct HTMLEntity {
  let text: String
  /// The number of bytes it takes, including its `;`.
  let length: Int

  /// Nil if there is no reference or its name is unknown.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let end = bytes.firstIndex(of: ASCII.semicolon) else { return nil }
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    guard let text = Self.number(name) ?? Self.named[name].map({ String($0) }) else { return nil }
    self.text = text
    length = end - bytes.startIndex + 1
  }

  private static func number(_ name: String) -> String? {
    guard name.utf8.first == ASCII.hash else { return nil }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let written = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    // `UInt32` would also accept a sign.
    guard written.utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isLetter($0) }),
      let value = UInt32(written, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    return String(Unicode.Scalar(value).map { $0.value == 0 ? "\u{FFFD}" : $0 } ?? "\u{FFFD}")
  }

  /// The names in XML and Latin 1, and those of punctuation, signs and Greek letters that occur in
  /// cards.
  static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ",
      "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "ensp": "\u{2002}", "emsp": "\u{2003}",
      "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
      "rlm": "\u{200F}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
      "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "bull": "•", "hellip": "…",
      "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€",
      "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒",
      "hArr": "⇔", "forall": "∀", "part": "∂", "exist": "∃", "empty": "∅", "isin": "∈",
      "prod": "∏", "sum": "∑", "minus": "−", "radic": "√", "infin": "∞", "cap": "∩", "cup": "∪",
      "int": "∫", "asymp": "≈", "ne": "≠", "equiv": "≡", "le": "≤", "ge": "≥", "sub": "⊂",
      "sup": "⊃", "check": "✓", "Tab": "\t", "NewLine": "\n",
    ]
    for (first, names) in [(UInt32(0xA0), latin), (0x391, greekCapitals), (0x3B1, greekLetters)] {
      for (index, name) in names.split(separator: " ").enumerated() where name != "-" {
        named[String(name)] = Unicode.Scalar(first + UInt32(index))
      }
    }
    return named
  }()

  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
    ucirc uuml yacute thorn yuml
    """

  /// The place between Rho and Sigma has no letter.
  private static let greekCapitals = """
    Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - \
    Sigma Tau Upsilon Phi Chi Psi Omega
    """

  private static let greekLetters = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho \
    sigmaf sigma tau upsilon phi chi psi omega
    """
}
