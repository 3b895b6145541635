import Glibc
import PlainText
import UserFiles

/// A catalogue as `msgfmt` writes it, read before gettext maps it.
///
/// gettext trusts the file: with a place outside it, a table of hashes without an empty place, or a rule
/// for plurals that divides by zero, the program would end or hang. The form is that of “The Format of GNU
/// MO Files” in its manual.
struct CatalogueFile {
  private static let limit = 1 << 20
  /// Of messages, and of the header's rule for plurals in bytes.
  private static let (maximumCount, longestRule) = (20_000, 300)
  /// In digits, within such a rule.
  private static let longestNumber = 7
  private static let headerBytes = 28

  private let bytes: [UInt8]
  private let count: Int
  private let (originals, translations): (Int, Int)

  /// Nil if it cannot be read or must not be given to gettext.
  init?(_ path: String) {
    guard let bytes = try? UserFile.read(path, limit: Self.limit) else { return nil }
    self.init(bytes)
  }

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= Self.headerBytes else { return nil }
    let words = (0..<7).map { Self.word(bytes, $0 * 4) }
    (count, originals, translations) = (words[2], words[3], words[4])
    guard words[0] == 0x9504_12DE, words[1] == 0, (1...Self.maximumCount).contains(count),
      hasTable(originals, count * 2), hasTable(translations, count * 2),
      (0..<count).allSatisfy({ hasText(originals, $0) && hasText(translations, $0) }),
      hasSoundHashes(words[6], words[5]), hasSoundHeader
    else { return nil }
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  private func hasTable(_ place: Int, _ words: Int) -> Bool {
    place % 4 == 0 && place <= bytes.count && words * 4 <= bytes.count - place
  }

  private func range(_ table: Int, _ index: Int) -> Range<Int> {
    let start = Self.word(bytes, table + index * 8 + 4)
    return start..<start + Self.word(bytes, table + index * 8)
  }

  private func hasText(_ table: Int, _ index: Int) -> Bool {
    let end = range(table, index).upperBound
    return end < bytes.count && bytes[end] == 0
  }

  /// gettext looks for a place by steps that are smaller than the table's size, until one is empty.
  private func hasSoundHashes(_ table: Int, _ size: Int) -> Bool {
    // So small a table is not used.
    if size <= 2 { return true }
    guard size > count, hasTable(table, size),
      !(2...).prefix(while: { $0 * $0 <= size }).contains(where: { size % $0 == 0 })
    else { return false }
    let entries = (0..<size).map { Self.word(bytes, table + $0 * 4) }
    return entries.contains(0) && entries.allSatisfy { $0 <= count }
  }

  /// The translation of the empty text.
  private var hasSoundHeader: Bool {
    guard range(originals, 0).isEmpty else { return false }
    let header = String(decoding: bytes[range(translations, 0)], as: UTF8.self)
    guard !header.utf8.contains(0), Self.value(header, "charset=") == "UTF-8" else { return false }
    guard let rule = Self.value(header, "plural=", until: ";\n") else { return true }
    return Self.isSound(rule)
  }

  private static func value(
    _ header: String, _ name: String, until ends: String = " \t\n"
  ) -> Substring? {
    header.firstRange(of: name).map { header[$0.upperBound...].prefix { !ends.contains($0) } }
  }

  /// Rules in use need neither division nor sums, and take a remainder of numbers only; of longer ones
  /// gettext takes the last 64 bits, which may be 0.
  private static func isSound(_ rule: Substring) -> Bool {
    guard rule.utf8.count <= longestRule,
      rule.allSatisfy({ "n0123456789 %=!<>&|?:()".contains($0) }),
      rule.split(whereSeparator: { !$0.isNumber }).allSatisfy({ $0.count <= longestNumber })
    else { return false }
    return rule.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      $0.first { $0 != " " }.map("123456789".contains) ?? false
    }
  }

  /// The forms of each text and of its translation; what stands before U+0004 is the context.
  var messages: some Sequence<(originals: [String], translations: [String])> {
    (0..<count).lazy.map { (forms(originals, $0), forms(translations, $0)) }
  }

  private func forms(_ table: Int, _ index: Int) -> [String] {
    bytes[range(table, index)].split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the catalogue has of sentences that others made in English.
  var sentences: [Sentence] {
    let prefix = Array("\(Sentence.context)\u{4}".utf8)
    return (0..<count).compactMap { index in
      guard bytes[range(originals, index)].starts(with: prefix) else { return nil }
      let forms = forms(originals, index)
      let one = Template(String(forms[0].utf8.dropFirst(prefix.count)) ?? "")
      return Sentence(one: one, other: forms.count > 1 ? Template(forms[1]) : nil)
    }
  }
}
