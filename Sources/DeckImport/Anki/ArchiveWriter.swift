internal import CArchive
internal import Glibc
internal import PlainText
internal import ThemeFiles

/// Writes a zip file to a descriptor with libarchive.
final class ArchiveWriter {
  private let library: carchive_functions
  private let handle: OpaquePointer

  init(file: Int32) throws(LineError) {
    library = try carchive_functions.loaded()
    guard let handle = library.archive_write_new() else {
      throw LineError(english("Out of memory."))
    }
    self.handle = handle
    // From here on, throwing runs deinit.
    try check(library.archive_write_set_format_zip(handle))
    try check(library.archive_write_open_fd(handle, file))
  }

  deinit { _ = library.archive_write_free(handle) }

  /// Adds a member; sounds and pictures are compressed already.
  func add(_ bytes: [UInt8], as name: String, isCompressed: Bool = false) throws(LineError) {
    try check(
      isCompressed
        ? library.archive_write_zip_set_compression_store(handle)
        : library.archive_write_zip_set_compression_deflate(handle))
    let entry = library.archive_entry_new()
    defer { library.archive_entry_free(entry) }
    library.archive_entry_set_pathname(entry, name)
    library.archive_entry_set_size(entry, Int64(bytes.count))
    library.archive_entry_set_filetype(entry, S_IFREG)
    library.archive_entry_set_perm(entry, 0o600)
    try check(library.archive_write_header(handle, entry))
    let written = bytes.withUnsafeBytes {
      library.archive_write_data(handle, $0.baseAddress, $0.count)
    }
    guard written == bytes.count else { throw fault }
  }

  func finish() throws(LineError) { try check(library.archive_write_close(handle)) }

  private func check(_ code: Int32) throws(LineError) {
    guard code >= ARCHIVE_WARN else { throw fault }
  }

  private var fault: LineError {
    let reason =
      library.archive_error_string(handle).map { String(cString: $0) } ?? english("no reason")
    return LineError(english("The package cannot be written (\(reason))."))
  }
}

extension carchive_functions {
  static func loaded() throws(LineError) -> carchive_functions {
    let loaded = withUnsafeTemporaryAllocation(of: carchive_functions.self, capacity: 1) {
      carchive_load($0.baseAddress) == 0 ? nil : $0.first
    }
    guard let loaded else {
      throw LineError(english("Packages need libarchive, which is missing: install libarchive."))
    }
    return loaded
  }
}
