import Glibc

/// A directory in which files are looked for.
struct Folder {
  let path: String

  /// The paths of files by the end of their names, in the order of their bytes.
  ///
  /// Names that begin with a dot are left out, as a shell's `*` does.
  ///
  /// - Parameter ending: how the names end, with the dot.
  /// - Returns: the paths, and how many more have names that are not UTF-8; none where there is no
  ///   such directory.
  /// - Throws: `InputFile.Unreadable` where it is there and cannot be read.
  func files(ending: String) throws(InputFile.Unreadable) -> (paths: [String], unnamed: Int) {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return ([], 0) }
      throw errno == ENOTDIR
        ? InputFile.Unreadable("This is no directory: move it away.")
        : InputFile.Unreadable(code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    var unnamed = 0
    while let entry = readdir(stream) {
      // The name is as long as it is, whatever the declaration says.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let letters = start.assumingMemoryBound(to: CChar.self)
      let repaired = String(cString: letters)
      guard repaired.hasSuffix(ending), !repaired.hasPrefix(".") else { continue }
      if String(validatingCString: letters) == nil { unnamed += 1 } else { names.append(repaired) }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (names.map { path + "/" + $0 }, unnamed)
  }

  /// Makes the directory and those above it, which the user alone may enter.
  ///
  /// - Returns: the system's number for why it is not there; nil where it is.
  func make() -> Int32? {
    var part = ""
    for name in path.split(separator: "/") {
      part += "/" + name
      guard mkdir(part, 0o700) != 0, errno != EEXIST else { continue }
      // One above it may be there and closed to us; only the last one has to be made.
      if part == path { return errno }
    }
    return nil
  }
}
