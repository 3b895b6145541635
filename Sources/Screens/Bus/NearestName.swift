import DBus
import MemorizeBus
import PlainText

extension ServiceConnection {
  /// Adds the nearest theme to the error about one that does not exist.
  package func suggestingTheme<T>(
    for name: String?, _ call: () throws -> T
  ) throws -> T {
    try suggesting(
      for: name, .noSuchTheme, call,
      otherwise: english("“memorize theme list” lists the themes.")
    ) { try themes().map(\.name) }
  }

  /// Adds the nearest deck to the error about one that does not exist.
  package func suggestingDeck<T>(
    for name: String?, _ call: () throws -> T
  ) throws -> T {
    try suggesting(
      for: name, .noSuchDeck, call, otherwise: english("“memorize deck list” lists the decks.")
    ) { try decks().map(\.name) }
  }

  private func suggesting<T>(
    for name: String?, _ kind: ErrorName, _ call: () throws -> T, otherwise: String,
    names: () throws -> [String]
  ) throws -> T {
    do {
      return try call()
    } catch let error as ProgramError {
      guard let name, error.name == kind.shortName else { throw error }
      var error = error
      let near = (try? names()).flatMap { name.nearestName(among: $0) }
      error.hint = near.map { nearest in english("Did you mean “\(nearest)”?") } ?? otherwise
      throw error
    }
  }
}

extension String {
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
