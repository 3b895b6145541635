/// Where the game finds what it is played with.
protocol ThemeSource {
  /// All themes there are now.
  var current: ThemeCatalogue { get }
  /// The theme of a name, in any spelling that compares equal.
  func theme(named name: String) -> LibraryTheme?
}

extension ThemeLibrary: ThemeSource {}

extension ThemeCatalogue: ThemeSource {
  var current: ThemeCatalogue { self }
}

extension ThemeSource where Self == ThemeCatalogue {
  /// What comes with the program, and nothing else.
  static var builtIn: ThemeCatalogue { .program }
}
