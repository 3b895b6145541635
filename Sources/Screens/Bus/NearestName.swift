import DBus
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText

extension ServiceConnection {
  /// Takes a theme by its shown name too, and adds the nearest one to the error if there is none.
  ///
  /// `call` is made with the name as it was typed, then with the theme's own name.
  package func withTheme<T>(_ name: String?, _ call: (String?) throws -> T) throws -> T {
    try with(
      name, call,
      otherwise: english("“memorize theme list” lists the themes.")
    ) { try themes().map(\.name) }
  }

  package func withTheme<T>(_ name: String, _ call: (String) throws -> T) throws -> T {
    try withTheme(Optional(name)) { try call($0 ?? name) }
  }

  /// The same for a deck.
  package func withDeck<T>(_ name: String?, _ call: (String?) throws -> T) throws -> T {
    try with(
      name, call, otherwise: english("“memorize deck list” lists the decks.")
    ) { try decks().map(\.name) }
  }

  package func withDeck<T>(_ name: String, _ call: (String) throws -> T) throws -> T {
    try withDeck(Optional(name)) { try call($0 ?? name) }
  }

  private func with<T>(
    _ name: String?, _ call: (String?) throws -> T, otherwise: String,
    names: () throws -> [String]
  ) throws -> T {
    do {
      return try call(name)
    } catch let error as ProgramError {
      let kinds = [ErrorName.noSuchTheme, .noSuchDeck].map(\.shortName)
      guard let name, kinds.contains(error.name) else { throw error }
      let names = (try? names()) ?? []
      if let own = names.first(where: { $0.isShown(as: name) }) { return try call(own) }
      var error = error
      let near = name.nearestName(among: names)
      error.hint = near.map { nearest in english("Did you mean “\(nearest)”?") } ?? otherwise
      throw error
    }
  }
}

extension String {
  /// Whether people read the name of a theme or deck so, in their language.
  package func isShown(as text: String) -> Bool {
    let shown = shownThemeName(self)
    return shown != self
      && ThemeName.comparisonKey(of: shown) == ThemeName.comparisonKey(of: text)
  }

  /// A name that begins with the text, else the nearest one; case does not matter.
  package func nearestName(among names: [String]) -> String? {
    let typed = lowercased()
    let lower = names.map { $0.lowercased() }
    let place =
      lower.firstIndex { typed.count > 2 && $0.hasPrefix(typed) }
      ?? typed.nearest(among: lower).flatMap(lower.firstIndex)
    return place.map { names[$0] }
  }
}
