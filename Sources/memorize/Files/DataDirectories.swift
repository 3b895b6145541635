import Glibc

/// Where themes and decks are kept, by the XDG base directory specification.
enum DataDirectories {
  /// Whose files stand in a directory.
  enum Origin {
    /// Themes of the user.
    case own
    /// Themes that everybody finds.
    case shared
    /// Decks of the user.
    case decks

    /// What is wrong with a file that makes so many bytes of all such files up to it; nil where it is
    /// still read, here as by the service.
    func fault(ofTotal bytes: Int) -> String? {
      let (largest, kind) =
        self == .decks ? (64 << 20, "decks") : (16 << 20, "files of themes in such directories")
      guard bytes > largest else { return nil }
      return "All \(kind) together may take \(largest >> 20) MB: take some out."
    }
  }

  /// The file that `theme add` writes to, by the service; its themes come first.
  private static let added = "added.themes"
  /// How many files of a directory, and how many directories of others, are looked at.
  private static let mostFiles = 4096
  private static let mostShared = 16

  /// The user's directory; nil where neither XDG_DATA_HOME nor HOME names one.
  static var home: String? {
    let home = absolute("XDG_DATA_HOME") ?? absolute("HOME").map { $0 + "/.local/share" }
    return home.map { $0 + "/memorize" }
  }

  /// Where the user's decks are; nil where no directory is theirs.
  static var decks: Folder? { home.map { Folder(path: $0 + "/decks") } }

  /// Where all may find themes, the nearest first.
  private static var shared: [String] {
    let list = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    var paths: [String] = []
    for part in list.split(separator: ":").prefix(mostShared) where part.hasPrefix("/") {
      let path = String(part) + "/memorize"
      if path != home ?? "", !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// All files of themes and decks that the service reads, in its order: the first that gives a name
  /// to something has it.
  ///
  /// - Returns: the files, and what is wrong with directories, each with its path.
  static func files() -> (
    files: [(input: InputFile, origin: Origin)], faults: [(path: String, message: String)]
  ) {
    var files: [(input: InputFile, origin: Origin)] = []
    var faults: [(path: String, message: String)] = []
    func look(_ path: String, _ origin: Origin) {
      do throws(InputFile.Unreadable) {
        let ending = origin == .decks ? ".tsv" : ".themes"
        let (paths, unnamed) = try Folder(path: path).files(ending: ending)
        let first = origin == .own ? path + "/" + added : ""
        let sorted = paths.filter { $0 == first } + paths.filter { $0 != first }
        files += sorted.prefix(mostFiles).map { (InputFile(path: $0), origin) }
        if sorted.count > mostFiles {
          faults.append((path, "It has more than \(mostFiles) files, and the rest is not read."))
        }
        if unnamed > 0 {
          let message =
            "Of \(unnamed) files here the names are not UTF-8, and they were not looked at: rename "
            + "them."
          faults.append((path, message))
        }
      } catch {
        faults.append((path, error.message))
      }
    }
    if let home { look(home + "/themes", .own) }
    for path in shared { look(path + "/themes", .shared) }
    if let home { look(home + "/decks", .decks) }
    return (files, faults)
  }

  /// The specification has a relative path ignored.
  private static func absolute(_ name: String) -> String? {
    guard let path = environment(name), path.hasPrefix("/") else { return nil }
    return path
  }
}
