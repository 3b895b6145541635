internal import PlainText

/// A sentence with gaps as Anki writes them, `{{c1::Paris}} is in {{c2::France::country}}`.
///
/// Each number is asked as a card of its own; gaps with the same number are asked together.
package struct GapSentence: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    case gap(number: Int, text: String, hint: String)
  }

  /// The largest number of a gap.
  package static let maximumNumber = 100

  package enum Fault: Error, Hashable {
    case open
    case empty(Int)
    case number(String)

    package var message: String {
      switch self {
      case .open: english("A gap begins with {{c…:: but does not end: close it with }}.")
      case .empty(let number): english("Gap \(number) is empty: write {{c\(number)::the answer}}.")
      case .number(let text):
        english("The number of a gap must be from 1 to \(maximumNumber), not “\(text)”.")
      }
    }
  }

  private let parts: [Part]

  /// Nil for a text without gaps.
  package init?(_ written: String) throws(Fault) {
    // Most texts have no brace.
    guard
      written.utf8.withContiguousStorageIfAvailable({ $0.contains(UInt8(ascii: "{")) }) ?? true
    else { return nil }
    var reader = Reader(rest: written[...])
    let parts = try reader.parts()
    guard parts.contains(where: { if case .gap = $0 { true } else { false } }) else { return nil }
    self.parts = parts
  }

  /// The numbers of the gaps, ascending.
  package var numbers: [Int] {
    Set(parts.compactMap { if case .gap(let number, _, _) = $0 { number } else { nil } }).sorted()
  }

  /// The sentence with `[…]` or `[hint]` in the place of the gaps with a number.
  package func question(_ number: Int) -> String {
    text { gap, text, hint in gap == number ? "[\(hint.isEmpty ? "…" : hint)]" : text }
  }

  /// The whole sentence with the answer in brackets.
  package func solution(_ number: Int) -> String {
    text { gap, text, _ in gap == number ? "[\(text)]" : text }
  }

  /// What the gaps held.
  package func answer(_ number: Int) -> String {
    var answers: [String] = []
    for case .gap(number, let text, _) in parts { answers.append(text) }
    return answers.joined(separator: ", ")
  }

  private func text(_ gap: (_ number: Int, _ text: String, _ hint: String) -> String) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .gap(let number, let text, let hint): result += gap(number, text, hint)
      }
    }
  }

  private struct Reader {
    var rest: Substring

    mutating func parts() throws(Fault) -> [Part] {
      var parts: [Part] = []
      var text = ""
      while let first = rest.first {
        guard let number = try begin() else {
          text.append(first)
          rest.removeFirst()
          continue
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts += try gap(number)
      }
      return text.isEmpty ? parts : parts + [.text(text)]
    }

    /// Reads the beginning of a gap, `{{c1::`, and returns its number.
    private mutating func begin() throws(Fault) -> Int? {
      guard rest.hasPrefix("{{c") else { return nil }
      let digits = rest.dropFirst(3).prefix { $0.isASCII && ($0.isNumber || $0 == ",") }
      let after = rest[digits.endIndex...]
      guard !digits.isEmpty, after.hasPrefix("::") else { return nil }
      guard let number = Int(digits), (1...GapSentence.maximumNumber).contains(number) else {
        throw .number(String(digits.prefix(12)))
      }
      rest = after.dropFirst(2)
      return number
    }

    /// Reads the rest of a gap; a gap within it is only text.
    ///
    /// Spaces at its ends stand outside.
    private mutating func gap(_ number: Int) throws(Fault) -> [Part] {
      var (text, hint) = ("", "")
      var hasHint = false
      var depth = 1
      while let first = rest.first {
        if rest.hasPrefix("}}") {
          rest = rest.dropFirst(2)
          depth -= 1
          guard depth == 0 else { continue }
          if text.allSatisfy(\.isWhitespace) { throw .empty(number) }
          let start = text.prefix(while: \.isWhitespace)
          let end = String(text.reversed().prefix(while: \.isWhitespace).reversed())
          let inner = String(text.dropFirst(start.count).dropLast(end.count))
          return [
            .text(String(start)), .gap(number: number, text: inner, hint: hint), .text(end),
          ]
        }
        if try begin() != nil {
          depth += 1
          continue
        }
        if rest.hasPrefix("::") {
          // Of a gap within this one, the hint is dropped.
          if depth > 1 {
            skipHint()
            continue
          }
          if hasHint { hint += "::" }
          hasHint = true
          rest = rest.dropFirst(2)
          continue
        }
        if hasHint { hint.append(first) } else { text.append(first) }
        rest.removeFirst()
      }
      throw .open
    }

    private mutating func skipHint() {
      while !rest.isEmpty, !rest.hasPrefix("}}") { rest.removeFirst() }
    }
  }
}

extension WordCard {
  /// The cards that a line of a deck's file is: one for each gap of a sentence, else itself.
  package var cards: [WordCard] {
    sentence.map(cards) ?? [self]
  }

  /// Whether it is the line of a sentence, not one of its gaps.
  package var isSentence: Bool { sentence != nil }

  /// Nil for a card that is not the line of a sentence.
  var sentence: GapSentence? { gap == nil ? try? GapSentence(first) : nil }

  func cards(of sentence: GapSentence) -> [WordCard] {
    sentence.numbers.map { number in
      WordCard(
        sentence.question(number), sentence.answer(number), guid: guid, note: note, media: media,
        gap: Gap(number: number, sentence: first), tags: tags)
    }
  }

  /// The line of the deck's file that it is a card of.
  package var line: WordCard {
    gap.map { WordCard($0.sentence, "", guid: guid, note: note, media: media, tags: tags) } ?? self
  }

  /// How many cards a line of the file is, without making them.
  package var cardCount: Int {
    sentence?.numbers.count ?? 1
  }

  /// The whole sentence of a gap with the answer in brackets; "" for other cards.
  package var solution: String {
    guard let gap else { return "" }
    return (try? GapSentence(gap.sentence))?.solution(gap.number) ?? ""
  }
}
