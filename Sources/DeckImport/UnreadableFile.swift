internal import ThemeFiles

extension LineFault {
  /// Recognises binary files by their first bytes, and files without lines; nil for all others.
  init?(ofFile bytes: [UInt8]) {
    if let known = Self.known.first(where: { bytes.starts(with: $0.magic) }) {
      self.init(known.message)
    } else if bytes.dropLast().contains(ASCII.carriageReturn), !bytes.contains(ASCII.lineFeed) {
      self.init(Self.oneLine)
    } else {
      return nil
    }
  }

  private static let known: [(magic: [UInt8], message: String)] = [
    (Array("PK\u{3}\u{4}".utf8), packed), (Array("PK\u{5}\u{6}".utf8), packed),
    (Array("SQLite format 3\0".utf8), database),
    ([0x1F, 0x8B], compressed), ([0x28, 0xB5, 0x2F, 0xFD], compressed),
    ([0xFF, 0xFE], wide), ([0xFE, 0xFF], wide),
  ]

  private static let packed = """
    This is a packed file, perhaps .apkg or .colpkg, and cannot be read: in Anki choose Export, \
    then “Notes in Plain Text”, and import that file.
    """

  private static let database = """
    This is a database, perhaps an Anki collection, and cannot be read: in Anki choose Export, \
    then “Notes in Plain Text”, and import that file.
    """

  private static let compressed = "This is a compressed file: unpack it, and import its contents."

  private static let oneLine = """
    The lines of this file end with CR alone, so it would be read as one line: save it with the \
    line endings of Unix or Windows, then import it.
    """

  private static let wide = "This is text in UTF-16: save it as UTF-8, then import it."
}
