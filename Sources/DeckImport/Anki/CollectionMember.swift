internal import EventLoop
internal import Glibc
internal import PlainText
internal import ThemeFiles
internal import UserFiles

/// The collection within a package, in one of three generations.
enum CollectionMember: String, CaseIterable {
  // From the oldest; a newer package also holds an older collection, whose one note says that Anki
  // should be updated.
  case schema11 = "collection.anki2"
  case schema11Again = "collection.anki21"
  case compressed = "collection.anki21b"

  /// The most bytes of a collection.
  private static let maximumBytes = 512 << 20
  /// The most members of a package: collections of many years have tens of thousands of sounds.
  private static let maximumMembers = 200_000

  /// Opens the newest collection of the package at a path.
  static func open(_ path: String) throws(LineError) -> CollectionDatabase {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else {
      let reason = systemReason(errno)
      throw LineError(english("It cannot be read: \(reason)."))
    }
    defer { close(file) }
    let newest = try newest(in: file)
    return try CollectionDatabase { target throws(LineError) in
      try newest.unpack(from: file, to: target)
    }
  }

  private static func newest(in file: Int32) throws(LineError) -> CollectionMember {
    let archive = try ArchiveReader(.zip, file: file)
    var newest: CollectionMember?
    var count = 0
    // Files that unpack without end matter only if the collection comes after them.
    while let name = newest == nil ? try archive.next() : try? archive.next() {
      count += 1
      guard count <= maximumMembers else {
        throw LineError(english("The package has too many files."))
      }
      guard let found = CollectionMember(rawValue: name) else { continue }
      if found == .compressed { return found }
      if newest != .schema11Again { newest = found }
    }
    guard let newest else {
      throw LineError(english("This archive is not a package of Anki: it contains no collection."))
    }
    return newest
  }

  private func unpack(from file: Int32, to target: TemporaryFile) throws(LineError) {
    lseek(file, 0, SEEK_SET)
    let archive = try ArchiveReader(.zip, file: file)
    while let name = try archive.next(), name != rawValue {}
    guard self == .compressed else {
      return try archive.copy(to: target, upTo: Self.maximumBytes)
    }
    let packed = try TemporaryFile.unpacking { () throws(FileError) in try TemporaryFile() }
    try archive.copy(to: packed, upTo: Self.maximumBytes)
    lseek(packed.descriptor, 0, SEEK_SET)
    let stream = try ArchiveReader(.zstandard, file: packed.descriptor)
    guard try stream.next() != nil else {
      throw LineError(english("The package is damaged: it is empty."))
    }
    try stream.copy(to: target, upTo: Self.maximumBytes)
  }
}

extension TemporaryFile {
  /// Does something with a file for unpacking.
  static func unpacking<T>(
    _ body: () throws(FileError) -> T
  ) throws(LineError) -> T {
    do throws(FileError) {
      return try body()
    } catch {
      var reason = error.reason
      if case .system(let code) = error { reason = systemReason(code) }
      throw LineError(
        english(
          "The package cannot be unpacked in \(directory()): \(reason). Set TMPDIR to another "
            + "directory."))
    }
  }
}
