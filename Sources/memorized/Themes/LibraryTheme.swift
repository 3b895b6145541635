internal import DBus
internal import MemoryGame
internal import ThemeFiles

/// Something that can be played, and where it came from.
struct LibraryTheme {
  /// What is played with.
  enum Content {
    case theme(Theme)
    case deck(Deck)
  }

  /// Where it stands.
  enum Origin {
    /// In the program.
    case program
    /// In a line of a file.
    case file(ThemePlaces.Kind, path: String, line: Int, isAdded: Bool)
  }

  let content: Content
  let origin: Origin
  /// The reading of its file: themes of one reading and one line are the same.
  let reading: UInt64
  /// The digest of its line; nil for a deck, and for what comes with the program.
  var digest: Int?

  /// The name with its key for look-up.
  var themeName: ThemeName {
    switch content {
    case .theme(let theme): theme.themeName
    case .deck(let deck): deck.name
    }
  }

  var name: String { themeName.text }

  var isBuiltIn: Bool { if case .program = origin { true } else { false } }

  /// Whether it came from a deck file.
  var isImported: Bool { if case .deck = content { !isBuiltIn } else { false } }

  /// Whether `Add` has added it, so that `Remove` can remove it.
  var isAdded: Bool { if case .file(_, _, _, true) = origin { true } else { false } }

  /// The file it stands in; nil for what comes with the program.
  var path: String? { if case .file(_, let path, _, _) = origin { path } else { nil } }

  /// The line of that file; 0 for what comes with the program.
  var line: Int { if case .file(_, _, let line, _) = origin { line } else { 0 } }

  /// Whose file it stands in; nil for what comes with the program.
  var kind: ThemePlaces.Kind? {
    if case .file(let kind, _, _, _) = origin { kind } else { nil }
  }

  /// Where it stands, as the end of a sentence.
  var place: String {
    switch origin {
    case .program: "comes with the program"
    case .file(_, let path, let line, _):
      "stands in \(path.printable(upTo: FileListing.longestShown))"
        + (isImported ? "" : ", line \(line)")
    }
  }

  /// Deals the cards of a game.
  ///
  /// - Parameters:
  ///   - request: how many pairs are asked for.
  ///   - seed: what the deal follows from.
  ///   - generator: by which a number of pairs is drawn.
  /// - Returns: the deal, of the theme or of what is drawn from the deck.
  /// - Throws: `DealRefusal`.
  func deal(
    _ request: PairsRequest, seed: UInt64, using generator: inout some RandomNumberGenerator
  ) throws(DealRefusal) -> Deal {
    switch content {
    case .theme(let theme):
      let pairs = try request.number(for: theme, using: &generator)
      return try Deal(theme: theme, pairs: pairs, seed: seed)
    case .deck(let deck):
      let pairs = try request.number(of: deck.gamePairs, by: deck.rule, using: &generator)
      return try Deal(
        theme: deck.theme(drawing: pairs, seed: seed), pairs: pairs, seed: seed)
    }
  }
}

extension LibraryTheme {
  /// Whether nothing differs that anybody is told, to the byte: texts that are only canonically
  /// equal are written in different ways.
  func isToldLike(_ other: LibraryTheme) -> Bool {
    if case .file(_, let path, let line, _) = origin,
      case .file(_, let otherPath, let otherLine, _) = other.origin,
      (path, line, reading) == (otherPath, otherLine, other.reading)
    {
      return true
    }
    if let digest, digest == other.digest { return true }
    switch (content, other.content) {
    case (.theme(let theme), .theme(let other)):
      return theme.rule == other.rule && theme.colors == other.colors
        && Self.equal(theme.icon, other.icon) && Self.equal(theme.name, other.name)
        && theme.pairs.elementsEqual(other.pairs) {
          Self.equal($0.first.text, $1.first.text)
            && Self.equal($0.second?.text, $1.second?.text)
            && Self.equal($0.pronunciation, $1.pronunciation)
        }
    case (.deck(let deck), .deck(let other)):
      return Self.equal(deck.name.text, other.name.text)
        && deck.cards.elementsEqual(other.cards) {
          Self.equal($0.first, $1.first) && Self.equal($0.second, $1.second)
            && Self.equal($0.pronunciation, $1.pronunciation) && Self.equal($0.guid, $1.guid)
        }
    case (.theme, .deck), (.deck, .theme): return false
    }
  }

  private static func equal(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}
