package import DBus

/// The errors of the product: `org.memorized.Memorize1.Error.X`.
extension ErrorName {
  private static func memorize(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.memorized.Memorize1.Error." + name)
  }

  /// No game has been started.
  package static let noGame = memorize("NoGame")
  /// The game is won: nothing can be turned any more.
  package static let gameOver = memorize("GameOver")
  /// The board has no card of that number.
  package static let noSuchCard = memorize("NoSuchCard")
  /// The card's pair has been found.
  package static let cardMatched = memorize("CardMatched")
  /// The card is up already.
  package static let cardFaceUp = memorize("CardFaceUp")
  /// No mismatch is on show.
  package static let nothingToConceal = memorize("NothingToConceal")
  /// It could not be stored; nothing has changed.
  package static let storageFailed = memorize("StorageFailed")
  /// There is no theme of that name.
  package static let noSuchTheme = memorize("NoSuchTheme")
  /// A theme of that name is there already.
  package static let themeExists = memorize("ThemeExists")
  /// What was given makes no theme.
  package static let invalidTheme = memorize("InvalidTheme")
  /// The theme comes with the program or the system, and stays.
  package static let themeBuiltIn = memorize("ThemeBuiltIn")
  /// There is no game of that number.
  package static let noSuchGame = memorize("NoSuchGame")
  /// The game is on: what would tell its cards is told when it is over.
  package static let gameInProgress = memorize("GameInProgress")
  /// There is no deck of that name.
  package static let noSuchDeck = memorize("NoSuchDeck")
  /// The deck has no two different answers.
  package static let deckTooSmall = memorize("DeckTooSmall")
  /// No card of the deck is due, and today allows no new one.
  package static let nothingDue = memorize("NothingDue")
  /// No practice session is on.
  package static let noSession = memorize("NoSession")
  /// All questions of the session were answered.
  package static let sessionFinished = memorize("SessionFinished")
  /// Another question is asked now.
  package static let questionChanged = memorize("QuestionChanged")
  /// The question has no choice of that number.
  package static let noSuchChoice = memorize("NoSuchChoice")
  /// The session has no response to take back.
  package static let nothingToUndo = memorize("NothingToUndo")
  /// The name of who practises is too short, or none.
  package static let invalidName = memorize("InvalidName")
}

extension ErrorName {
  /// The last part of the name, by which scripts know it: `CardMatched`.
  package var shortName: String {
    rawValue.split(separator: ".").last.map(String.init) ?? rawValue
  }

  /// Whether the error is one of the product's own.
  package var isOfMemorize: Bool { rawValue.hasPrefix("org.memorized.Memorize1.Error.") }
}
