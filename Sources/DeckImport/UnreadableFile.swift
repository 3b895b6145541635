internal import ThemeFiles

extension LineError {
  /// Recognises files that are not text by their first bytes; nil for all others.
  init?(ofBinary bytes: [UInt8]) {
    guard let known = Self.known.first(where: { bytes.starts(with: $0.magic) }) else { return nil }
    self.init(known.message)
  }

  /// Recognises text without lines; nil for all others.
  init?(ofText bytes: [UInt8]) {
    guard bytes.dropLast().contains(ASCII.carriageReturn), !bytes.contains(ASCII.lineFeed) else {
      return nil
    }
    self.init(Self.oneLine)
  }

  private static let known: [(magic: [UInt8], message: String)] = [
    (Array("PK\u{3}\u{4}".utf8), packed), (Array("PK\u{5}\u{6}".utf8), packed),
    (Array("SQLite format 3\0".utf8), database),
    ([0x1F, 0x8B], compressed), ([0x28, 0xB5, 0x2F, 0xFD], compressed),
  ]

  private static let packed = """
    This is an archive: import a package of Anki by the name of its file, and unpack any other \
    archive first.
    """

  private static let database = """
    This is a database, perhaps an Anki collection, and cannot be read: in Anki choose File, \
    Export, and import the package.
    """

  private static let compressed = "This is a compressed file: unpack it, and import its contents."

  private static let oneLine = """
    The lines of this file end with CR alone, so it would be read as one line: save it with the \
    line endings of Unix or Windows, then import it.
    """
}
