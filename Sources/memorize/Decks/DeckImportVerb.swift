import ArgumentParser
import CLinux
import DeckImport
import Glibc
import MemoryGame
import ThemeFiles
import UserFiles
import UserService

struct DeckImportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import a table or a vocabulary file as a deck.",
    discussion: """
      Import CSV and TSV tables, including Anki's “Notes in Plain Text”, and KVTML, the vocabulary \
      format of Parley and KWordQuiz. “-” is standard input. The deck is \
      written to memorize/decks below XDG_DATA_HOME, where the service reads it; “theme remove” \
      removes it.

      Lines that cannot be read are reported on standard error; everything else is imported. If no \
      game can be played with the cards, a message says why; they can still be practised.
      """)

  @ArgumentParser.Argument(
    help: "The file to import, or - for standard input.", completion: .file())
  var file: String

  @Option(
    help: """
      The column of the first side, or the language in KVTML: its number, starting at 1, or its \
      name in the first row.
      """)
  var front: ColumnChoice?

  @Option(
    help: """
      The column of the second side, or the language in KVTML; by default the next free column to \
      the right of the first side, or else the first free one.
      """)
  var back: ColumnChoice?

  @Option(help: "The column of the pronunciation.")
  var pronunciation: ColumnChoice?

  @Flag(help: "The first row has the names of the columns; choosing a column by name implies this.")
  var header = false

  @Option(
    help: """
      The file's encoding, such as latin1; by default UTF-8, or UTF-16 if the file begins with a \
      byte order mark.
      """,
    completion: .list(TextEncoding.common))
  var encoding: String?

  @Option(help: "The deck's name; by default the name given in the file, or else the file name.")
  var deck: String?

  @Option(help: "The separator of fields: tab, comma, semicolon, space, pipe or colon.")
  var separator: FieldSeparator?

  @Flag(help: "Treat the fields as HTML.")
  var html = false

  @Flag(help: "Print the first cards and write nothing.")
  var dryRun = false

  @Flag(
    help: """
      Replace a deck of the same name; if its file is a symbolic link, replace the file it points \
      to.
      """)
  var force = false

  @OptionGroup var common: CommonOptions

  private var columns: ColumnChoices {
    ColumnChoices(front: front, back: back, pronunciation: pronunciation)
  }

  func validate() throws { try columns.check() }

  func perform(_ options: Options) throws {
    let input = InputFile(path: file)
    let source = DeckSource(
      encoding: try encoding.map(TextEncoding.init(argument:)), columns: columns, hasHeader: header,
      separator: separator, isHTML: html)
    let content = try source.read(input)
    let name = try name(of: input, content)
    guard !content.cards.isEmpty else { throw nothingGood(content, of: input) }
    let path = dryRun ? nil : try write(content, as: name)
    try ImportReport(file: file, name: name, content: content, path: path).print(options)
  }

  private func name(
    of input: InputFile, _ content: DeckContent
  ) throws(ProgramError) -> ThemeName {
    do throws(ThemeFault) {
      if let deck { return try ThemeName(deck) }
      if let name = content.name { return name }
      if !input.isStandardInput { return try ThemeName(input.stem) }
    } catch {
      let what = deck == nil ? "The file name cannot be used as the name of a deck." : "--deck:"
      throw ProgramError.usage("\(what) \(error.message)" + (deck == nil ? " Use --deck." : ""))
    }
    throw ProgramError.usage("Standard input has no name: give the deck one with --deck.")
  }

  private func nothingGood(
    _ content: DeckContent, of input: InputFile
  ) -> ProgramError {
    ImportReport.printFaults(content.faults, of: file)
    let reason =
      content.faults.isEmpty
      ? "it has no cards."
      : "it has no valid card. Check --front, --back and --separator."
    return ProgramError(.refused, name: "InvalidDeck", "\(file) was not imported: \(reason)")
  }

  /// Returns the path of the deck's file.
  private func write(
    _ content: DeckContent, as name: ThemeName
  ) throws(ProgramError) -> String {
    guard let directory = ThemeDirectory.all().first(where: { $0.kind == .decks })?.path else {
      throw ProgramError(
        .unexpected, name: "StorageFailed",
        "Neither XDG_DATA_HOME nor HOME names a directory for decks: set one of them.")
    }
    let path = try DeckPlace.path(for: name, in: directory, replaces: force)
    do throws(FileError) {
      try UserFile.makeDirectory(directory)
      // Only SIGKILL may leave half of a file.
      try TerminalSignals.holding(SIGINT, SIGTERM, SIGHUP) { () throws(FileError) in
        try UserFile.replace(
          path, with: Array(DeckFile.text(of: content.cards, name: name).utf8), overwrites: force)
      }
    } catch {
      throw error == .system(EEXIST)
        ? ProgramError(
          .refused, name: "FileExists",
          "The file \(path) already exists. To replace it, add --force.")
        : ProgramError(
          .unexpected, name: "StorageFailed", "\(path) could not be written: \(error.reason).")
    }
    return path
  }
}

enum DeckPlace {
  /// In bytes: a file's name, of which it is a part, may have 255.
  private static let longestName = 200

  /// The file of a deck in a directory: the one that already has its name, else a new one.
  ///
  /// A taken name is the error `ThemeExists`.
  static func path(
    for name: ThemeName, in directory: String, replaces: Bool
  ) throws(ProgramError) -> String {
    guard let owner = ThemeCheck().claims.place(of: name) else {
      return freePath(for: name, in: directory)
    }
    let clash = "A theme named “\(name.text)” \(owner.description)"
    guard let file = owner.file, file.hasPrefix(directory + "/") else {
      throw exists(clash + ": give the deck another name with --deck.")
    }
    guard replaces else {
      throw exists(
        clash + ". To replace it, add --force; or give this deck another name with --deck.")
    }
    return file
  }

  /// A deck's name as a file's: no directory, not hidden, no option, of limited length.
  static func fileName(of name: ThemeName) -> String {
    var text = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.text.unicodeScalars {
      let isBad = scalar == "/" || scalar.isHarmful
      let isBadFirst = text.isEmpty && (scalar == "." || scalar == "-")
      let kept = isBad || isBadFirst ? "_" : scalar
      bytes += UTF8.width(kept)
      guard bytes <= longestName else { break }
      text.append(kept)
    }
    return String(text)
  }

  /// Different names may give the same file name; then a number is added.
  private static func freePath(for name: ThemeName, in directory: String) -> String {
    UserPath.firstFree(directory + "/" + fileName(of: name), ".tsv")
  }

  private static func exists(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "ThemeExists", message)
  }
}

extension FieldSeparator: ExpressibleByArgument {}

extension TextEncoding {
  fileprivate init(argument: String) throws(ProgramError) {
    guard let encoding = TextEncoding(named: argument) else {
      let nearest = argument.lowercased().nearest(among: Self.common)
      throw ProgramError.usage(
        "“\(argument)” is not a known encoding.",
        hint: nearest.map { "Did you mean “\($0)”?" }
          ?? "Try one of \(Self.common.joined(separator: ", ")); “iconv -l” lists all.")
    }
    self = encoding
  }
}
