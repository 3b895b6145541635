internal import PlainText
internal import Practice
internal import ThemeFiles

/// A kind of notes: the names of their fields, and the templates of their cards.
struct NoteType {
  enum Kind {
    case cards, cloze, imageOcclusion
  }

  /// One kind of card, with the fields that it shows.
  struct Template {
    /// In the order of the template.
    let question: [Int]
    /// Without the fields of the question.
    let answer: [Int]
  }

  let kind: Kind
  /// The names of the fields, if it is one of those that are exported from here.
  private let ownFields: [String]?
  private(set) var fields: [String] = []
  /// The index of each field by its name without case, which does not matter in Anki.
  private var indices: [String: Int] = [:]
  /// The fields that seem to have a pronunciation.
  private var readings: Set<Int> = []
  /// The fields that are shown without their furigana, which give their readings.
  private var written: Set<Int> = []
  /// The field of a sentence with gaps.
  private(set) var sentence: Int?
  /// The language that Anki speaks each field in, as BCP 47 has it.
  private(set) var languages: [Int: String] = [:]
  /// By their number in Anki.
  private var templates: [Int64: Template] = [:]

  /// The part of a template that is read.
  private static let maximumBytes = 65_536

  init(kind: Kind, ownFields: [String]? = nil) { (self.kind, self.ownFields) = (kind, ownFields) }

  /// Whether it was exported from here; fields that were added in Anki do not matter.
  private var isOurs: Bool { ownFields.map { fields.starts(with: $0) } ?? false }

  mutating func addField(_ name: String) {
    if Self.isReading(name) { readings.insert(fields.count) }
    indices[WrittenText.caselessKey(name)] = fields.count
    fields.append(name)
  }

  mutating func addTemplate(_ number: Int64, question: String, answer: String) {
    for (language, part) in SpokenText.parts(of: String(question.prefix(Self.maximumBytes)))
      + SpokenText.parts(of: String(answer.prefix(Self.maximumBytes)))
    {
      for index in shown(in: part, without: []) { languages[index] = languages[index] ?? language }
    }
    // A field that is to be typed, or hidden behind a hint, is shown with the answer.
    let asked = shown(in: question, without: ["type", "hint"])
    // The answer may repeat the question with more about it.
    let begin = Self.answerMarks.compactMap { answer.firstRange(of: $0)?.upperBound }.min()
    let told = shown(in: String(answer[(begin ?? answer.startIndex)...]), without: [])
    let above = shown(in: String(answer[..<(begin ?? answer.startIndex)]), without: [])
    templates[number] = Template(
      question: asked,
      answer: told.filter { !asked.contains($0) }
        + above.filter { !asked.contains($0) && !told.contains($0) })
  }

  /// Where the answer begins, by Anki's convention `<hr id=answer>`.
  private static let answerMarks = ["id=answer", "id=\"answer\"", "id='answer'"]

  /// The indices of the fields that a template shows, such as `{{text:Front}}`, except those with
  /// one of some filters.
  private mutating func shown(in template: String, without filters: [String]) -> [Int] {
    var shown: [Int] = []
    let template = String(decoding: template.utf8.prefix(Self.maximumBytes), as: UTF8.self)
      .without(from: "<!--", to: "-->")
    for part in template.utf8.split(separator: UInt8(ascii: "{")) {
      guard let end = part.firstIndex(of: UInt8(ascii: "}")) else { continue }
      var words = part[..<end].split(separator: UInt8(ascii: ":")).map {
        WrittenText.trimmed(String(decoding: $0, as: UTF8.self))
      }
      guard let name = words.popLast(), !words.contains(where: filters.contains),
        let index = indices[WrittenText.caselessKey(name)]
      else { continue }
      let voice = words.first { $0.hasPrefix("tts ") }?.split(separator: " ").dropFirst().first
      if let voice { languages[index] = languages[index] ?? SpokenText.tag(voice) }
      if shown.contains(index) { continue }
      if words.contains(where: ["furigana", "kana"].contains) { readings.insert(index) }
      if words.contains("kanji") { written.insert(index) }
      if words.contains("cloze") { sentence = sentence ?? index }
      shown.append(index)
    }
    return shown
  }

  /// Words in the names that people give to a field for the pronunciation.
  private static let readingNames: Set = [
    "reading", "readings", "furigana", "ruby", "kana", "hiragana", "yomi", "yomigana", "romaji",
    "pinyin", "zhuyin", "bopomofo", "jyutping", "romanization", "romanisation", "transliteration",
    "transcription", "ipa", "phonetic", "phonetics", "pronunciation", "aussprache", "prononciation",
    "pronunciación", "読み", "よみ", "ふりがな", "発音", "拼音", "발음",
  ]

  private static func isReading(_ name: String) -> Bool {
    words(of: name).contains { readingNames.contains(WrittenText.caselessKey(String($0))) }
  }

  private static let noteNames: Set = [
    "example", "examples", "sentence", "sentences", "note", "notes", "extra",
  ]

  /// The fields whose names say that they have what `note` is for.
  private var notes: [Int] {
    fields.indices.filter { index in
      Self.words(of: fields[index]).contains {
        Self.noteNames.contains(WrittenText.caselessKey(String($0)))
      }
    }
  }

  /// The words of a name such as `Word Reading`, `reading_kana` and `ExpressionReading`.
  private static func words(of name: String) -> [Substring] {
    name.split { !$0.isLetter }.flatMap { part in
      let begins = part.indices.filter { index in
        index != part.startIndex && part[index].isUppercase
          && part[part.index(before: index)].isLowercase
      }
      return zip([part.startIndex] + begins, begins + [part.endIndex]).map { part[$0..<$1] }
    }
  }

  /// The fields of a card: those that are chosen, else those of the first template, else the first
  /// two.
  func layout(
    front: FieldChoice?, back: FieldChoice?, pronunciation: FieldChoice?, note: FieldChoice? = nil
  ) -> CardLayout {
    if isOurs, [front, back, pronunciation, note].allSatisfy({ $0 == nil }) {
      return CardLayout(
        front: [0], back: [1], readings: kind == .cards ? [2] : [], frontMedia: [0],
        backMedia: [1], notes: kind == .cards ? [3] : [1], isOurs: true)
    }
    let first = templates.min { $0.key < $1.key }?.value
    let (question, answer) = (first?.question ?? [], first?.answer ?? [])
    let all = question + answer + fields.indices
    let (chosenBack, chosenReading) = (back.flatMap(index), pronunciation.flatMap(index))
    let chosenNote = note.flatMap(index)
    /// Among the shown fields a reading comes last: it is a side only if there is nothing else.
    func side(_ shown: [Int], without others: [Int?]) -> [Int] {
      let shown = shown.filter { !others.contains($0) }
      return shown.isEmpty
        ? Array(all.filter { !others.contains($0) }.prefix(1))
        : shown.filter { !readings.contains($0) } + shown.filter(readings.contains)
    }
    let front =
      front.flatMap(index).map { [$0] }
      ?? side(question, without: [chosenBack, chosenReading, chosenNote])
    let back =
      chosenBack.map { [$0] } ?? side(answer, without: front + [chosenReading, chosenNote])
    // With a chosen field come the sounds and pictures that Anki shows beside it.
    let beside = { (side: [Int], shown: [Int]) in
      side + (shown.contains(where: side.contains) ? shown.filter { !side.contains($0) } : [])
    }
    let frontMedia = beside(front, question)
    let reverse = backward(front: front, back: back)
    return CardLayout(
      front: front, back: back,
      readings: chosenReading.map { [$0] }
        ?? (answer + question).filter(readings.union(written).contains),
      frontMedia: frontMedia,
      backMedia: beside(back, answer).filter { !frontMedia.contains($0) },
      answersOnly: reverse.map { Set(answer).subtracting($0.question) } ?? [],
      notes: chosenNote.map { [$0] } ?? notes, isNoteChosen: chosenNote != nil,
      isReadingChosen: chosenReading != nil)
  }

  func index(_ choice: FieldChoice) -> Int? {
    switch choice {
    case .name(let name): indices[WrittenText.caselessKey(name)]
    case .number(let number): fields.indices.contains(number - 1) ? number - 1 : nil
    }
  }

  /// The template that asks for the front.
  private func backward(front: [Int], back: [Int]) -> Template? {
    directions(front: front, back: back).first { $0.value == .backward }
      .flatMap { templates[$0.key] }
  }

  /// The direction of each template's cards, given the fields of both sides.
  func directions(front: [Int], back: [Int]) -> [Int64: Direction] {
    guard let front = front.first, let back = back.first else { return [:] }
    let sorted = templates.sorted { $0.key < $1.key }
    func number(asking question: Int, for answer: Int) -> Int64? {
      sorted.first { $1.question.contains(question) && $1.answer.contains(answer) }?.key
    }
    let backward = number(asking: back, for: front)
    // The fields may be chosen from outside of the templates.
    let forward = number(asking: front, for: back) ?? sorted.first { $0.key != backward }?.key
    var directions: [Int64: Direction] = [:]
    if let backward { directions[backward] = .backward }
    if let forward { directions[forward] = .forward }
    return directions
  }
}

/// A field of notes, a column of a table, or a language of a vocabulary, as people name it.
package enum FieldChoice: Equatable, Sendable {
  /// From 1.
  case number(Int)
  case name(String)
}
