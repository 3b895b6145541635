import UserFiles

/// A command's output that is to be shown later, in a file that has no name.
struct HeldOutput {
  private var file: TemporaryFile?
  private var (start, end) = (0, 0)
  /// The bytes for which the disk had no room.
  private var rest: [UInt8] = []
  private static let pieceSize = 65_536

  /// Survives restarts of the machine, and is not in memory as `/tmp` may be.
  static var directory: String { TemporaryFile.directory(usual: "/var/tmp") }

  var isEmpty: Bool { start == end && rest.isEmpty }

  /// If it throws, the bytes are kept in memory.
  mutating func append(_ bytes: [UInt8]) throws(FileError) {
    guard rest.isEmpty else { return rest += bytes }
    do throws(FileError) {
      if file == nil { file = try TemporaryFile(in: Self.directory) }
      try file?.replace(at: end, with: bytes)
      end += bytes.count
    } catch {
      rest = bytes
      throw error
    }
  }

  /// Removes and returns the next bytes; empty at the end.
  mutating func next() throws(FileError) -> [UInt8] {
    guard let file, start < end else {
      defer { rest = [] }
      return rest
    }
    let bytes = try file.read(at: start, min(end - start, Self.pieceSize))
    guard !bytes.isEmpty else { throw .changing }
    start += bytes.count
    if start == end {
      file.empty()
      (start, end) = (0, 0)
    }
    return bytes
  }

}
