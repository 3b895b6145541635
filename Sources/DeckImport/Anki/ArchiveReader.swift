internal import CArchive
internal import Glibc
internal import PlainText
internal import ThemeFiles
internal import UserFiles

/// Reads an archive, or one compressed file, from a descriptor with libarchive.
final class ArchiveReader {
  enum Kind {
    /// The members of a zip file, in the order in which they stand there.
    ///
    /// Its directory is not read: that of a hostile file could exhaust memory.
    case zip
    /// A single Zstandard stream.
    case zstandard
  }

  private static let minimumSkippable = 4 << 30

  private let library: carchive_functions
  private let handle: OpaquePointer
  /// How many bytes of unwanted members may still come.
  private var skippable: Int
  private var isInMember = false

  convenience init(_ kind: Kind, file: Int32) throws(LineError) {
    var status = stat()
    fstat(file, &status)
    try self.init(kind, size: Int(status.st_size))
    try check(library.archive_read_open_fd(handle, file, 65_536))
  }

  /// The caller opens the archive.
  private init(_ kind: Kind, size: Int) throws(LineError) {
    skippable = Self.minimumSkippable + 2 * size
    library = try carchive_functions.loaded()
    guard let handle = library.archive_read_new() else {
      throw LineError(english("Out of memory."))
    }
    self.handle = handle
    // From here on, throwing runs deinit.
    switch kind {
    case .zip: try check(library.archive_read_support_format_zip_streamable(handle))
    case .zstandard:
      try check(library.archive_read_support_format_raw(handle))
      try check(library.archive_read_support_format_empty(handle))
      try check(library.archive_read_support_filter_zstd(handle))
    }
  }

  /// Unpacks a Zstandard stream.
  static func unpacked(_ packed: [UInt8], upTo limit: Int) throws(LineError) -> Content {
    let reader = try ArchiveReader(.zstandard, size: packed.count)
    return try packed.withUnsafeBytes { bytes in
      Result { () throws(LineError) in
        try reader.check(
          reader.library.archive_read_open_memory(reader.handle, bytes.baseAddress, bytes.count))
        return try reader.next() == nil ? .bytes([]) : reader.content(upTo: limit)
      }
    }.get()
  }

  deinit { _ = library.archive_read_free(handle) }

  /// Skips to the next member and returns its name; nil at the end.
  func next() throws(LineError) -> String? {
    try skip()
    var entry: OpaquePointer?
    let code = library.archive_read_next_header(handle, &entry)
    if code == ARCHIVE_EOF { return nil }
    try check(code)
    isInMember = true
    return library.archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
  }

  /// Reads the rest of the member here: libarchive would unpack a member of unknown size to its end,
  /// and a few megabytes may unpack to terabytes.
  private func skip() throws(LineError) {
    guard isInMember else { return }
    // Ignore faults in unwanted members; a fault of the archive shows again at the next header.
    _ = try blocks { bytes throws(LineError) in
      skippable -= bytes.count
      guard skippable >= 0 else {
        throw LineError(
          english("The package unpacks to far more than its size: export it without media."))
      }
    }
  }

  /// What a member contains.
  enum Content {
    case bytes([UInt8])
    /// It has more bytes than the limit.
    case tooLarge
    case damaged
  }

  func content(upTo limit: Int) throws(LineError) -> Content {
    var content: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = library.archive_read_data(handle, buffer.baseAddress, buffer.count)
      guard count > 0 else { return count == 0 ? .bytes(content) : .damaged }
      guard content.count + count <= limit else { return .tooLarge }
      content += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
  }

  /// Appends the member's content to a file.
  func copy(to file: TemporaryFile, upTo limit: Int) throws(LineError) {
    var left = limit
    let isWhole = try blocks { bytes throws(LineError) in
      left -= bytes.count
      guard left >= 0 else {
        throw LineError(
          english(
            "The collection in this package has more than \(limit >> 20) MB: in Anki, export "
              + "single decks."))
      }
      try TemporaryFile.unpacking { () throws(FileError) in try file.append(bytes) }
    }
    guard isWhole else { throw fault }
  }

  /// Passes what has not been read of the member; returns false if its data are damaged.
  private func blocks(
    _ body: (UnsafeRawBufferPointer) throws(LineError) -> Void
  ) throws(LineError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = library.archive_read_data(handle, buffer.baseAddress, buffer.count)
      guard count > 0 else { return count == 0 }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func check(_ code: Int32) throws(LineError) {
    // A warning concerns names or times, which nobody needs.
    guard code >= ARCHIVE_WARN else { throw fault }
  }

  private var fault: LineError {
    let reason =
      library.archive_error_string(handle).map { String(cString: $0) } ?? english("no reason")
    return LineError(english("The package is damaged (\(reason)): export or download it again."))
  }
}
