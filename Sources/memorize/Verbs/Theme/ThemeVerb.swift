import ArgumentParser

/// The verb `theme`.
struct ThemeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Tells what themes there are, and makes new ones.",
    subcommands: [
      ThemeListVerb.self, ThemeShowVerb.self, ThemeAddVerb.self, ThemeRemoveVerb.self,
      ThemeCheckVerb.self, ThemeImportVerb.self, ThemeExportVerb.self,
    ])
}
