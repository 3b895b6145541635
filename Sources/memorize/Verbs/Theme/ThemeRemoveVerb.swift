import ArgumentParser
import DBus
import MemorizeBus

/// The verb `theme remove`.
struct ThemeRemoveVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a theme that was added by “theme add”.",
    discussion: """
      Other themes of yours stand in files, and so do decks: what is taken out there is gone too.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.wait {
      $0.call(ThemesContract.remove, of: ThemesContract.interface, name, completion: $1)
    }
    try ThemeChange(name: name, kind: .removed).tell(options)
  }
}
