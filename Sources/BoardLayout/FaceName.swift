package import MemoryGame
internal import PlainText

/// A face in words: the Unicode names of its emoji and symbols in lower case, text as it is.
///
/// Variation selectors and joiners are dropped. The parts of one emoji are joined by " + ", several
/// emoji by spaces. Flags and keycaps are named by their letters: `flag fr`.
package func faceName(_ face: String) -> String {
  var words: [String] = []
  var text = ""
  for character in face {
    guard let name = name(of: character) else {
      text.append(character)
      continue
    }
    if !text.allSatisfy(\.isWhitespace) { words.append(text) }
    text = ""
    words.append(name)
  }
  // Only text without emoji keeps its spaces; otherwise words are joined by one space.
  guard !words.isEmpty else { return text }
  if !text.allSatisfy(\.isWhitespace) { words.append(text) }
  return words.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
}

/// The name of an emoji or symbol; nil for text.
private func name(of character: Character) -> String? {
  let scalars = character.unicodeScalars.filter { !isJoinerOrSelector($0) }
  guard let first = scalars.first else { return nil }
  if scalars.contains("\u{20E3}") {
    return "keycap " + String(String.UnicodeScalarView(scalars.filter { $0 != "\u{20E3}" }))
  }
  guard !first.isASCII,
    first.properties.isEmoji || first.properties.generalCategory == .otherSymbol
  else { return nil }
  let letters = scalars.compactMap(flagLetter)
  guard letters.isEmpty else { return "flag " + String(String.UnicodeScalarView(letters)) }
  return scalars.map(name(of:)).joined(separator: " + ")
}

private func name(of scalar: Unicode.Scalar) -> String {
  guard let name = scalar.properties.name else {
    return "u+" + String(scalar.value, radix: 16)
  }
  return name.lowercased()
}

private func isJoinerOrSelector(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.isVariationSelector || scalar == "\u{200D}" || scalar == "\u{200C}"
}

/// The letter or digit of a regional indicator or of a tag in a flag.
private func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x1F1E6...0x1F1FF: Unicode.Scalar(scalar.value - 0x1F1E6 + 0x61)
  case 0xE0030...0xE0039, 0xE0061...0xE007A: Unicode.Scalar(scalar.value - 0xE0000)
  default: nil
  }
}

/// The line of a card for screen readers and scripts: `NUMBER<TAB>STATE<TAB>FACE<TAB>NAME`.
///
/// Face and name are empty if the back is up. Control characters in a face become spaces, so
/// that it is always one line of four fields.
package func plainLine(_ card: BoardCard) -> String {
  [String(card.number), card.state.rawValue, card.face, faceName(card.face)].tabbed
}
