internal import MemoryGame
internal import ThemeFiles

/// All that can be played, in its order, looked up by name; of one name the first wins.
struct ThemeCatalogue {
  /// What comes with the program.
  static let program: ThemeCatalogue = {
    let themes = Themes.builtIn.all.map { LibraryTheme.Content.theme($0) }
    return ThemeCatalogue(
      themes: (themes + [.deck(.japaneseBasics)]).map {
        LibraryTheme(content: $0, origin: .program, reading: 0)
      })
  }()

  /// All themes, in the order in which they win.
  private(set) var themes: [LibraryTheme] = []
  /// How many the user, and the system, have in files of themes.
  private var counts: [ThemePlaces.Kind: Int] = [:]
  private var places: [String: Int] = [:]

  private init(themes: [LibraryTheme]) {
    for theme in themes { add(theme) }
  }

  /// Adds what a file holds; the file lets go of what is not taken, and says why.
  ///
  /// - Parameter file: the next file in the order in which their themes win.
  mutating func add(_ file: inout LibraryFile) {
    file.keep { theme in
      if let other = self[theme.themeName] {
        return "A theme named “\(theme.name)” \(other.place) already: give this one another name."
      }
      if let kind = theme.kind, kind != .decks, isFull(kind) {
        let whose = kind == .own ? "of your own" : "of the system"
        return "There are \(ThemeFile.maximumThemes) themes \(whose) already: take some out."
      }
      add(theme)
      return nil
    }
  }

  private mutating func add(_ theme: LibraryTheme) {
    places[theme.themeName.comparisonKey] = themes.count
    themes.append(theme)
    if let kind = theme.kind { counts[kind, default: 0] += 1 }
  }

  /// Whether no more themes are taken from such files; decks are bounded by what they take.
  func isFull(_ kind: ThemePlaces.Kind) -> Bool {
    counts[kind, default: 0] >= ThemeFile.maximumThemes
  }

  /// The theme of a name, in any spelling that compares equal.
  func theme(named name: String) -> LibraryTheme? {
    places[ThemeName.comparisonKey(of: name)].map { themes[$0] }
  }

  private subscript(name: ThemeName) -> LibraryTheme? {
    places[name.comparisonKey].map { themes[$0] }
  }

  /// Whether all of an earlier state is here, from the same files: then what was left out there
  /// would be left out here too.
  func keepsAll(of old: ThemeCatalogue) -> Bool {
    old.themes.allSatisfy { self[$0.themeName]?.path == $0.path }
  }

  /// Draws a theme, never the last one where there is another, and never a deck.
  ///
  /// - Parameters:
  ///   - last: the name of the last one.
  ///   - unfit: the names, as they are written, of those that are not to be drawn either.
  ///   - generator: the source of chance.
  /// - Returns: the theme; nil where there is none.
  func randomTheme(
    excluding last: String?, leavingOut unfit: Set<String> = [],
    using generator: inout some RandomNumberGenerator
  ) -> LibraryTheme? {
    let candidates = themes.compactMap { theme in
      if case .theme(let candidate) = theme.content { candidate } else { nil }
    }
    return (try? Themes(candidates))?.randomTheme(
      excluding: last, using: &generator, where: { !unfit.contains($0.name) }
    ).flatMap { self[$0.themeName] }
  }

  /// What is different from an earlier state: what went first, then all else in its order.
  func changes(since old: ThemeCatalogue) -> [ThemeChange] {
    var gone: [ThemeChange] = []
    for theme in old.themes where !theme.isBuiltIn {
      let now = self.theme(named: theme.name)
      // A name that is spelled in another way is another to whoever has the old one.
      if now.map({ !$0.name.utf8.elementsEqual(theme.name.utf8) }) ?? true {
        gone.append(ThemeChange(name: theme.name, kind: .removed))
      }
    }
    var come: [ThemeChange] = []
    for theme in themes where !theme.isBuiltIn {
      guard let before = old.theme(named: theme.name),
        before.name.utf8.elementsEqual(theme.name.utf8)
      else {
        come.append(ThemeChange(name: theme.name, kind: .added))
        continue
      }
      if !theme.isToldLike(before) { come.append(ThemeChange(name: theme.name, kind: .changed)) }
    }
    return gone + come
  }
}

/// One theme that is not as it was.
struct ThemeChange: Equatable {
  /// What became of it, as the bus tells it.
  enum Kind: String {
    case added
    case changed
    case removed
  }

  let name: String
  let kind: Kind
}
