internal import CLinux
internal import EventLoop
internal import Practice

/// The texts of all decks, once their files are read; held only while people search.
///
/// Decks are read for the search alone: kept for practice, they would take three times the memory.
final class SearchedDecks: Preparation.Need {
  /// How long they are held after a search, since reading takes longer than searching.
  private static let delay: Duration = .seconds(600)

  private let library: ThemeLibrary
  private let practice: PracticeOnBus
  private var decks: [Practice.Deck] = []
  private var search = CardSearch()
  /// The names of decks to be read, the next one last; nil until the first one is read.
  private var unread: [LibraryTheme]?
  private lazy var forgetting = Debouncer(loop: library.loop, delay: Self.delay) { [weak self] in
    self?.forget()
    malloc_trim(0)
  }

  init(library: ThemeLibrary, practice: PracticeOnBus) {
    self.library = library
    self.practice = practice
  }

  func begin() { forgetting.restart() }

  var isMet: Bool { unread?.isEmpty == true }

  /// Reads the next deck; returns false if there is none.
  func advance(while mayContinue: () -> Bool) -> Bool {
    if unread == nil { unread = library.current.themes.reversed() }
    guard let theme = unread?.popLast() else { return false }
    guard let deck = practice.readDeck(named: theme.name) ?? Practice.Deck(theme) else {
      return true
    }
    decks.append(deck)
    search.add(deck.cards)
    return true
  }

  /// The cards with a text, the best first.
  func cards(with text: String, limit: Int) -> [(deck: Practice.Deck, index: Int)] {
    meet()
    return search.cards(with: text, limit: limit).map { (decks[$0.deck], $0.card) }
  }

  func deck(named name: String) -> Practice.Deck? {
    guard let theme = library.theme(named: name) else { return nil }
    return decks.first { $0.name == theme.name } ?? Practice.Deck(theme)
  }

  /// The decks are read again by the next search.
  func forget() {
    (decks, search, unread) = ([], CardSearch(), nil)
  }
}
