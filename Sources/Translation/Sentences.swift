import PlainText

/// A sentence that the service or a pure module makes in English.
struct Sentence {
  static let context = "sentence"

  let one: Template
  /// For other numbers than one; nil if it is not about a number.
  let other: Template?

  /// What a value is.
  enum Content {
    /// What is never translated: a name, a path, a number, a command.
    case value
    /// A path, or that it is standard input.
    case file
    case theme
    /// A list of words or of quoted texts.
    case words
    /// A sentence, or phrases with commas between them.
    case phrases
  }

  static let words: Set<Substring> = [
    "candidates", "choices", "languages", "levels", "names", "silent", "states", "words",
  ]
  static let phrases: Set<Substring> = [
    "colors", "effect", "endCommand", "error", "failure", "fault", "files", "found", "kind",
    "listener", "mainProcess", "message", "owner", "pictures", "place", "process", "reason",
    "refusal", "sentence", "server", "sounds", "wanted", "what",
  ]

  /// What stands in a place, by its name in the sources.
  static func content(of place: Substring) -> Content {
    if place == "file" { return .file }
    if place == "theme" { return .theme }
    if words.contains(place) { return .words }
    return phrases.contains(place) ? .phrases : .value
  }
}

/// What the service or a pure module said in English, in the user's language.
///
/// An error's message has gone over the bus as a text, so its words are found again in those of the
/// catalogue, and what stands between them are its values. A text that the catalogue does not know stays
/// as it is.
package func translatedSentence(_ text: String) -> String {
  guard let catalogue = Catalogue.current else { return text }
  var search = SentenceSearch(catalogue)
  return search.translation(of: text, depth: 0).text
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

  /// A text in the user's language, and how many bytes of it the catalogue knew.
  private typealias Found = (text: String, known: Int)

  private let catalogue: Catalogue
  /// How many parts of the text are still compared: a hostile one ends the search, not the patience.
  private var budget = 200

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// One sentence or several, perhaps after a path, as in `deck.tsv:3: It has no answer.`: of all ways to
  /// divide the text the one in which the most bytes are known.
  mutating func translation(of text: String, depth: Int) -> (text: String, known: Int) {
    guard depth < Self.deepest, !text.isEmpty, text.utf8.count <= Self.longestSentence else {
      return (text, 0)
    }
    let breaks = text.utf8.count <= Self.longestMessage ? Self.breaks(in: text) : []
    // The places at which a part begins; the parts end before the gaps.
    let starts = [text.startIndex] + breaks.map(\.upperBound)
    let ends = breaks.map(\.lowerBound) + [text.endIndex]
    var best = [(known: Int, next: Int, text: String?)](
      repeating: (0, starts.count, nil), count: starts.count + 1)
    for start in starts.indices.reversed() {
      best[start] = (best[start + 1].known, start + 1, nil)
      for end in start..<ends.count {
        guard budget > 0 else { return (text, 0) }
        budget -= 1
        guard let match = match(String(text[starts[start]..<ends[end]]), depth: depth),
          let found = translation(of: match, depth: depth)
        else { continue }
        let known = found.known + best[end + 1].known
        // Of two equal ones the longer: its value has what looks like the end of a sentence.
        if known >= best[start].known { best[start] = (known, end + 1, found.text) }
      }
    }
    var (result, place) = ("", 0)
    while place < starts.count {
      let (_, next, translated) = best[place]
      result += translated ?? String(text[starts[place]..<ends[next - 1]])
      if next < starts.count {
        let gap = text[ends[next - 1]..<starts[next]]
        let isOurs = gap == " " && translated != nil && best[next].text != nil
        result += isOurs ? String.sentenceGap : String(gap)
      }
      place = next
    }
    return (result, best[0].known)
  }

  /// The gaps between sentences: a space after a period, a break of a line, and what follows a path; none
  /// in what is quoted.
  private static func breaks(in text: String) -> [Range<String.Index>] {
    var breaks = text.ranges(of: ": ") + text.ranges(of: "\n")
    for end in [". ", "? "] {
      breaks += text.ranges(of: end).map { text.index(after: $0.lowerBound)..<$0.upperBound }
    }
    let quoted = text.ranges(of: /“[^”]*”/)
    breaks.removeAll { gap in quoted.contains { $0.contains(gap.lowerBound) } }
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

  private mutating func translation(of match: Match, depth: Int) -> Found? {
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
    var known = match.template.fixedBytes
    for (place, (name, value)) in match.values.enumerated() where values[name] == nil {
      // What is quoted was typed, or is a name.
      let isQuoted = match.template.texts[place].last == "“"
      let value = String(value)
      let found: Found =
        isQuoted ? (value, 0) : self.translation(of: value, in: name, depth: depth + 1)
      values[name] = found.text
      known += found.known
    }
    // The form for one need not have its number as a place.
    return (translation.filled { values[$0] ?? (isOne ? "1" : nil) }, known)
  }

  /// The value of a place.
  private mutating func translation(of value: String, in place: Substring, depth: Int) -> Found {
    switch Sentence.content(of: place) {
    case .value: return (value, 0)
    case .file:
      let isInput = value == "standard input"
      return (isInput ? translated(value, context: "sentence") : value, 0)
    case .theme: return (translated(value, context: "theme"), 0)
    case .words: return (value.translatedList ?? value, 0)
    case .phrases:
      let parts = value.split(separator: ", ").map(String.init)
      let texts = parts.count > 1 ? parts.map { translation(of: $0, depth: depth) } : []
      guard !texts.isEmpty, texts.allSatisfy({ $0.known > 0 }) else {
        return translation(of: value, depth: depth)
      }
      return (texts.map(\.text).listText, texts.map(\.known).reduce(0, +))
    }
  }
}
