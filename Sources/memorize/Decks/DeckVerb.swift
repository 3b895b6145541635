import ArgumentParser

struct DeckVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck", abstract: "List, import, export and edit decks of word cards.",
    groupedSubcommands: [
      CommandGroup(
        name: "Decks",
        subcommands: [
          DeckListVerb.self, DeckShowVerb.self, DeckImportVerb.self, DeckExportVerb.self,
          DeckOrderVerb.self, DeckLanguageVerb.self, DeckMediaVerb.self,
        ]),
      CommandGroup(
        name: "Cards",
        subcommands: [
          DeckSearchVerb.self, DeckAddVerb.self, DeckEditVerb.self, DeckRemoveVerb.self,
          DeckSuspendVerb.self, DeckResumeVerb.self,
        ]),
    ])
  static let examples = ["memorize deck import words.csv", "memorize deck export German"]
}
