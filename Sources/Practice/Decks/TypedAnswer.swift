internal import PlainText

/// Compares typed answers without case, width of letters and outer punctuation.
enum TypedAnswer {
  /// How a typed text matches one of the answers, by its index.
  enum Match: Equatable {
    case exact(Int)
    /// It leaves out what may be left out, or is written in another way.
    case meant(Int)
    /// They differ only in accents.
    case accents(Int)
  }

  /// Returns the first answer that a typed text equals, or of which it has one or more alternatives,
  /// as `yeah; yes` of `yes; yeah`; else the first that it means, else the first that it equals
  /// without accents.
  ///
  /// `readings` are how the answers are read, if that is right as well; called only if needed.
  static func match(
    of typed: String, among answers: [String], isEnglish: Bool = false,
    readings: () -> [String: [String]] = { [:] }
  ) -> Match? {
    var folding = AnswerFolding()
    let parts = folding.parts(of: typed)
    func first(_ forms: [AnswerForms], _ isRight: (AnswerForms, String) -> Bool) -> Int? {
      forms.firstIndex { form in parts.allSatisfy { isRight(form, $0) } }
    }
    var forms = answers.map { AnswerForms($0, isEnglish: isEnglish, &folding) }
    if let index = first(forms, { $0.isWritten(as: $1) }) { return .exact(index) }
    let readings = readings()
    if !readings.isEmpty {
      forms = answers.map {
        AnswerForms($0, readings: readings[$0] ?? [], isEnglish: isEnglish, &folding)
      }
    }
    if let index = first(forms, { $0.isMeant(by: $1) }) { return .meant(index) }
    return first(forms) { $0.isNear($1) }.map { .accents($0) }
  }

  /// Whether a typed text, or one of its alternatives, equals one of many answers, accents included.
  static func isExact(_ typed: String, among answers: some Sequence<String>) -> Bool {
    var folding = AnswerFolding()
    let parts = folding.parts(of: typed)
    return answers.contains { folding.keys(of: $0).contains(where: parts.contains) }
  }

  /// Returns the parts of an answer between its semicolons, and between slashes with spaces around them;
  /// none if it has neither.
  static func alternatives(of answer: String) -> [String] {
    // Fast path: no slash, and none of the first bytes of a semicolon or its equivalents.
    if !answer.utf8.contains(where: { $0 == 0x3B || $0 == 0xCD || $0 == 0xEF || $0 == 0x2F }) {
      return []
    }
    let characters = Array(answer)
    let parts = characters.indices.split { index in
      switch characters[index] {
      case ";", "；": true
      // An import writes it between the lines and list items of a field.
      case "/":
        characters[..<index].last == " " && characters[(index + 1)...].first == " "
      default: false
      }
    }
    if parts.count == 1 && parts[0].count == characters.count { return [] }
    return parts.map { WrittenText.trimmed(String(characters[$0])) }.filter { !$0.isEmpty }
  }
}

/// Folds answers to keys, caching the forms of characters, since a whole deck is searched.
struct AnswerFolding {
  private var known: [Unicode.Scalar: String] = [:]

  /// The keys of an answer and of its alternatives.
  mutating func keys(of answer: String) -> [String] {
    ([answer] + TypedAnswer.alternatives(of: answer)).map { key(of: $0) }
  }

  /// The keys of the alternatives in a typed text; its own if it has none.
  mutating func parts(of typed: String) -> [String] {
    let parts = TypedAnswer.alternatives(of: typed)
    return (parts.isEmpty ? [typed] : parts).map { key(of: $0) }
  }

  /// The composed text without case, width and outer punctuation.
  mutating func key(of text: String) -> String {
    if let key = Self.keyOfASCII(text.utf8) { return key }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let known = known[scalar] {
        folded += known.unicodeScalars
        continue
      }
      let form = Self.folded(scalar)
      known[scalar] = form
      folded += form.unicodeScalars
    }
    // An answer that has only punctuation is compared with it.
    let inner = folded.trimmed(of: Self.isOuter)
    return NormalForm.composed(String(inner.isEmpty ? folded[...] : inner))
  }

  /// The same of a text in ASCII, which has nothing to compose, in less time; nil for another one.
  private static func keyOfASCII(_ text: String.UTF8View) -> String? {
    guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
    func isOuter(_ byte: UInt8) -> Bool { Self.isOuter(Unicode.Scalar(byte)) }
    let trimmed = text.drop(while: isOuter)
    let inner = trimmed.lastIndex { !isOuter($0) }.map { trimmed[...$0] } ?? text[...]
    return String(
      decoding: inner.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// A key without accents; a letter of its own, such as ñ, stays one.
  static func withoutAccents(_ key: String) -> String {
    if key.utf8.allSatisfy({ $0 < 0x80 }) { return key }
    var bare = String.UnicodeScalarView()
    for scalar in NormalForm.decomposed(key) {
      if isAccent(scalar), !isLetter(bare.last, with: scalar) { continue }
      bare.append(scalar)
    }
    // A key that has only accents is compared with them.
    return bare.isEmpty ? key : NormalForm.composed(String(bare))
  }
}

// The rules.
extension AnswerFolding {
  /// Letters whose marks are no accents: another letter, not another spelling of the one below.
  private static let letters: Set<Unicode.Scalar> = [
    "ñ", "å", "ä", "ö", "ü", "й", "ё", "ç", "ğ", "ş",
  ]

  private static func isLetter(_ base: Unicode.Scalar?, with mark: Unicode.Scalar) -> Bool {
    guard let base else { return false }
    let composed = NormalForm.composed(String(String.UnicodeScalarView([base, mark])))
    return composed.unicodeScalars.count == 1
      && composed.unicodeScalars.first.map(letters.contains) == true
  }

  /// Whether a scalar is an accent of Latin, Greek or Cyrillic script, or one of the points of Hebrew
  /// and Arabic, which most texts leave out.
  ///
  /// The marks of other scripts, such as that of が, are part of their letters.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF: true
    case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
    case 0x064B...0x0652, 0x0670: true
    default: false
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0xFE0E, 0xFE0F: return ""
    case 0xFF01...0xFF5E:
      return Unicode.Scalar(scalar.value - 0xFEE0).map(folded) ?? String(scalar)
    case 0x3000: return " "
    case 0xFF65...0xFF9F:
      return String(halfWidthKana[Int(scalar.value - 0xFF65)])
    default: break
    }
    switch scalar {
    // The way through upper case would turn them into other letters.
    case "ß", "ẞ": return "ß"
    case "ı": return "ı"
    case "İ": return "i"
    // Upper case joins letters that lower case alone keeps apart, as σ and ς.
    default: return String(scalar).uppercased().lowercased()
    }
  }

  /// From U+FF65 on; the last two are the marks of が and ぱ, which join the letter before them.
  private static let halfWidthKana =
    Array(
      "・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars) + ["\u{3099}", "\u{309A}"]

  private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: scalar.properties.isWhitespace
    }
  }
}
