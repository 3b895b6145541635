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
  /// Nil if the command line gives none.
  let encoding: TextEncoding?
  /// The columns, or languages of a vocabulary, that are taken.
  let columns: ColumnChoices
  /// Whether the command line says that the first row names the columns.
  let hasHeader: Bool
  /// The separator of fields, if the command line gives one.
  let separator: FieldSeparator?
  /// Whether the command line says that fields are HTML.
  let isHTML: Bool

  /// A package of Anki is refused by its name; a vocabulary is known by its content or its name,
  /// anything else is a table.
  func read(_ file: InputFile) throws(ProgramError) -> DeckContent {
    let isPackage = ["apkg", "colpkg", "anki2", "anki21"].contains(where: file.hasExtension)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try file.read(upTo: ThemeDirectory.Kind.decks.maximumBytes)
    } catch {
      if isPackage, case .tooLarge = error { throw Self.package(file) }
      throw ProgramError(.usage, name: "Input", "\(file.path): \(error.sentence)")
    }
    if isPackage { throw Self.package(file) }
    let text: [UInt8]
    let table: TextImport?
    do throws(LineFault) {
      text = try TextEncoding.utf8(bytes, from: encoding)
      let isVocabulary = KVTML.isLikely(text) || file.hasExtension("kvtml")
      table =
        isVocabulary
        ? nil : try TextImport(text, separator: separator, isHTML: isHTML ? true : nil)
    } catch {
      throw Self.refusal(file, error.message)
    }
    guard let table else { return try vocabulary(text, file) }
    let chosen = try columns.numbers(of: "column", in: table.firstRow, file)
    return table.content(columns: chosen, hasHeaderRow: hasHeader || columns.hasNames)
  }

  private func vocabulary(_ text: [UInt8], _ file: InputFile) throws(ProgramError) -> DeckContent {
    if columns.pronunciation != nil || separator != nil || isHTML || hasHeader {
      throw ProgramError.usage(
        "--pronunciation, --separator, --html and --header are for tables, and \(file.path) is "
          + "KVTML: omit them.")
    }
    let read = KVTML(reading: text)
    let chosen = try columns.numbers(of: "language", in: read.languages, file)
    let (front, back) = chosen.sides
    return (front, back) == (1, 2)
      ? read.content : KVTML(reading: text, front: front, back: back).content
  }

  private static func package(_ file: InputFile) -> ProgramError {
    refusal(
      file,
      "Anki packages and collections cannot be read. In Anki choose File, Export, then “Notes in "
        + "Plain Text”, and import that file.")
  }

  private static func refusal(_ file: InputFile, _ message: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidDeck", "\(file.path): \(message)")
  }
}

extension TextImport.Columns {
  /// The languages of the two sides: if one is given, the other is the first remaining one.
  fileprivate var sides: (front: Int, back: Int) {
    let front = front ?? (back == 1 ? 2 : 1)
    return (front, back ?? (front == 1 ? 2 : 1))
  }
}
