import Glibc
import UserFiles

/// A file that a person names, or standard input for `-`; it is read as a whole.
struct InputFile: Hashable {
  /// The path as it was given.
  let path: String

  /// Whether it is standard input.
  var isStandardInput: Bool { path == "-" }

  /// The last part of the path without what follows its last dot.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether the path ends so, in capitals or not.
  func hasExtension(_ name: String) -> Bool {
    path.lowercased().hasSuffix("." + name)
  }

  /// Reads all of it, up to a number of bytes.
  func read(upTo limit: Int) throws(FileError) -> [UInt8] {
    try isStandardInput
      ? UserFile.read(descriptor: STDIN_FILENO, limit: limit) : UserFile.read(path, limit: limit)
  }
}
