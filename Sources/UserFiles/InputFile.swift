internal import Glibc
internal import PlainText

/// A file named by the user, read as a whole; `-` is standard input.
package struct InputFile {
  /// As given.
  package let path: String

  package init(path: String) { self.path = path }

  package var isStandardInput: Bool { path == "-" }

  /// For messages.
  package var name: String { isStandardInput ? english("standard input") : path }

  /// The last part of the path without its extension.
  package var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Case does not matter.
  package func hasExtension(_ name: String) -> Bool { path.lowercased().hasSuffix("." + name) }

  /// The first bytes of a file; of standard input and of other pipes none.
  package func start(_ count: Int) throws(FileError) -> [UInt8] {
    isStandardInput || isPipe ? [] : try UserFile.start(of: path, count)
  }

  /// As a shell's `<(…)` is.
  private var isPipe: Bool { FilePath.kind(of: path) == S_IFIFO }

  /// Pipes and devices are read if files `ofAnyKind` are.
  package func read(upTo limit: Int, ofAnyKind: Bool = false) throws(FileError) -> [UInt8] {
    if isStandardInput { return try UserFile.read(descriptor: STDIN_FILENO, limit: limit) }
    guard ofAnyKind else { return try UserFile.read(path, limit: limit) }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    return try UserFile.read(descriptor: file, limit: limit)
  }
}
