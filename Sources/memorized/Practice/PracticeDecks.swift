internal import Practice

/// The decks for practice: read one by one, once their files are read, when they are first needed,
/// and followed from then on.
final class PracticeDecks: Preparation.Need {
  private enum Phase {
    case unneeded
    /// Needed, and none has been read yet.
    case needed
    /// The names of those that are still to be read, the next one last.
    ///
    /// A loaded deck is added in the next step: loading and adding a large one would take too long.
    case reading([String], loaded: Practice.Deck?)
    case read
  }

  private var phase = Phase.unneeded
  private let library: ThemeLibrary
  /// Called with each deck that was read, and with nil for a name that is gone.
  private let enter: (String, Practice.Deck?) -> Void

  init(library: ThemeLibrary, enter: @escaping (String, Practice.Deck?) -> Void) {
    self.library = library
    self.enter = enter
  }

  var isNeeded: Bool { if case .unneeded = phase { false } else { true } }

  var isMet: Bool { if case .read = phase { true } else { false } }

  func begin() {
    if !isNeeded { phase = .needed }
  }

  /// Takes the next step; returns whether there is another.
  func advance(while mayContinue: () -> Bool) -> Bool {
    switch phase {
    case .unneeded, .read: return false
    case .needed: phase = .reading(library.current.themes.map(\.name), loaded: nil)
    case .reading(let unread, let deck?):
      phase = unread.isEmpty ? .read : .reading(unread, loaded: nil)
      enter(deck.name, deck)
    case .reading(var unread, nil):
      guard let name = unread.popLast() else {
        phase = .read
        break
      }
      let deck = library.current.theme(named: name).flatMap(Practice.Deck.init)
      phase = deck == nil && unread.isEmpty ? .read : .reading(unread, loaded: deck)
      if deck == nil { enter(name, nil) }
    }
    return !isMet
  }

  /// Reads changed decks again, if any have been read.
  func follow(_ changes: [ThemeChange]) {
    let names = changes.map(\.name)
    switch phase {
    case .unneeded, .needed: break
    case .reading(let unread, let deck):
      phase = .reading(names + unread.filter { !names.contains($0) }, loaded: deck)
    case .read:
      if !names.isEmpty { phase = .reading(names, loaded: nil) }
    }
  }
}
