import TestSupport
import Testing

@testable import Translation

/// gettext must not get a file that would end the program or let it hang.
@Suite struct CatalogueFileTests {
  private static func source(_ plural: String = "n != 1", charset: String = "UTF-8") -> String {
    """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=\(charset)\\n"
    "Plural-Forms: nplurals=2; plural=\(plural);\\n"

    msgid "Draw"
    msgstr "Ziehen"

    msgctxt "sentence"
    msgid "1 card"
    msgid_plural "{n} cards"
    msgstr[0] "1 Karte"
    msgstr[1] "{n} Karten"

    msgctxt "sentence"
    msgid "There is no deck “{name}”."
    msgstr "Es gibt kein Deck „{name}“."
    """
  }

  private static func compiled(_ source: String) throws -> [UInt8] {
    let files = try TemporaryDirectory()
    let made = try Outcome(
      "msgfmt", ["-o", files.path("made.mo"), files.write("made.po", source)])
    #expect(made.code == 0, "\(made.errors)")
    return try files.bytes("made.mo")
  }

  private static func set(_ bytes: [UInt8], _ place: Int, to word: UInt32) -> [UInt8] {
    var bytes = bytes
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: word >> (8 * index)) }
    return bytes
  }

  @Test func whatMsgfmtWritesIsSound() throws {
    let file = try #require(CatalogueFile(Self.compiled(Self.source())))
    #expect(file.sentences.map(\.one.text) == ["1 card", "There is no deck “{name}”."])
    #expect(file.sentences.map(\.other?.text) == ["{n} cards", nil])
    // Rules of languages in use.
    for rule in [
      "0", "n > 1", "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2)",
      "n%100==1 ? 0 : n !=2",
    ] {
      #expect(CatalogueFile(try Self.compiled(Self.source(rule))) != nil, "\(rule)")
    }
  }

  /// A rule that divides by zero ended the program by a signal.
  @Test func rulesThatDivideAreRefused() throws {
    let sound = try Self.compiled(Self.source("n%1000000"))
    for rule in ["n%0      ", "n%00     ", "n%(0)    ", "n/(n-n)  ", "n%n      ", "n%       "] {
      let bytes = sound.replacing(Array("n%1000000".utf8), with: Array(rule.utf8))
      #expect(bytes != sound && CatalogueFile(bytes) == nil, "\(rule)")
    }
    #expect(CatalogueFile(sound) != nil)
    // Of so long a number gettext takes the last 64 bits, which are 0.
    #expect(CatalogueFile(try Self.compiled(Self.source("n%18446744073709551616"))) == nil)
    #expect(CatalogueFile(try Self.compiled(Self.source(charset: "ISO-8859-1"))) == nil)
  }

  @Test func damagedTablesAreRefused() throws {
    let sound = try Self.compiled(Self.source())
    #expect(CatalogueFile([]) == nil)
    for count in stride(from: 0, to: sound.count, by: 3) {
      #expect(CatalogueFile(Array(sound[..<count])) == nil)
    }
    let size = UInt32(sound.count)
    // Magic number, revision, count, both tables, the size and place of the hashes.
    for (place, word) in [
      (0, 0xDE12_0495), (4, 1), (4, 0x10000), (8, 0), (8, size), (8, 0xFFFF_FFFF), (12, size),
      (12, 0xFFFF_FFFC), (12, 29), (16, size - 4), (16, 30), (20, 4), (20, 9), (20, 0xFFFF_FFFF),
      (24, size), (24, 0xFFFF_FFFD), (28, size), (32, size), (28 + 8, 0xFFFF_FFFF),
    ] as [(Int, UInt32)] {
      #expect(CatalogueFile(Self.set(sound, place, to: word)) == nil, "\(place) \(word)")
    }
    // A table of hashes without an empty place is searched for ever.
    let hashes = (Int(sound[24]) | Int(sound[25]) << 8, Int(sound[20]))
    var full = sound
    for index in 0..<hashes.1 { full = Self.set(full, hashes.0 + 4 * index, to: 1) }
    #expect(CatalogueFile(full) == nil)
  }
}
