import DeckImport
import Glibc
import ThemeFiles
import UserFiles

/// A file named by the user, read as a whole; `-` is standard input.
struct InputFile {
  /// As given.
  let path: String

  var isStandardInput: Bool { path == "-" }

  /// The last part of the path without its extension.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Case does not matter.
  func hasExtension(_ name: String) -> Bool { path.lowercased().hasSuffix("." + name) }

  /// Pipes and devices are read if files `ofAnyKind` are.
  func read(upTo limit: Int, ofAnyKind: Bool = false) throws(FileError) -> [UInt8] {
    if isStandardInput { return try UserFile.read(descriptor: STDIN_FILENO, limit: limit) }
    guard ofAnyKind else { return try UserFile.read(path, limit: limit) }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .system(errno) }
    defer { close(file) }
    return try UserFile.read(descriptor: file, limit: limit)
  }
}

struct DeckSource {
  /// The columns, or languages of a vocabulary, that are taken.
  let columns: TextImport.Columns
  /// The separator of fields, if the command line gives one.
  let separator: FieldSeparator?
  /// Whether the command line says that fields are HTML.
  let isHTML: Bool

  /// A package of Anki is refused by its name; a vocabulary is known by its content or its name,
  /// anything else is a table.
  func read(_ file: InputFile) throws(ProgramError) -> DeckContent {
    if ["apkg", "colpkg", "anki2", "anki21"].contains(where: file.hasExtension) {
      throw Self.refusal(
        file,
        "Anki packages and collections cannot be read. In Anki choose File, Export, then “Notes in "
          + "Plain Text”, and import that file.")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try file.read(upTo: ThemeDirectory.Kind.decks.maximumBytes)
    } catch {
      throw ProgramError(.usage, name: "Input", "\(file.path): \(error.sentence)")
    }
    if KVTML.isLikely(bytes) || file.hasExtension("kvtml") { return try vocabulary(bytes, file) }
    do throws(LineFault) {
      return try TextImport.read(
        bytes, columns: columns, separator: separator, isHTML: isHTML ? true : nil)
    } catch {
      throw Self.refusal(file, error.message)
    }
  }

  private func vocabulary(_ bytes: [UInt8], _ file: InputFile) throws(ProgramError) -> DeckContent {
    if columns.pronunciation != nil || separator != nil || isHTML {
      throw ProgramError.usage(
        "--pronunciation, --separator and --html are for tables, and \(file.path) is KVTML: omit "
          + "them.")
    }
    let (front, back) = sides
    let read = KVTML(reading: bytes, front: front, back: back)
    let count = read.languages.count
    if count > 0, let missing = [front, back].first(where: { $0 > count }) {
      let list = read.languages.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      throw ProgramError.usage(
        "\(file.path) has no language number \(missing), only \(list). Choose two of them with "
          + "--front and --back.")
    }
    return read.content
  }

  /// The languages of the two sides: if one is given, the other is the first remaining one.
  private var sides: (front: Int, back: Int) {
    let front = columns.front ?? (columns.back == 1 ? 2 : 1)
    return (front, columns.back ?? (front == 1 ? 2 : 1))
  }

  private static func refusal(_ file: InputFile, _ message: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidDeck", "\(file.path): \(message)")
  }
}
