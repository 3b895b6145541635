internal import DBus
internal import MemoryGame
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// Something that can be played, and where it came from.
struct LibraryTheme {
  enum Content {
    case theme(Theme)
    case deck(LibraryDeck)
  }

  let content: Content
  /// The file it stands in; nil if it comes with the program.
  let file: ThemePath?
  /// The line of that file; nil if it is all of the file.
  let line: Int?
  /// Equal digests are of equal content.
  let digest: Int

  var themeName: ThemeName {
    switch content {
    case .theme(let theme): theme.themeName
    case .deck(let deck): deck.name
    }
  }

  var name: String { themeName.text }

  var isBuiltIn: Bool { file == nil }

  var isImported: Bool { file?.kind == .decks }

  var place: ThemeClaims.Place {
    ThemeClaims.Place(file: file?.path.printable(upTo: LibraryFile.longestShown), line: line)
  }

  /// Deals the cards of a game, of the theme or of what is drawn from the deck.
  func deal(
    _ request: PairsRequest, seed: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(DealRefusal) -> Deal {
    switch content {
    case .theme(let theme):
      let pairs = try request.number(for: theme, using: &generator)
      return try Deal(theme: theme, pairs: pairs, seed: seed)
    case .deck(let deck):
      let cards = deck.load()
      // The file may have changed a moment ago.
      let deck = LibraryDeck(name: deck.name, cards: cards) { cards }
      let pairs = try request.number(of: deck.gamePairs, by: deck.rule, using: &generator)
      return try Deal(theme: deck.theme(drawing: pairs, seed: seed), pairs: pairs, seed: seed)
    }
  }
}

/// A deck whose cards are read when they are played, practised or shown.
struct LibraryDeck {
  /// How many pairs a game has if nobody says how many: all of a deck would be no game.
  private static let usualPairs = 12

  let name: ThemeName
  let size: Int
  /// How many of them can be played with: a side may be too long for a card on a board.
  let playable: Int
  /// Reads the cards, in the file's order; there are none if that fails.
  let load: () -> [WordCard]

  init(name: ThemeName, cards: [WordCard], load: @escaping () -> [WordCard]) {
    self.name = name
    self.load = load
    size = cards.count
    playable = cards.count(where: Self.fits)
  }

  var rule: PairRule { .fixed(Self.usualPairs) }

  var gamePairs: Int { min(playable, Theme.maximumPairs) }

  /// Draws the theme of a game; which pairs it has follows from the seed.
  func theme(drawing count: Int, seed: UInt64) throws(DealRefusal) -> Theme {
    let cards = load()
    if playable < Theme.minimumPairs {
      throw size < Theme.minimumPairs ? .tooFewInDeck(name.text, size) : .tooFewFit(name.text)
    }
    let places = playable == cards.count ? nil : cards.indices.filter { Self.fits(cards[$0]) }
    return try Theme(drawing: count, of: playable, seed: seed, name: name) { place in
      Self.pair(cards[places?[place] ?? place])
    }
  }

  /// All else that makes a face was asked of a card when it was read.
  private static func fits(_ card: WordCard) -> Bool {
    card.first.utf8.count <= Face.maximumBytes && card.second.utf8.count <= Face.maximumBytes
  }

  /// A pronunciation that is too long is left out of its pair.
  private static func pair(_ card: WordCard) -> Pair? {
    let said = card.pronunciation.flatMap { $0.utf8.count <= Face.maximumBytes ? $0 : nil }
    return try? Pair(card.first, card.second, pronunciation: said)
  }
}

extension Deck {
  /// The cards of something that can be practised; nil if it has one side alone.
  init?(_ theme: LibraryTheme) {
    switch theme.content {
    case .theme(let theme): self.init(theme)
    case .deck(let deck): self.init(name: deck.name, cards: deck.load())
    }
  }
}
