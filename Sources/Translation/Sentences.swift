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
  var search = SentenceSearch(catalogue)
  return search.translation(of: text, depth: 0)
}

/// The search for the sentences of one text.
private struct SentenceSearch {
  /// A value may be a sentence with values of its own; deeper than this none is.
  private static let deepest = 3
  /// In bytes: no sentence of ours is longer, and no message of several.
  private static let (longestSentence, longestMessage) = (4_000, 1_200)
  /// Between sentences that are looked for.
  private static let mostBreaks = 12
  /// Of a sentence with values that is the value of another one, in bytes without its own values.
  private static let shortestPhrase = 8
  /// More than two quotation marks have.
  private static let quotationBytes = 7

  private struct Match {
    let sentence: Sentence
    let template: Template
    let values: [(name: Substring, value: Substring)]
  }

  private let catalogue: Catalogue
  /// How many parts of the text are still compared: a hostile one ends the search, not the patience.
  private var budget = 200

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// One sentence or several, perhaps after a path, as in `deck.tsv:3: It has no answer.`: of all ways to
  /// divide the text the one in which the most bytes are known.
  mutating func translation(of text: String, depth: Int) -> String {
    guard depth < Self.deepest, !text.isEmpty, text.utf8.count <= Self.longestSentence else {
      return text
    }
    let breaks = text.utf8.count <= Self.longestMessage ? Self.breaks(in: text) : []
    // The places at which a part begins; the parts end before the gaps.
    let starts = [text.startIndex] + breaks.map(\.upperBound)
    let ends = breaks.map(\.lowerBound) + [text.endIndex]
    var best = [(known: Int, next: Int, match: Match?)](
      repeating: (0, starts.count, nil), count: starts.count + 1)
    for start in starts.indices.reversed() {
      best[start] = (best[start + 1].known, start + 1, nil)
      for end in start..<ends.count {
        guard budget > 0 else { return text }
        budget -= 1
        guard let match = match(String(text[starts[start]..<ends[end]]), depth: depth) else {
          continue
        }
        let known = match.template.fixedBytes + best[end + 1].known
        if known > best[start].known { best[start] = (known, end + 1, match) }
      }
    }
    var (result, place) = ("", 0)
    while place < starts.count {
      let (_, next, match) = best[place]
      let part = String(text[starts[place]..<ends[next - 1]])
      result += match.flatMap { translation(of: $0, depth: depth) } ?? part
      if next < starts.count {
        let gap = text[ends[next - 1]..<starts[next]]
        result += gap == " " ? String.sentenceGap : String(gap)
      }
      place = next
    }
    return result
  }

  /// The gaps between sentences: a space after a period, a break of a line, and what follows a path.
  private static func breaks(in text: String) -> [Range<String.Index>] {
    var breaks = text.ranges(of: ": ") + text.ranges(of: "\n")
    for end in [". ", "? "] {
      breaks += text.ranges(of: end).map { text.index(after: $0.lowerBound)..<$0.upperBound }
    }
    return Array(breaks.sorted { $0.lowerBound < $1.lowerBound }.prefix(mostBreaks))
  }

  private func match(_ text: String, depth: Int) -> Match? {
    var best: Match?
    var certainty = 0
    for sentence in Catalogue.sentences {
      for case let template? in [sentence.one, sentence.other] where template.fixedBytes > certainty
      {
        // A value is more often a name, which must not be taken for a phrase.
        guard depth == 0 || template.names.isEmpty || template.fixedBytes >= Self.shortestPhrase,
          let values = template.values(in: text)
        else { continue }
        // Its quotation marks are then those of the first and the last text.
        let known =
          template.fixedBytes - (Self.isList(quotedBy: template, values) ? Self.quotationBytes : 0)
        guard known > certainty else { continue }
        best = Match(sentence: sentence, template: template, values: values)
        certainty = known
      }
    }
    return best
  }

  /// Whether a value between quotation marks would be a list of quoted texts without its ends.
  private static func isList(
    quotedBy template: Template, _ values: [(name: Substring, value: Substring)]
  ) -> Bool {
    zip(template.texts, values).contains { before, value in
      before.last == "“" && ["”, “", "” or “", "” and “"].contains { value.value.contains($0) }
    }
  }

  private mutating func translation(of match: Match, depth: Int) -> String? {
    let isOne = match.template.text == match.sentence.one.text
    let translation =
      if let other = match.sentence.other {
        catalogue.translation(
          of: (match.sentence.one, other), context: Sentence.context,
          isOne ? 1 : UInt(digits: match.values.first { $0.name == "n" }?.value ?? "") ?? 2)
      } else {
        catalogue.translation(of: match.sentence.one, context: Sentence.context)
      }
    guard let translation else { return nil }
    var values: [Substring: String] = [:]
    for (place, (name, value)) in match.values.enumerated() where values[name] == nil {
      let value = String(value)
      // What is quoted was typed, or is a name.
      let isQuoted = match.template.texts[place].last == "“"
      values[name] =
        isQuoted
        ? value : value.translatedList ?? self.translation(ofValue: value, depth: depth + 1)
    }
    // The form for one need not have its number as a place.
    return translation.filled { values[$0] ?? (isOne ? "1" : nil) }
  }

  /// A sentence, or several with commas between them.
  private mutating func translation(ofValue value: String, depth: Int) -> String {
    let parts = value.split(separator: ", ").map(String.init)
    let texts = parts.count > 1 ? parts.map { translation(of: $0, depth: depth) } : []
    let areAllKnown = !texts.isEmpty && zip(parts, texts).allSatisfy { $0 != $1 }
    return areAllKnown ? texts.listText : translation(of: value, depth: depth)
  }
}
