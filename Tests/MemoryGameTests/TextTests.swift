import PlainText
import Testing

@testable import MemoryGame

@Suite struct TextTests {
  @Test(arguments: [
    ("é", "e\u{301}"), ("✏", "✏\u{FE0F}"), ("✏\u{FE0E}", "✏\u{FE0F}"), (" bat ", "bat"),
    ("\u{3000}蝙蝠", "蝙蝠\u{A0}"), ("Å", "\u{212B}"),
  ])
  func equalFaces(_ texts: (String, String)) throws {
    let (one, other) = (try Face(texts.0), try Face(texts.1))
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
  }

  @Test(arguments: [("bat", "Bat"), ("🦇", "🎃"), ("a b", "ab"), ("ﬁ", "fi")])
  func differentFaces(_ texts: (String, String)) throws {
    #expect(try Face(texts.0) != Face(texts.1))
  }

  @Test(arguments: [
    ("", ThemeError.face(.empty)), (" ", .face(.empty)), ("\u{3000}\u{A0}", .face(.empty)),
    ("\u{FE0F}", .face(.empty)), ("\u{200B}", .face(.empty)), ("a\nb", .face(.control)),
    ("a\n", .face(.control)), ("\ta", .face(.control)), ("a\u{0}", .face(.control)),
    ("a\u{85}", .face(.control)), ("a\u{2028}b", .face(.control)), ("a\u{2029}", .face(.control)),
    ("\u{202E}abc", .face(.control)), ("\u{2066}abc", .face(.control)),
    ("\u{1B}[31m", .face(.control)), ("a\u{9B}", .face(.control)),
    (String(repeating: "x", count: 65), .face(.tooLong)),
    (String(repeating: "🎃", count: 17), .face(.tooLong)),
  ])
  func badFaces(_ text: String, _ fault: ThemeError) {
    #expect(throws: fault) { try Face(text) }
    #expect(!fault.message.isEmpty)
  }

  @Test func aFaceOf64BytesIsGood() throws {
    #expect(try Face(String(repeating: "🎃", count: 16)).text.utf8.count == 64)
    #expect(try Face(" 7×8 ").text == "7×8")
  }

  @Test(arguments: [
    ("Halloween", "hALLOWEEN "), ("Éte", "e\u{301}TE"), ("STRASSE", "straße"), ("Σας", "σασ"),
  ])
  func equalNames(_ texts: (String, String)) throws {
    #expect(try ThemeName(texts.0) == ThemeName(texts.1))
    #expect(ThemeName.comparisonKey(of: texts.0) == ThemeName.comparisonKey(of: texts.1))
  }

  @Test(arguments: [
    ("", ThemeError.name(.empty)), ("  ", .name(.empty)), ("a\u{7}", .name(.control)),
    ("\u{202D}a", .name(.control)), (String(repeating: "é", count: 65), .name(.tooLong)),
    (String(repeating: "x", count: 100_000), .name(.tooLong)),
  ])
  func badNames(_ text: String, _ fault: ThemeError) {
    #expect(throws: fault) { try ThemeName(text) }
    #expect(!fault.message.isEmpty)
  }

  @Test func aNameOf64CharactersIsGood() throws {
    #expect(try ThemeName(String(repeating: "🎃", count: 64)).text.count == 64)
  }
}
