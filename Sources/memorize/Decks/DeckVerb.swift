import ArgumentParser

struct DeckVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck", abstract: "List, import and export decks of word cards, and change cards.",
    groupedSubcommands: [
      CommandGroup(
        name: "Decks",
        subcommands: [
          DeckListVerb.self, DeckShowVerb.self, DeckImportVerb.self, DeckExportVerb.self,
        ]),
      CommandGroup(
        name: "Cards",
        subcommands: [
          DeckSearchVerb.self, DeckAddVerb.self, DeckEditVerb.self, DeckRemoveVerb.self,
          DeckSuspendVerb.self, DeckResumeVerb.self,
        ]),
    ])
}
