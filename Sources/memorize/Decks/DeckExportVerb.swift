import ArgumentParser
import MemorizeBus
import PlainText
import Practice
import Screens
import ThemeFiles
import UserFiles

struct DeckExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a deck as a table for Anki or for spreadsheets.",
    discussion: """
      In Anki, choose File, Import, and the type of the notes: those with the same guids change \
      then, in their first two fields; csv has pronunciations too. With --json the output is in the \
      field text.

      An apkg is a package for Anki, with sounds, pictures, sentences with gaps, reviews and what is \
      suspended; importing it again changes notes and doubles none. Notes that were made in Anki, \
      with a note type of its own, Anki leaves as they are: --to anki changes their texts. Of a \
      table, --media copies the sounds and pictures: to Anki's directory collection.media, say.
      """)
  static let examples = [
    "memorize deck export German --to csv", "memorize deck export German --to apkg -o German.apkg",
  ]

  @Argument(help: ArgumentHelp("The deck's name.", valueName: "deck"))
  var name: String

  @Option(help: "What to export: anki (a text that Anki imports), csv or apkg (a package).")
  var to: DeckFormat = .anki

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The new file; without it, print the table.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Copy the sounds and pictures to this directory.", valueName: "directory"),
    completion: .directory)
  var media: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard to == .apkg else { return }
    if output == nil {
      throw ValidationError(english("Name the package, for example with “-o \(name).apkg”."))
    }
    if media != nil {
      throw ValidationError(english("A package has its media in it: omit --media."))
    }
  }

  func perform(_ options: Options) throws {
    if let path = media ?? output, let host = options.host {
      throw ProgramError.usage(
        english(
          "A file is written where the service runs: "
            + "ssh \(host.name) memorize deck export … \(path)"))
    }
    let connection = try ServiceConnection(options)
    let cards = try connection.withDeck(self.name) { try connection.cards(of: $0) }
    let deck = ExportedDeck(name: cards.first?.deck ?? self.name, cards)
    if let output, FilePath.kind(of: output, followingLinks: false) != nil {
      throw ProgramError(
        .refused, name: "FileExists",
        english("\(output) exists. Choose another name, or remove it first."))
    }
    if to == .apkg, let output {
      let reviews = try connection.reviews()
      try deck.writePackage(to: output, reviews)
      return try print(output, options)
    }
    if let media { try deck.copyMedia(to: media) }
    let text = to.text(of: deck.lines, name: deck.name)
    if let output {
      try deck.write(Array(text.utf8), to: output)
      return try print(output, options)
    }
    try options.print(
      json: ["name": .string(deck.name), "format": .string(to.rawValue), "text": .string(text)],
      plain: text, text: text)
  }

  private func print(_ path: String, _ options: Options) throws {
    try options.print(
      json: ["name": .string(name), "format": .string(to.rawValue), "file": .string(path)],
      plain: path.harmless + "\n", text: DeckText.saved(path) + "\n")
  }
}

enum DeckFormat: String, ExpressibleByArgument, CaseIterable {
  case anki, csv, apkg

  /// Of lines, not of a package.
  func text(of cards: [WordCard], name: String) -> String {
    self == .csv ? Self.csv(cards) : Self.anki(cards, name: name)
  }

  /// Without pronunciations: Anki maps columns to fields in order and takes a further one as tags,
  /// and many types of notes have only two fields.
  private static func anki(_ cards: [WordCard], name: String) -> String {
    func header(_ isHTML: Bool) -> [String] {
      ["#separator:tab", "#html:\(isHTML)", "#deck:\(name)", "#guid column:1"]
    }
    guard cards.contains(where: { $0.media.front.picture ?? $0.media.back.picture != nil }) else {
      return DeckFile.text(of: cards, header: header(false), isShort: true)
    }
    // Anki shows a picture only in HTML.
    let rows = cards.map { card in
      [
        field(card.guid ?? ""), html(card.first, card.media.front),
        html(card.second, card.media.back),
      ]
    }
    return (header(true) + rows.map { $0.joined(separator: "\t") }).lines
  }

  /// Of a tab-separated table, where only a leading quotation mark begins a quoted field.
  private static func html(_ text: String, _ media: SideMedia) -> String {
    let field = MediaMarkup.field(text.asHTML, media)
    return field.first == "\"" ? quoted(field) : field
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func csv(_ cards: [WordCard]) -> String {
    let rows = cards.map {
      [$0.frontField, $0.backField, $0.pronunciation ?? "", $0.guid ?? "", $0.note]
    }
    return ([DeckFile.tableColumns] + rows)
      .map { $0.map(field).joined(separator: ",") }.lines
  }

  /// A leading `#` would make the line a comment.
  private static func field(_ text: String) -> String {
    guard text.first == "#" || text.contains(where: { "\",\r\n".contains($0) }) else { return text }
    return quoted(text)
  }
}
