internal import PlainText

/// The ways to write an answer that are right, folded for comparison.
struct AnswerForms {
  /// The text itself and its alternatives.
  private let written: [String]
  /// The same without what stands in round brackets, and without the brackets alone.
  private let shortened: [String]
  private let readings: [String]
  /// Whether “to eat” and “eat” are one.
  private let isEnglish: Bool

  /// `readings` are how the answer is read, if that may be written instead.
  init(
    _ answer: String, readings: [String] = [], isEnglish: Bool, _ folding: inout AnswerFolding
  ) {
    self.isEnglish = isEnglish
    written = folding.keys(of: answer)
    var shortened: [String] = []
    for text in Self.withoutBrackets(answer) { shortened += folding.keys(of: text) }
    self.shortened = shortened.filter { !$0.isEmpty }
    var keys: [String] = []
    for reading in readings { keys += folding.keys(of: reading) }
    self.readings = keys
  }

  /// Whether a key is the text or one of its alternatives.
  func isWritten(as key: String) -> Bool { written.contains(key) }

  /// Whether a key is what the text means: shortened, its reading, or in katakana for hiragana.
  func isMeant(by key: String) -> Bool {
    isOne(of: written, key) || isOne(of: shortened, key) || isOne(of: readings, key)
  }

  /// Whether a key is what the text means but for its accents.
  func isNear(_ key: String) -> Bool {
    let bare = AnswerFolding.withoutAccents(key)
    return isOne(of: (written + shortened).map(AnswerFolding.withoutAccents), bare)
  }

  private func isOne(of forms: [String], _ key: String) -> Bool {
    let key = withoutTo(key)
    return forms.contains { Self.isEqual(key, withoutTo($0)) }
  }

  private func withoutTo(_ key: String) -> Substring {
    isEnglish && key.hasPrefix("to ") ? key.dropFirst(3) : key[...]
  }

  /// Whether a typed text is another one, in katakana where that has hiragana.
  private static func isEqual(_ typed: Substring, _ text: Substring) -> Bool {
    if typed == text { return true }
    let (typed, text) = (typed.unicodeScalars, text.unicodeScalars)
    return typed.elementsEqual(text) {
      $0 == $1 || (0x3041...0x309E).contains($1.value) && $0.value == $1.value + 0x60
    }
  }

  /// A text without what stands in round brackets, and without the brackets alone; none if it has no
  /// brackets, or not each with its other one.
  private static func withoutBrackets(_ text: String) -> [String] {
    // The first bytes of ( and （.
    guard text.utf8.contains(where: { $0 == 0x28 || $0 == 0xEF }) else { return [] }
    var (outside, all) = ("", "")
    var (depth, hasBrackets) = (0, false)
    for character in text {
      switch character {
      case "(", "（":
        (depth, hasBrackets) = (depth + 1, true)
      case ")", "）":
        depth -= 1
        if depth < 0 { return [] }
      default:
        all.append(character)
        guard depth == 0 else { continue }
        // What stood between two spaces leaves one of them, and none before a comma.
        let isAfterSpace = outside.last?.isWhitespace == true
        if isAfterSpace, ",.!?".contains(character) { outside.removeLast() }
        if !isAfterSpace || !character.isWhitespace { outside.append(character) }
      }
    }
    return hasBrackets && depth == 0 ? [outside, all] : []
  }
}

/// The right answers of a question.
struct RightAnswers {
  private let answers: [(forms: AnswerForms, parts: [String])]
  private let isEnglish: Bool

  init(_ answers: [String], isEnglish: Bool, _ folding: inout AnswerFolding) {
    self.isEnglish = isEnglish
    var forms: [(AnswerForms, [String])] = []
    for answer in answers {
      forms.append(
        (AnswerForms(answer, isEnglish: isEnglish, &folding), folding.parts(of: answer)))
    }
    self.answers = forms
  }

  /// Whether a text, or one of its alternatives, means one of them or is meant by one, so that it is no
  /// wrong choice beside them.
  func share(_ text: String, _ folding: inout AnswerFolding) -> Bool {
    let forms = AnswerForms(text, isEnglish: isEnglish, &folding)
    let parts = folding.parts(of: text)
    return answers.contains { answer in
      parts.contains { answer.forms.isMeant(by: $0) }
        || answer.parts.contains { forms.isMeant(by: $0) }
    }
  }
}
