import ArgumentParser

struct DeckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck", abstract: "Import and export decks of word cards.",
    subcommands: [DeckImportVerb.self, DeckExportVerb.self])
}
