internal import MemorizeFiles
internal import MemoryGame
internal import Practice
internal import ThemeFiles

/// Everything that can be played, in order and by name; the first of equal names wins.
struct ThemeCatalog {
  static var program: ThemeCatalog { ThemeCatalog() }

  /// In order of precedence.
  private(set) var themes: [LibraryTheme] = []
  private var indices: [String: Int] = [:]
  private var claims = ThemeClaims()

  private init() {
    for theme in Themes.builtIn { add(LibraryTheme(program: .theme(theme))) }
    let words = Deck.japaneseBasics
    add(
      LibraryTheme(
        program: .deck(
          LibraryDeck(name: words.deckName, cards: words.cards, languages: words.languages) {
            words.cards
          })))
  }

  /// Adds the files' content in order of precedence, and records why something is left out.
  init(of files: [LibraryFile], faults: inout [String: FaultList]) {
    self = .program
    for file in files {
      var list = file.faults
      for theme in file.themes {
        let owner = file.file.kind.owner
        let fault = claims.claim(theme.themeName, at: theme.location, owner: owner)
        if let fault { list.add(theme.line, fault) } else { add(theme) }
      }
      if list != FaultList() { faults[file.file.path] = list }
    }
  }

  private mutating func add(_ theme: LibraryTheme) {
    indices[theme.themeName.comparisonKey] = themes.count
    themes.append(theme)
  }

  /// Whether the user's own themes have reached their limit.
  var isFull: Bool { ThemeDirectory.Kind.own.owner.map(claims.isFull) ?? false }

  func theme(named name: String) -> LibraryTheme? {
    indices[ThemeName.comparisonKey(of: name)].map { themes[$0] }
  }

  /// Draws a one-sided theme, never the last one if there is another.
  func randomTheme(
    excluding last: String?, using generator: inout some RandomNumberGenerator
  ) -> LibraryTheme? {
    let candidates: [Theme] = themes.compactMap { theme in
      guard case .theme(let candidate) = theme.content, candidate.isOneSided else { return nil }
      return candidate
    }
    return candidates.random(excluding: last, using: &generator).flatMap { theme(named: $0.name) }
  }

  /// The differences from an earlier state: first the removed themes, then the others in order.
  func changes(since old: ThemeCatalog) -> [ThemeChange] {
    let gone = old.themes.filter { !$0.isBuiltIn && theme(spelled: $0.name) == nil }
      .map { ThemeChange($0, .removed) }
    let come: [ThemeChange] = themes.filter { !$0.isBuiltIn }.compactMap { theme in
      guard let before = old.theme(spelled: theme.name) else {
        return ThemeChange(theme, .added)
      }
      return before.digest == theme.digest ? nil : ThemeChange(theme, .changed)
    }
    return gone + come
  }

  /// To clients that know the old spelling, a different one is another name.
  private func theme(spelled name: String) -> LibraryTheme? {
    theme(named: name).flatMap { $0.name.utf8.elementsEqual(name.utf8) ? $0 : nil }
  }
}

struct ThemeChange: Equatable {
  enum Kind: String {
    case added
    case changed
    case removed
  }

  let name: String
  /// Whether it can be practiced.
  let isDeck: Bool
  let kind: Kind

  init(_ theme: LibraryTheme, _ kind: Kind) {
    (name, isDeck, self.kind) = (theme.name, theme.isTwoSided, kind)
  }
}

extension LibraryTheme {
  fileprivate init(program content: Content) {
    self.init(content: content, file: nil, line: nil, digest: 0)
  }
}
