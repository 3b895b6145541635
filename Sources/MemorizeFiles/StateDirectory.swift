package import UserFiles

/// The directory with all that the service stores.
package enum StateDirectory {
  /// The name of the database in it.
  package static let database = "memorize.sqlite"
}

extension UserDirectories {
  /// The ``StateDirectory``; nil if the environment names none.
  package var memorizeState: String? { state.map { $0 + "/memorize" } }
}

/// Why a database of the service was set aside.
///
/// Its name is that of the database, a dot, this word, a hyphen and the date.
package enum SetAside: String, CaseIterable, Sendable {
  /// It was damaged.
  case damaged
  /// Another took its place while it was in use, or a backup was restored.
  case replaced

  /// The suffix of a log that was set aside without its database.
  package static let logSuffix = ".log"
}

/// The databases that were set aside, until the user has seen their names.
package struct SetAsideFiles {
  private let directory: String
  /// The file with the names that the user has seen, one a line.
  private var seenFile: String { directory + "/seen" }

  /// In the directory of the database.
  package init(in directory: String) { self.directory = directory }

  /// Their names, without those that the user has seen.
  package var unseen: [String] {
    let all = all
    if all.isEmpty { return [] }
    let seen = Set(seen)
    return all.filter { !seen.contains($0) }
  }

  /// Marks all of them as seen, and drops the names of files that are gone.
  package func markSeen() throws(FileError) {
    let text = all.map { $0 + "\n" }.joined()
    guard !text.isEmpty || !seen.isEmpty else { return }
    try UserFile.replace(seenFile, with: Array(text.utf8), temporary: "seen.new")
  }

  private var all: [String] {
    let names = (try? UserFile.names(in: directory).names) ?? []
    let beginnings = SetAside.allCases.map { "\(StateDirectory.database).\($0.rawValue)-" }
    return names.filter { name in
      beginnings.contains { name.hasPrefix($0) }
        // One that was being copied when the service ended is incomplete.
        && !name.hasSuffix(".new")
        // A log is named together with its database.
        && !(name.hasSuffix("-wal") && names.contains(String(name.dropLast(4))))
    }
  }

  private var seen: [String] {
    guard let bytes = try? UserFile.read(seenFile, limit: 1 << 16) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
