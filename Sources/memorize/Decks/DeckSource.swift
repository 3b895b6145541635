import DeckImport
import MemorizeFiles
import MemoryGame
import PlainText
import Practice
import Screens
import ThemeFiles
import UserFiles

/// The contents of a file in any known format.
struct ReadDecks {
  struct Deck {
    let name: ThemeName
    var cards: [WordCard]
    let languages: SideLanguages
  }

  var decks: [Deck]
  /// Where the sounds and pictures are that the cards name.
  let media: MediaFiles
  var faults: FirstFaults<ReportedFault>
  var notes = FirstFaults<ReportedFault>()
  /// With the reviews of the cards, if it is a package.
  var package: AnkiPackage?
}

struct DeckSource {
  /// The name of the deck; nil for those in the file.
  let name: ThemeName?
  /// Nil if the command line gives none.
  let encoding: TextEncoding?
  /// The chosen columns, languages of a vocabulary, or fields of notes.
  let columns: ColumnChoices
  /// Whether the command line says that the first row names the columns.
  let hasHeader: Bool
  /// The separator of fields, if the command line gives one.
  let separator: FieldSeparator?
  /// Whether the command line says that fields are HTML.
  let isHTML: Bool

  /// Recognizes a package by its content, and a vocabulary by its content or name; anything else is
  /// read as a table.
  func read(_ file: InputFile) throws(ProgramError) -> ReadDecks {
    let start = try Self.reading(file) { () throws(FileError) in try file.start(4) }
    if AnkiPackage.isLikely(start) { return try package(file) }
    let bytes = try Self.reading(file) { () throws(FileError) in
      // `start` has already rejected directories and devices.
      try file.read(upTo: ThemeDirectory.Kind.decks.maximumBytes, ofAnyKind: true)
    }
    let content = try content(bytes, file)
    let name = try name(of: content, in: file)
    return ReadDecks(
      decks: content.cards.isEmpty
        ? [] : [ReadDecks.Deck(name: name, cards: content.cards, languages: content.languages)],
      media: .directories(Self.mediaDirectories(beside: file)),
      faults: content.allFaults.map { ReportedFault($0, in: file.name) },
      notes: content.notes.map { ReportedFault($0, in: file.name) })
  }

  /// A table's own directory, and for what was exported from here that of all media.
  private static func mediaDirectories(beside file: InputFile) -> [String] {
    let directory = file.isStandardInput ? "." : UserFile.directory(of: file.path)
    return [directory, directory + "/collection.media"] + [MediaDirectory.path].compactMap(\.self)
  }

  private static func reading(
    _ file: InputFile, _ read: () throws(FileError) -> [UInt8]
  ) throws(ProgramError) -> [UInt8] {
    try Result(catching: read)
      .mapError { ProgramError(.usage, name: "Input", "\(file.name): \($0.sentence)") }.get()
  }

  private func content(
    _ bytes: [UInt8], _ file: InputFile
  ) throws(ProgramError) -> DeckContent {
    let text: [UInt8]
    let table: TextImport?
    do throws(LineError) {
      text = try TextEncoding.utf8(bytes, from: encoding)
      let isVocabulary = KVTML.isLikely(text) || file.hasExtension("kvtml")
      table =
        isVocabulary
        ? nil : try TextImport(text, separator: separator, isHTML: isHTML ? true : nil)
    } catch {
      throw Self.refusal(file, error.message)
    }
    guard let table else { return try vocabulary(text, file) }
    _ = try Self.reading(file) { () throws(FileError) in
      try ThemeDirectory.Kind.decks.checkLines(text)
    }
    let chosen = try columns.numbers(of: .column, in: table.firstRow, file)
    return table.content(columns: chosen, hasHeaderRow: hasHeader || columns.hasNames)
  }

  private func vocabulary(_ text: [UInt8], _ file: InputFile) throws(ProgramError) -> DeckContent {
    try refuseTableOptions(
      because: english(
        "--separator, --html and --header are for tables, and \(file.name) is KVTML: omit them."))
    try columns.refuse("--pronunciation", "--note") { option in
      english("\(option) is for tables and packages, and \(file.name) is KVTML: omit it.")
    }
    try columns.refuse("--sound", "--picture") { option in
      english("\(option) is for tables, and \(file.name) is KVTML: omit it.")
    }
    let read = KVTML(reading: text)
    let chosen = try columns.numbers(of: .language, in: read.languages, file)
    let (front, back) = chosen.sides
    return (front, back) == (1, 2)
      ? read.content : KVTML(reading: text, front: front, back: back).content
  }

  private func package(_ file: InputFile) throws(ProgramError) -> ReadDecks {
    try refuseTableOptions(
      because: english(
        "--separator, --html and --header are for tables, and \(file.name) is a package: omit them."
      ))
    try columns.refuse("--sound", "--picture") { option in
      english("\(option) is for tables, and \(file.name) is a package: omit it.")
    }
    let options = AnkiPackage.Options(
      front: columns.front, back: columns.back, pronunciation: columns.pronunciation,
      note: columns.note, deck: name, maximumBytes: ThemeDirectory.Kind.decks.maximumBytes)
    let package = try Result { () throws(LineError) in try AnkiPackage(path: file.path, options) }
      .mapError { Self.refusal(file, $0.message) }.get()
    // The names of the fields are known only now.
    _ = try columns.numbers(of: .field, in: package.fieldNames, file)
    return ReadDecks(
      decks: package.decks.filter { !$0.cards.isEmpty }.map {
        ReadDecks.Deck(name: $0.name, cards: $0.cards, languages: $0.languages)
      },
      media: .package(package.media),
      faults: package.faults.map { ReportedFault(file: file.name, line: nil, message: $0) },
      package: package)
  }

  private func refuseTableOptions(because reason: String) throws(ProgramError) {
    guard separator != nil || isHTML || hasHeader else { return }
    throw ProgramError.usage(reason)
  }

  private func name(
    of content: DeckContent, in file: InputFile
  ) throws(ProgramError) -> ThemeName {
    if let name = name ?? content.name { return name }
    guard !file.isStandardInput else {
      throw ProgramError.usage(
        english("Standard input has no name: give the deck one with --deck."))
    }
    return try Result { () throws(ThemeError) in try ThemeName(file.stem) }.mapError {
      ProgramError.usage(
        english("The file name cannot be used as the name of a deck.") + " \($0.message) "
          + english("Use --deck."))
    }.get()
  }

  private static func refusal(_ file: InputFile, _ message: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidDeck", "\(file.name): \(message)")
  }
}

extension TextImport.Columns {
  /// The languages of the two sides: if one is given, the other is the first remaining one.
  fileprivate var sides: (front: Int, back: Int) {
    let front = front ?? (back == 1 ? 2 : 1)
    return (front, back ?? (front == 1 ? 2 : 1))
  }
}
