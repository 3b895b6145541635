internal import PlainText
package import UserFiles

/// A directory with files of themes or decks.
package struct ThemeDirectory: Hashable {
  package enum Kind: Hashable, Sendable {
    /// The user's themes.
    case own
    /// The system's themes.
    case shared
    case decks

    /// Files with other names are not read.
    package var suffix: String { self == .decks ? ".tsv" : ".themes" }
    package var maximumBytes: Int { self == .decks ? 16 << 20 : 4 << 20 }
    /// A limit, since reporting a bad line takes many times its bytes.
    package var maximumLines: Int { self == .decks ? 100_000 : 20_000 }
    /// The size limit of all files of this kind together: that of four single files.
    package var maximumTotal: Int { 4 * maximumBytes }

    /// The owner named by the limit on themes; nil for decks, whose cards are limited instead.
    package var owner: String? {
      switch self {
      // Translators: a part of “There are already 500 themes of your own: remove some.”
      case .own: english("of your own")
      // Translators: a part of “There are already 500 themes of the system: remove some.”
      case .shared: english("of the system")
      case .decks: nil
      }
    }

    fileprivate var noRoom: String {
      let megabytes = maximumTotal >> 20
      return switch self {
      case .own:
        english(
          "All theme files of your own together can take at most \(megabytes) MB: remove some.")
      case .shared:
        english(
          "All theme files of the system together can take at most \(megabytes) MB: remove some.")
      case .decks:
        english("All decks together can take at most \(megabytes) MB: remove some.")
      }
    }
  }

  /// The file to which the service adds themes; its themes come first.
  package static let added = "added.themes"
  /// Limit: all names of a directory are sorted.
  private static let maximumFiles = 4096

  package let kind: Kind
  package let path: String

  /// The directories named by the user's environment, in order of precedence.
  package static func all(in user: UserDirectories = .current) -> [ThemeDirectory] {
    let own = user.data.map { $0 + "/memorize" }
    let shared = user.sharedData.map { $0 + "/memorize" }.filter { $0 != own }
    var all = shared.map { ThemeDirectory(kind: .shared, path: $0 + "/themes") }
    if let own {
      all.insert(ThemeDirectory(kind: .own, path: own + "/themes"), at: 0)
      all.append(ThemeDirectory(kind: .decks, path: own + "/decks"))
    }
    return all
  }

  package init(kind: Kind, path: String) {
    (self.kind, self.path) = (kind, path)
  }

  /// Lists the files, the copies of decks' files, and as sentences the faults of the directory.
  ///
  /// `added.themes` comes first, all others in byte order; a missing directory is empty.
  package func files() -> (files: [ThemePath], copies: [DeckCopy], faults: [String]) {
    let found: (names: [String], notUTF8: Int)
    do throws(FileError) {
      found = try UserFile.names(in: path, suffix: kind.suffix)
    } catch {
      return ([], [], error.isMissing ? [] : [error.sentence])
    }
    let copies = found.names.compactMap { DeckCopy(ThemePath(kind: kind, path: path + "/" + $0)) }
    let copied = Set(copies.map(\.file.name))
    var names = copied.isEmpty ? found.names : found.names.filter { !copied.contains($0) }
    var faults: [String] = []
    if kind == .own, let index = names.firstIndex(of: Self.added) {
      names.insert(names.remove(at: index), at: 0)
    }
    if names.count > Self.maximumFiles {
      faults.append(
        english("It has more than \(Self.maximumFiles) files; the rest are not read."))
    }
    if found.notUTF8 > 0 {
      faults.append(
        english("Files not read because their names are not UTF-8: \(found.notUTF8). Rename them."))
    }
    return (
      names.prefix(Self.maximumFiles).map { ThemePath(kind: kind, path: path + "/" + $0) }, copies,
      faults
    )
  }
}

/// A file of themes or a deck, as its directory lists it.
package struct ThemePath: Hashable, Sendable {
  package let kind: ThemeDirectory.Kind
  package let path: String

  package init(kind: ThemeDirectory.Kind, path: String) {
    (self.kind, self.path) = (kind, path)
  }

  package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  package var stem: String {
    let name = name
    return name.hasSuffix(kind.suffix) ? String(name.dropLast(kind.suffix.count)) : name
  }

  /// Reads the file within the limits of its kind.
  package func read() throws(FileError) -> [UInt8] {
    try kind.checkLines(try UserFile.read(path, limit: kind.maximumBytes))
  }
}

extension ThemeDirectory.Kind {
  /// Returns the bytes unless they are too many, or have too many lines.
  package func check(_ bytes: [UInt8]) throws(FileError) -> [UInt8] {
    if bytes.count > maximumBytes { throw .tooLarge(limit: maximumBytes) }
    return try checkLines(bytes)
  }

  /// Returns the bytes unless they have too many lines.
  package func checkLines(_ bytes: [UInt8]) throws(FileError) -> [UInt8] {
    if bytes.lineFeeds > maximumLines { throw .tooManyLines(limit: maximumLines) }
    return bytes
  }
}

/// The size limit of all files of a kind together.
package struct ThemeRoom {
  private var reserved: [ThemeDirectory.Kind: Int] = [:]

  package init() {}

  /// Reserves room for a file, or returns why there is none; a file that is too large by itself
  /// needs none.
  package mutating func reserve(_ size: Int, of kind: ThemeDirectory.Kind) -> String? {
    guard size <= kind.maximumBytes else { return nil }
    let sum = reserved[kind, default: 0] + size
    guard sum <= kind.maximumTotal else { return kind.noRoom }
    reserved[kind] = sum
    return nil
  }
}
