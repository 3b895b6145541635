package import MemoryGame
internal import PlainText

/// Decides which themes and decks from many files count: the first of each name, up to a limit.
package struct ThemeClaims {
  package struct Location: Hashable, Sendable {
    /// The path of its file; nil if it comes with the program.
    package let file: String?
    /// Its line; nil if it is the whole file.
    package let line: Int?

    package init(file: String?, line: Int?) {
      (self.file, self.line) = (file, line)
    }

    /// What a sentence says of a theme there after its name.
    package var clause: String {
      // Translators: “it” is a theme; part of a sentence such as “There is already a theme named …”.
      guard let file else { return english("it comes with the program") }
      // Translators: “it” is a theme; part of a sentence such as “There is already a theme named …”.
      guard let line else { return english("it is in \(file)") }
      // Translators: “it” is a theme; part of a sentence such as “There is already a theme named …”.
      return english("it is in \(file), line \(line)")
    }

    /// The same with the name of a deck.
    package func clause(about deck: String) -> String {
      // Translators: part of the sentence “Only cards of decks in files of your own can be changed …”.
      guard let file else { return english("“\(deck)” comes with the program") }
      // Translators: part of the sentence “Only cards of decks in files of your own can be changed …”.
      guard let line else { return english("“\(deck)” is in \(file)") }
      // Translators: part of the sentence “Only cards of decks in files of your own can be changed …”.
      return english("“\(deck)” is in \(file), line \(line)")
    }
  }

  /// The maximum number of themes of the user, and of the system.
  package static let maximumThemes = 1024
  package static let maximumCards = 200_000

  private var locations: [String: Location] = [:]
  private var counts: [String: Int] = [:]
  private var cards = 0

  /// Begins with the built-in themes and decks.
  package init() {
    for name in Themes.builtIn.map(\.themeName) + [Themes.japaneseBasics] {
      locations[name.comparisonKey] = Location(file: nil, line: nil)
    }
  }

  package func location(of name: ThemeName) -> Location? { locations[name.comparisonKey] }

  /// Claims a name, or returns why it is not available; `owner` is “of your own” or “of the system”
  /// for themes that are limited.
  package mutating func claim(_ name: ThemeName, at location: Location, owner: String?) -> String? {
    if let other = locations[name.comparisonKey] {
      let (theme, place) = (name.text, other.clause)
      // Translators: {place} is as “it is in FILE, line 3”.
      return english("There is already a theme named “\(theme)”; \(place). Rename this one.")
    }
    if let owner {
      if isFull(owner) {
        // Translators: {owner} is “of your own” or “of the system”.
        return english("There are already \(Self.maximumThemes) themes \(owner): remove some.")
      }
      counts[owner, default: 0] += 1
    }
    locations[name.comparisonKey] = location
    return nil
  }

  package func isFull(_ owner: String) -> Bool { counts[owner, default: 0] >= Self.maximumThemes }

  /// Claims room for a deck with at most this many cards, or returns why there is none.
  package mutating func claim(cards count: Int) -> String? {
    guard cards + count <= Self.maximumCards else {
      return english("All decks together can have at most \(Self.maximumCards) cards: remove some.")
    }
    cards += count
    return nil
  }

  package mutating func release(cards count: Int) { cards -= count }
}
