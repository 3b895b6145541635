import DeckImport
import TestSupport
import Testing
import ThemeFiles

@Suite struct TextEncodingTests {
  private static let text = "niño,child\n犬,dog\n"

  @Test(
    arguments: [
      ("latin1", [0x6E, 0x69, 0xF1, 0x6F], "niño"), ("ISO-8859-1", [0xE9], "é"),
      ("Latin-1", [0xE9], "é"), ("iso-8859-15", [0xA4], "€"), ("windows-1252", [0x80, 0x93], "€“"),
      ("UTF8", [0xC3, 0xA9], "é"), ("utf-16le", [0x72, 0x72], "牲"),
      ("utf-16be", [0x72, 0x72], "牲"),
      ("utf-16", [0xFE, 0xFF, 0x72, 0x73], "牳"), ("shift-jis", [0x88, 0x9F], "亜"),
      // A letter that waits for its accent, at the end of the file.
      ("windows-1258", [0x65], "e"), ("latin1", [], ""),
    ] as [(String, [UInt8], String)])
  func filesAreConverted(_ name: String, _ bytes: [UInt8], _ text: String) throws {
    let encoding = try #require(TextEncoding(named: name))
    #expect(String(decoding: try TextEncoding.utf8(bytes, from: encoding), as: UTF8.self) == text)
  }

  @Test func eachCommonNameIsKnownAndOthersAreNot() {
    for name in TextEncoding.common { #expect(TextEncoding(named: name) != nil, "\(name)") }
    for name in ["", "latin", "klingon", "latin1//IGNORE", "latin1/", "é", "utf 8"] {
      #expect(TextEncoding(named: name) == nil, "\(name)")
    }
  }

  @Test func aLargeFileIsConvertedWhole() throws {
    let latin = try #require(TextEncoding(named: "latin1"))
    let bytes = [UInt8](repeating: 0xE9, count: 200_001)
    #expect(try TextEncoding.utf8(bytes, from: latin).count == 400_002)
  }

  @Test func aByteOrderMarkIsBelieved() throws {
    let units: [UInt16] = [0xFEFF] + Array(Self.text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, big] {
      #expect(String(decoding: try TextEncoding.utf8(bytes, from: nil), as: UTF8.self) == Self.text)
    }
  }

  // A file in another encoding was reported line by line, with the wrong remedy.
  @Test(
    arguments: [
      (
        Array("a,b\nc,d\nni".utf8) + [0xF1] + Array("o,child\n".utf8),
        "Line 3 is not UTF-8. If the file is Latin-1, add --encoding latin1."
      ),
      (
        [0x93, 0x61, 0x94],
        "Line 1 is not UTF-8. If the file is Windows-1252, add --encoding windows-1252."
      ),
      ([0x61, 0, 0x2C, 0], "--encoding utf-16le"), ([0, 0x61, 0, 0x2C], "--encoding utf-16be"),
    ] as [([UInt8], String)])
  func anotherEncodingIsNamedOnce(_ bytes: [UInt8], _ message: String) {
    let refusal = #expect(throws: LineError.self) { try TextEncoding.utf8(bytes, from: nil) }
    #expect(refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
  }

  @Test func aWrongEncodingIsNamedWithItsLine() throws {
    let ascii = try #require(TextEncoding(named: "ascii"))
    let refusal = #expect(throws: LineError.self) {
      try TextEncoding.utf8(Array("a,b\né,c\n".utf8), from: ascii)
    }
    #expect(
      refusal?.message
        == "Line 2 does not fit the encoding ascii: choose another one with --encoding.")
  }

  /// A damaged line does not keep the others from being read.
  @Test func damagedLinesOfAUTF8FileAreLeftToTheirFaults() throws {
    let bytes = Array("é,e\nü,u\n".utf8) + [0xFF, 0x0A]
    #expect(try TextEncoding.utf8(bytes, from: nil) == bytes)
  }
}
