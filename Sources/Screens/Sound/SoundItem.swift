import MemorizeBus
import MemorizeFiles
import PlainText
import Practice

/// Something to hear: a file, or a text that is spoken.
package enum SoundItem: Equatable {
  /// By its path.
  case file(String)
  /// `language` is a BCP 47 tag; empty for the usual voice.
  case speech(String, language: String)
}

/// A side of a card, as it is heard.
package struct HeardSide: Equatable {
  private let text: String
  private let language: String
  /// As the service publishes them.
  let sounds: [String]

  /// `[…]` in the text stands for a gap; another word in brackets may be its hint.
  package init(question text: String, language: String, sounds: [String]) {
    self.init(spoken: text.withPausesForGaps, language, sounds)
  }

  /// The sentence of a gap has its answer in brackets; empty for other cards.
  package init(answer text: String, sentence: String, language: String, sounds: [String]) {
    self.init(spoken: sentence.isEmpty ? text : sentence.withoutBrackets, language, sounds)
  }

  private init(spoken text: String, _ language: String, _ sounds: [String]) {
    self.text = text.harmless
    // It becomes an argument of a program.
    self.language = SideLanguages(language, "") == nil ? "" : language
    self.sounds = sounds
  }

  /// Its sounds, else its text, as far as each is wanted.
  ///
  /// A side that has a sound is not spoken beside it.
  package func items(sounds plays: Bool = true, speech speaks: Bool = true) -> [SoundItem] {
    let files = plays ? sounds.compactMap(Self.file) : []
    guard files.isEmpty, speaks, text.contains(where: { !$0.isWhitespace }) else { return files }
    return [.speech(text, language: language)]
  }

  /// Whether it has sounds, none of which is on this machine.
  var isMissing: Bool { !sounds.isEmpty && !sounds.contains { Self.file(of: $0) != nil } }

  private static func file(of path: String) -> SoundItem? {
    MediaDirectory.file(publishedAs: path).map(SoundItem.file)
  }
}

extension PracticeState {
  /// What is asked; nil without a question.
  package var heardQuestion: HeardSide? {
    guard isInProgress else { return nil }
    return HeardSide(
      question: question, language: questionLanguage, sounds: questionMedia?.sounds ?? [])
  }

  /// The answer to the question answered or revealed last.
  func heardAnswer(_ answer: String) -> HeardSide {
    HeardSide(
      answer: answer, sentence: sentence, language: answerLanguage,
      sounds: answerMedia?.sounds ?? [])
  }
}

extension String {
  /// A voice would read the brackets; commas make it pause, before and after a hint too.
  fileprivate var withPausesForGaps: String {
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "["), let end = rest[start...].firstIndex(of: "]") {
      let hint = rest[rest.index(after: start)..<end]
      result += rest[..<start].trimmed
      rest = rest[rest.index(after: end)...].trimmed
      // “[…].” would be a pause and the end of the sentence.
      if let first = rest.first, ".?!,;:。".contains(first) { rest = rest.dropFirst() }
      if hint == "…" {
        result += ", "
      } else {
        let isApart = result.isEmpty || result.hasSuffix(", ")
        result += (isApart ? "" : ", ") + hint + (rest.isEmpty ? "" : ", ")
      }
    }
    let text = result + rest.trimmed
    return text.allSatisfy { $0 == "," || $0.isWhitespace } ? withoutBrackets : text
  }

  fileprivate var withoutBrackets: String { filter { $0 != "[" && $0 != "]" } }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return self[..<end].drop { $0.isWhitespace }
  }
}
