internal import MemorizeFiles
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// A theme or deck that can be played, and its origin.
struct LibraryTheme {
  enum Content {
    case theme(Theme)
    case deck(LibraryDeck)
  }

  let content: Content
  /// Nil if it comes with the program.
  let file: ThemePath?
  /// Nil if it is the whole file.
  let line: Int?
  /// Equal digests mean equal content.
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

  /// Whether the user added it.
  var isOwn: Bool { file.map { $0.kind != .shared } ?? false }

  /// When its file was changed last, in microseconds since 1970-01-01 UTC; nil if that is unknown.
  var modifiedAt: UInt64? { file.flatMap { try? FileVersion(of: $0.path) }?.modifiedAt }

  var isTwoSided: Bool {
    switch content {
    case .theme(let theme): theme.isTwoSided
    case .deck: true
    }
  }

  var colors: [String] {
    switch content {
    case .theme(let theme): theme.colors
    case .deck: Theme.defaultColors
    }
  }

  /// Whether a game can be dealt: a deck may have too few cards that fit on a board.
  var isPlayable: Bool {
    switch content {
    case .theme: true
    case .deck(let deck): deck.playable >= Theme.minimumPairs
    }
  }

  var location: ThemeClaims.Location { ThemeClaims.Location(file: file?.shown, line: line) }

  /// Deals from the theme, or from pairs drawn from the deck; without a rule, its own rule applies.
  func deal(
    _ rule: PairRule?, seed: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(DealError) -> Deal {
    switch content {
    case .theme(let theme):
      let pairs = try (rule ?? theme.rule).number(of: theme.size, using: &generator)
      return try Deal(theme: theme, pairs: pairs, seed: seed)
    case .deck(let deck):
      let cards = deck.load()
      // The file may have changed a moment ago.
      let deck = LibraryDeck(name: deck.name, cards: cards) { cards }
      let pairs = try (rule ?? deck.rule).number(of: deck.gamePairs, using: &generator)
      return try Deal(theme: deck.theme(drawing: pairs, seed: seed), pairs: pairs, seed: seed)
    }
  }
}

extension LibraryTheme {
  /// The hard cards of a deck, or of all, as a deck of their own.
  init(hard cards: [WordCard], of deck: String?) throws {
    if cards.isEmpty { throw PracticeError.noHardCards(deck) }
    let list = CardList(cards)
    let hard = LibraryDeck(name: try ThemeName(GameContract.hardTheme), cards: list) { list }
    if hard.playable < Theme.minimumPairs { throw PracticeError.tooFewHardCards(hard.playable) }
    self.init(content: .deck(hard), file: nil, line: nil, digest: 0)
  }
}

/// A deck, whose cards are read when they are played, practiced or shown.
struct LibraryDeck {
  /// The default number of pairs: a whole deck would be too large a game.
  private static let usualPairs = 12

  let name: ThemeName
  let size: Int
  let languages: SideLanguages
  /// The number of playable cards: a side may be too long for a card on a board.
  let playable: Int
  /// Returns the cards in the file's order; empty if reading fails.
  let load: () -> CardList

  init(
    name: ThemeName, cards: CardList, languages: SideLanguages = .unknown,
    load: @escaping () -> CardList
  ) {
    self.name = name
    self.languages = languages
    self.load = load
    size = cards.count
    playable = cards.indices.count { Self.fits($0, of: cards) }
  }

  var rule: PairRule { .fixed(Self.usualPairs) }

  var gamePairs: Int { min(playable, Theme.maximumPairs) }

  /// A theme with drawn pairs; the seed determines which.
  func theme(drawing count: Int, seed: UInt64) throws(DealError) -> Theme {
    let cards = load()
    let playable = cards.indices.filter { Self.fits($0, of: cards) }
    return try Theme(drawing: count, of: playable.count, among: size, seed: seed, name: name) {
      Self.pair(cards[playable[$0]])
    }
  }

  /// The other rules for faces were checked when the card was read.
  private static func fits(_ index: Int, of cards: CardList) -> Bool {
    let sides = cards.sides(at: index)
    return sides.longer <= Face.maximumBytes && sides.shorter > 0
  }

  /// A pronunciation that is too long is left out.
  private static func pair(_ card: WordCard) -> Pair? {
    let said = card.pronunciation.flatMap { $0.utf8.count <= Face.maximumBytes ? $0 : nil }
    return try? Pair(card.first, card.second, pronunciation: said)
  }
}

extension Deck {
  /// Nil if it has only one side and cannot be practiced.
  init?(_ theme: LibraryTheme) {
    switch theme.content {
    case .theme(let theme): self.init(theme)
    case .deck(let deck):
      self.init(name: deck.name, cards: deck.load(), languages: deck.languages)
    }
  }
}
