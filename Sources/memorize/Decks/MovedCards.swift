import Glibc
import MemorizeFiles
import MemoryGame
import Practice
import Screens
import TerminalKit
import ThemeFiles
import UserFiles

/// Cards that an import has added to a deck, and that have left another one in Anki.
struct MovedCards {
  private let claims: ThemeClaims
  /// The file that now has the card, by guid.
  private var files: [String: String] = [:]

  init(among claims: ThemeClaims) { self.claims = claims }

  mutating func add(_ deck: ImportedDeck) {
    guard let path = deck.path else { return }
    for guid in deck.outcome.added { files[guid] = path }
  }

  /// Removes the cards from a deck that had them before, and returns their number.
  func remove(from deck: ThemeName) throws(ProgramError) -> Int {
    let kind = ThemeDirectory.Kind.decks
    guard !files.isEmpty, let path = claims.location(of: deck)?.file,
      let directory = ThemeDirectory.all().first(where: { $0.kind == kind })?.path,
      path.hasPrefix(directory + "/")
    else { return 0 }
    var count = 0
    try TerminalSignals.holding(SIGINT, SIGTERM, SIGHUP) { () throws(ProgramError) in
      try UserFile.rewrite(
        path, limit: kind.maximumBytes, failure: { DeckPlace.failure($0, path) }
      ) { old throws(ProgramError) in
        var edit = DeckEdit(old)
        let gone = edit.cards.indices.filter { place in
          let file = edit.cards[place].guid.flatMap { files[$0] }
          return file != nil && file != path
        }
        for place in gone { edit.remove(place) }
        count = gone.count
        if gone.isEmpty { return old }
        return try Result { () throws(DeckEditError) in try edit.applied() }
          .mapError { ProgramError(.refused, name: "InvalidDeck", "\(path): \($0.message)") }.get()
      }
    }
    return count
  }
}
