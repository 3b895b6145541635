import Foundation
import PlainText
import Testing

@Suite struct SafeTextTests {
  @Test func harmlessTextStaysText() {
    #expect(WrittenText.harmless("a\u{1B}[2J\tb\u{202E}❤️👨‍👩‍👧‍👦") == "a [2J b ❤️👨‍👩‍👧‍👦")
    #expect(WrittenText.harmless("a\u{85}bc", upTo: 2, replacement: "?") == "a?…")
    #expect(WrittenText.harmless("abc", upTo: 3) == "abc")
  }

  @Test func quotedTextShowsWhatCannotBeSeen() {
    #expect("a\u{1B}[2J\u{202E}\u{200D}é".printable == "aU+001B[2JU+202EU+200Dé")
    #expect("a\u{85}bc".printable(upTo: 2) == "aU+0085…")
    #expect("abc".printable(upTo: 3) == "abc")
  }

  @Test func markupHasEntities() {
    #expect("<a b='\"&\u{338}'>".markupEscaped == "&lt;a b=&apos;&quot;&amp;\u{338}&apos;&gt;")
  }

  @Test(
    arguments: [
      (0, "1 minute"), (3569, "59 minutes"), (3600, "1 hour"), (82_800, "23 hours"),
      (86_400, "1 day"), (86_400 * 59, "59 days"), (86_400 * 60, "2 months"),
      (86_400 * 700, "23 months"), (86_400 * 730, "2 years"), (86_400 * 36_500, "100 years"),
    ] as [(UInt64, String)])
  func aTimeHasOneUnit(seconds: UInt64, text: String) {
    #expect(roughTime(seconds: seconds) == text)
  }
}

/// The standard library may drop its normal forms with any release: a replacement must return the
/// same, since the keys of stored schedules depend on it.
@Suite struct NormalFormTests {
  @Test func theyAreFoundations() {
    var texts = [
      "", "plain", "cafe\u{301}", "caf\u{E9}", "가각힣", "\u{1100}\u{1161}\u{11A8}", "が", "か\u{3099}",
    ]
    texts += ["\u{212B}", "\u{1E9B}\u{323}", "q\u{307}\u{323}", "🏳️‍🌈👩🏽‍🚒", "שּׁ", "\u{F951}", "Ệ"]
    // Latin to Thai, Greek extended, kana, Hangul, compatibility ideographs.
    for range in [0x80...0xEFF, 0x1E00...0x1FFF, 0x3040...0x30FF, 0xAC00...0xD7A3, 0xF900...0xFAFF]
    {
      for scalar in range.compactMap({ Unicode.Scalar($0) }) {
        texts.append("a\(Character(scalar))\u{301}")
      }
    }
    // What is taken to be composed, beside its neighbors.
    for start in Array(stride(from: 0x80, to: 0x300, by: 2)) + Array(0x3000..<0xD7F0) {
      guard start < 0x3100 || start.isMultiple(of: 16) else { continue }
      let scalars = (start..<start + 16).reversed().compactMap { Unicode.Scalar($0) }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    for text in texts where text.unicodeScalars.allSatisfy({ $0.properties.age != nil }) {
      #expect(
        Array(NormalForm.composed(text).unicodeScalars)
          == Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
      #expect(
        NormalForm.decomposed(text)
          == Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
    }
  }
}
