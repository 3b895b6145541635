internal import Glibc
internal import PlainText
package import ThemeFiles

/// An encoding of text files other than UTF-8, which iconv(3) converts.
package struct TextEncoding: Equatable, Sendable {
  /// As iconv knows it.
  private let name: String

  /// Names that people may mean; iconv has many more.
  package static let common = [
    "utf-8", "utf-16", "utf-16le", "utf-16be", "latin1", "iso-8859-2", "iso-8859-9", "iso-8859-15",
    "windows-1250", "windows-1251", "windows-1252", "koi8-r", "macintosh", "shift-jis", "euc-jp",
    "euc-kr", "gb18030", "big5",
  ]

  /// Nil if iconv does not know the name; missing and extra hyphens are accepted.
  package init?(named name: String) {
    // A slash would begin an instruction to iconv, and no name is that long.
    guard !name.isEmpty, name.utf8.count <= 40,
      name.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "/") })
    else { return nil }
    let spellings = [name, String(name.filter { $0 != "-" })]
    guard let known = spellings.first(where: Self.isKnown) else { return nil }
    self.name = known
  }

  /// Returns a file's text as UTF-8, from this encoding.
  func utf8(_ bytes: [UInt8]) throws(LineError) -> [UInt8] {
    guard let converter = Self.converter(from: name) else {
      throw LineError(english("The encoding “\(name)” is not known on this system."))
    }
    defer { iconv_close(converter) }
    var bytes = bytes
    var text: [UInt8] = []
    let isWhole = bytes.withUnsafeMutableBytes { input in
      var (next, left) = (input.baseAddress?.assumingMemoryBound(to: CChar.self), input.count)
      while Self.convert(converter, &next, &left, &text) != 0 {
        guard errno == E2BIG else { return false }
      }
      // A character may still wait for what could combine with it.
      next = nil
      return Self.convert(converter, &next, &left, &text) == 0
    }
    if isWhole { return text }
    let line = text.count { $0 == ASCII.lineFeed } + 1
    throw LineError(
      english("Line \(line) does not fit the encoding \(name): choose another one with --encoding.")
    )
  }

  /// Converts what fits in a buffer.
  private static func convert(
    _ converter: iconv_t, _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
    _ text: inout [UInt8]
  ) -> Int {
    let size = 65_536
    var result = 0
    text += [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var room = size
      var end = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
      result = Glibc.iconv(converter, &next, &left, &end, &room)
      count = size - room
    }
    return result
  }

  private static func isKnown(_ name: String) -> Bool {
    guard let converter = converter(from: name) else { return false }
    iconv_close(converter)
    return true
  }

  private static func converter(from name: String) -> iconv_t? {
    let converter = iconv_open("UTF-8", name)
    // Failure is −1, not a null pointer.
    return converter == iconv_t(bitPattern: -1) ? nil : converter
  }
}

extension TextEncoding {
  /// The first bytes of files that are not text.
  private static let binaries: [(magic: [UInt8], message: String)] = [
    (Array("PK\u{3}\u{4}".utf8), packed), (Array("PK\u{5}\u{6}".utf8), packed),
    (
      Array("SQLite format 3\0".utf8),
      english(
        "This is a database, perhaps an Anki collection, and cannot be read: in Anki choose File, "
          + "Export, and import the package.")
    ),
    ([0x1F, 0x8B], compressed), ([0x28, 0xB5, 0x2F, 0xFD], compressed),
  ]
  private static let packed = english(
    "This is an archive: import a package of Anki by the name of its file, and unpack any other "
      + "archive first.")
  private static let compressed = english(
    "This is a compressed file: unpack it, and import its contents.")

  /// Returns a file's text as UTF-8; without an encoding it is UTF-8, or UTF-16 by its byte order
  /// mark.
  ///
  /// A file in which most lines beyond ASCII are UTF-8 is returned as it is: only the others are
  /// faults.
  package static func utf8(
    _ bytes: [UInt8], from encoding: TextEncoding?
  ) throws(LineError) -> [UInt8] {
    if let encoding { return try encoding.utf8(bytes) }
    if let binary = binaries.first(where: { bytes.starts(with: $0.magic) }) {
      throw LineError(binary.message)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
      let wide = TextEncoding(named: "utf-16")
    {
      return try wide.utf8(bytes)
    }
    if bytes.prefix(2).contains(0) {
      let name = bytes[0] == 0 ? "utf-16be" : "utf-16le"
      throw LineError(
        english("This looks like UTF-16 without a byte order mark: add --encoding \(name)."))
    }
    var (good, bad) = (0, 0)
    var first = 1
    for line in FileLines(bytes) where line.bytes.contains(where: { $0 >= 0x80 }) {
      if String(validating: line.bytes, as: UTF8.self) != nil {
        good += 1
      } else {
        if bad == 0 { first = line.number }
        bad += 1
      }
    }
    guard bad > good else { return bytes }
    // Latin-1 has only control characters there, Windows-1252 quotation marks and dashes.
    let isWindows = bytes.contains { (0x80..<0xA0).contains($0) }
    let (name, option) = isWindows ? ("Windows-1252", "windows-1252") : ("Latin-1", "latin1")
    throw LineError(
      english("Line \(first) is not UTF-8. If the file is \(name), add --encoding \(option)."))
  }
}
