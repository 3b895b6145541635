import PlainText

/// A sentence that the service or a pure module makes in English.
struct Sentence {
  static let context = "sentence"

  let one: Template
  /// For other numbers than one; nil if it is not about a number.
  let other: Template?
}

/// What the service or a pure module said in English, in the user's language.
///
/// An error's message has gone over the bus as a text, so its words are found again in those of the
/// catalogue, and what stands between them are its values. A text that the catalogue does not know stays
/// as it is.
package func translatedSentence(_ text: String) -> String {
  guard let catalogue = Catalogue.current else { return text }
  return catalogue.translatedSentences(text, depth: 0)
}

extension Catalogue {
  /// A value may be a sentence with values of its own; deeper than this none is.
  private static var deepest: Int { 4 }
  /// In bytes: no sentence of ours is as long.
  private static var longest: Int { 4_000 }
  /// In bytes, without the values in it.
  private static var shortestPhrase: Int { 8 }
  /// Between sentences that are looked for.
  private static var mostBreaks: Int { 20 }

  /// One sentence or several, perhaps after a path, as in `deck.tsv:3: It has no answer.`.
  fileprivate func translatedSentences(_ text: String, depth: Int) -> String {
    if let translated = translatedSentence(text, depth: depth) { return translated }
    guard depth < Self.deepest, text.utf8.count <= Self.longest else { return text }
    let breaks = [". ", "? ", "\n", ": "].flatMap { text.ranges(of: $0) }
      .sorted { $0.lowerBound < $1.lowerBound }.prefix(Self.mostBreaks)
    for end in breaks.reversed() where text[end] != ": " {
      let mark = text[end] == "\n" ? end.lowerBound : text.index(after: end.lowerBound)
      guard let first = translatedSentence(String(text[..<mark]), depth: depth) else { continue }
      return first + text[mark..<end.upperBound]
        + translatedSentences(String(text[end.upperBound...]), depth: depth)
    }
    // What the catalogue does not know stays, and what follows it may be known.
    guard let end = breaks.first?.upperBound else { return text }
    return text[..<end] + translatedSentences(String(text[end...]), depth: depth)
  }

  private func translatedSentence(_ text: String, depth: Int) -> String? {
    guard depth < Self.deepest, !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
    var best: (sentence: Sentence, isOne: Bool, values: [(name: Substring, value: Substring)])?
    var certainty = 0
    for sentence in sentences {
      for (template, isOne) in [(sentence.one, true), (sentence.other, false)] {
        guard let template, template.fixedBytes > certainty,
          // A value is more often a name, which must not be taken for a phrase.
          depth == 0 || template.names.isEmpty || template.fixedBytes >= Self.shortestPhrase,
          let values = template.values(in: text)
        else { continue }
        (best, certainty) = ((sentence, isOne, values), template.fixedBytes)
      }
    }
    guard let best else { return nil }
    let translation =
      if let other = best.sentence.other {
        self.translation(
          of: (best.sentence.one, other), context: Sentence.context,
          best.isOne ? 1 : UInt(digits: best.values.first { $0.name == "n" }?.value ?? "") ?? 2)
      } else {
        self.translation(of: best.sentence.one, context: Sentence.context)
      }
    return translation?.filled { name in
      guard let value = best.values.first(where: { $0.name == name })?.value else {
        // The form for one need not have its number as a place.
        return best.isOne ? "1" : nil
      }
      return translatedSentences(String(value), depth: depth + 1)
    }
  }
}
