import ArgumentParser
import DeckImport
import MemoryGame
import PlainText
import Screens
import ThemeFiles
import UserFiles

struct DeckImportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import decks, and with Anki's their reviews.",
    discussion: """
      Import Anki's packages (.apkg, .colpkg), CSV and TSV tables, including Anki's “Notes in Plain \
      Text”, and KVTML, the vocabulary format of Parley and KWordQuiz. A file's content decides what \
      it is; “-” is standard input, for all but packages. Decks are written to memorize/decks below \
      XDG_DATA_HOME, where the service reads them; “theme remove” removes them.

      If the deck exists and the file's cards have guids, as Anki's have, importing again changes \
      the cards that were edited and adds the new ones; reviews are never doubled. With --yes the \
      deck is replaced.

      Lines and notes that cannot be read are reported on standard error; everything else is \
      imported. If no game can be played with the cards, a message says why; they can still be \
      practiced.
      """)
  static let examples = [
    "memorize deck import words.csv --dry-run",
    "memorize deck import words.csv --front Word --back Wort --encoding latin1",
  ]

  @Argument(
    help: ArgumentHelp("The files to import, or - for standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    help: """
      The column of the first side, the language in KVTML, or the field in a package: its number, \
      starting at 1, or its name.
      """)
  var front: FieldChoice?

  @Option(
    help: """
      The column, language or field of the second side; by default the next free column to the \
      right of the first side, or else the first free one; in a package what Anki's card shows.
      """)
  var back: FieldChoice?

  @Option(
    help: """
      The column or field of the pronunciation; by default in a package a field that is named as one \
      or shown as furigana.
      """)
  var pronunciation: FieldChoice?

  @Flag(help: "The first row has the names of the columns; choosing a column by name implies this.")
  var header = false

  @Option(
    help: """
      The column or field of what is shown after the answer only; by default in a package the first \
      unused field that is named as an example, a sentence, notes or an extra.
      """)
  var note: FieldChoice?

  @Option(
    help: """
      The column with the names of sounds, of the first side; the files are beside the table, or in \
      collection.media there.
      """)
  var sound: FieldChoice?

  @Option(help: "The column with the names of pictures, of the second side.")
  var picture: FieldChoice?

  @Flag(name: .customLong("no-media"), help: "Leave out sounds and pictures.")
  var noMedia = false

  @Option(
    help: """
      The file's encoding, such as latin1; by default UTF-8, or UTF-16 if the file begins with a \
      byte order mark.
      """,
    completion: .list(TextEncoding.common))
  var encoding: String?

  @Option(
    help: """
      The name of the deck for all cards; by default the names given in the file, or else the file \
      name.
      """)
  var deck: String?

  @Option(help: "The separator of fields: tab, comma, semicolon, space, pipe or colon.")
  var separator: FieldSeparator?

  @Flag(help: "Treat the fields as HTML.")
  var html = false

  @Flag(help: "Print the first cards and write nothing.")
  var dryRun = false

  @Flag(
    name: .customLong("no-reviews"),
    help: "Leave out the reviews of a package, and which cards are suspended.")
  var noReviews = false

  @OptionGroup var confirmed: YesOption
  @OptionGroup var common: CommonOptions

  private var columns: ColumnChoices {
    ColumnChoices(
      front: front, back: back, pronunciation: pronunciation, note: note, sound: sound,
      picture: picture)
  }

  func validate() throws {
    try columns.check()
    guard !files.isEmpty else { throw ValidationError(english("Name the file to import.")) }
  }

  func perform(_ options: Options) throws {
    if let host = options.host {
      guard files.count == 1 else {
        throw ProgramError.usage(english("With --host, import one file at a time."))
      }
      try RemoteVerb(on: host, options).run(sending: InputFile(path: files[0]))
    }
    let source = DeckSource(
      name: try deck.map(Self.name), encoding: try encoding.map(TextEncoding.init(argument:)),
      columns: columns, hasHeader: header, separator: separator, isHTML: html)
    var report = ImportReport(isDryRun: dryRun)
    var media = MediaImport(isTrial: dryRun, isUnwanted: noMedia)
    // Packages may be large, so they are released before the report is printed.
    let decks = try read(source, options, &media, &report)
    try write(decks, media, options, &report)
    media.finish()
    try report.print(options)
  }

  private func read(
    _ source: DeckSource, _ options: Options, _ media: inout MediaImport,
    _ report: inout ImportReport
  ) throws -> CollectedDecks {
    var all = CollectedDecks()
    for path in files {
      let file = InputFile(path: path)
      try attempt(&report, options, ofSeveral: files.count > 1) { report throws(ProgramError) in
        var read = try source.read(file)
        try media.take(&read, of: file.name, options)
        report.addRemarks(of: read)
        guard !read.decks.isEmpty else { throw emptyImport(read, of: file) }
        all.add(read, of: file)
        let names = Set(read.decks.map(\.name))
        for deck in read.package?.decks ?? [] where !names.contains(deck.name) {
          if let fields = deck.firstNote { report.fail(Self.nothing(of: deck.name, fields)) }
        }
      }
    }
    return all
  }

  /// Reviews go first: if that is interrupted, there is no deck, and importing again adds the rest.
  private func write(
    _ all: CollectedDecks, _ media: MediaImport, _ options: Options, _ report: inout ImportReport
  ) throws {
    let isSeveral = files.count > 1 || all.decks.count > 1
    let claims = ThemeCheck().claims
    var places: [DeckPlace] = []
    for deck in all.decks {
      try attempt(&report, options, ofSeveral: isSeveral) { _ throws(ProgramError) in
        places.append(
          try DeckPlace(
            of: deck, with: media, among: claims, replaces: confirmed.isGiven, isTrial: dryRun))
      }
    }
    for (file, package) in all.packages
    where places.contains(where: { $0.deck.files.contains(file) }) {
      var isDone = false
      try attempt(&report, options, ofSeveral: files.count > 1) { report throws(ProgramError) in
        var unmerged: Set<String> = []
        let hasReviews = package.reviewCount > 0 || !package.suspended.isEmpty
        for place in places where hasReviews && place.deck.files.contains(file) {
          unmerged.formUnion(try place.unmerged())
        }
        let reviews = ReviewUpload(package: package, without: unmerged)
        report.add(
          package, of: file,
          try noReviews
            ? .init()
            : dryRun
              ? reviews.counted : reviews.send(options, between: media.exitIfInterrupted))
        isDone = true
      }
      if !isDone { places.removeAll { $0.deck.files.contains(file) } }
    }
    var moved = MovedCards(among: claims)
    for place in places {
      try attempt(&report, options, ofSeveral: isSeveral) { report throws(ProgramError) in
        let deck = dryRun ? try place.preview() : try place.write()
        for fault in deck.outcome.faults {
          report.addFault("\(deck.name.text): \(fault)", of: place.deck.files)
        }
        report.add(deck)
        moved.add(deck)
      }
    }
    // Last, so that a card is always in some deck.
    for name in Set(all.packages.flatMap(\.package.deckNames)) {
      try attempt(&report, options, ofSeveral: true) { report throws(ProgramError) in
        report.moved += try moved.remove(from: name)
      }
    }
  }

  /// If one of several files or decks fails, the others continue.
  private func attempt(
    _ report: inout ImportReport, _ options: Options, ofSeveral isOneOfSeveral: Bool,
    _ body: (inout ImportReport) throws(ProgramError) -> Void
  ) throws {
    do throws(ProgramError) {
      try body(&report)
    } catch {
      guard isOneOfSeveral else {
        report.printRemarks(options)
        throw error
      }
      report.fail(error)
    }
  }

  private static func name(_ text: String) throws(ProgramError) -> ThemeName {
    try Result { () throws(ThemeError) in try ThemeName(text) }
      .mapError { ProgramError.usage(english("--deck: \($0.message)")) }.get()
  }

  /// No note of the deck became a card: lists the fields to choose from.
  private static func nothing(of deck: ThemeName, _ fields: AnkiPackage.Fields) -> ProgramError {
    let list = fields.enumerated().map { number, field in
      "  \(number + 1) \(field.name): \(field.sample.isEmpty ? "(no text)" : field.sample)"
    }
    let lines = list.joined(separator: "\n")
    return ProgramError(
      .refused, name: "InvalidDeck",
      english(
        "The deck “\(deck.text)” was not imported: none of its notes has two different sides of "
          + "text."),
      hint: english(
        "The fields of its first note:\n\(lines)\n"
          + "Choose those of the sides with --front and --back, and --pronunciation."))
  }

  private func emptyImport(_ read: ReadDecks, of file: InputFile) -> ProgramError {
    if let deck = read.package?.decks.first(where: { $0.firstNote != nil }),
      let fields = deck.firstNote
    {
      return Self.nothing(of: deck.name, fields)
    }
    let message =
      read.package != nil
      ? english(
        "\(file.name) was not imported: the package has no card with two sides of text.")
      : read.faults.count == 0
        ? english("\(file.name) was not imported: it has no cards.")
        : english(
          "\(file.name) was not imported: it has no valid card. Check --front, --back and "
            + "--separator.")
    return ProgramError(.refused, name: "InvalidDeck", message)
  }
}

extension FieldSeparator: ExpressibleByArgument {}

extension TextEncoding {
  fileprivate init(argument: String) throws(ProgramError) {
    guard let encoding = TextEncoding(named: argument) else {
      let nearest = argument.lowercased().nearest(among: Self.common)
      throw ProgramError.usage(
        english("“\(argument)” is not a known encoding."),
        hint: nearest.map { name in english("Did you mean “\(name)”?") }
          ?? english("Try one of \(Self.common.joined(separator: ", ")); “iconv -l” lists all."))
    }
    self = encoding
  }
}
