package import DBus

extension ErrorName {
  private static func memorize(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.memorized.Memorize1.Error." + name)
  }

  package static let noGame = memorize("NoGame")
  package static let gameOver = memorize("GameOver")
  package static let noSuchCard = memorize("NoSuchCard")
  package static let cardMatched = memorize("CardMatched")
  package static let cardFaceUp = memorize("CardFaceUp")
  /// No mismatch is face up.
  package static let nothingToConceal = memorize("NothingToConceal")
  /// No game was abandoned, or only a daily game of another day.
  package static let nothingToResume = memorize("NothingToResume")
  /// A game was won after the one that was abandoned last.
  package static let laterGameWon = memorize("LaterGameWon")
  /// The change could not be stored; nothing has changed.
  package static let storageFailed = memorize("StorageFailed")
  package static let noSuchTheme = memorize("NoSuchTheme")
  package static let themeExists = memorize("ThemeExists")
  package static let invalidTheme = memorize("InvalidTheme")
  /// The theme comes with the program or the system, and cannot be removed.
  package static let themeBuiltIn = memorize("ThemeBuiltIn")
  package static let noSuchGame = memorize("NoSuchGame")
  /// The game is in progress: what would reveal its cards is available when it is over.
  package static let gameInProgress = memorize("GameInProgress")
  package static let cardExists = memorize("CardExists")
  package static let invalidCard = memorize("InvalidCard")
  /// The deck comes with the program or the system, or is not a deck's file of the user's own.
  package static let deckBuiltIn = memorize("DeckBuiltIn")
  package static let noSuchDeck = memorize("NoSuchDeck")
  /// The deck has no two different answers.
  package static let deckTooSmall = memorize("DeckTooSmall")
  /// No card of the deck, or of any, is due, and there is no new one within today's limit.
  package static let nothingDue = memorize("NothingDue")
  /// No card is hard, or too few for a game.
  package static let tooFewHardCards = memorize("TooFewHardCards")
  /// A question that the user did not ask for must not end their session.
  package static let sessionInProgress = memorize("SessionInProgress")
  package static let noSession = memorize("NoSession")
  package static let sessionFinished = memorize("SessionFinished")
  package static let questionChanged = memorize("QuestionChanged")
  package static let noSuchChoice = memorize("NoSuchChoice")
  /// In the mode `recall` the answer is graded, not typed.
  package static let notTyped = memorize("NotTyped")
  /// Only an answer that was revealed in the mode `recall` is graded.
  package static let notRevealed = memorize("NotRevealed")
  package static let nothingToUndo = memorize("NothingToUndo")
  /// The profile's name is not valid.
  package static let invalidName = memorize("InvalidName")
}

extension BusError {
  /// Whether there was no reply: the call may have been carried out anyway.
  package var isUncertain: Bool { [.noReply, .timeout, .disconnected].contains(name) }
}

extension ErrorName {
  /// The last part of the name, which scripts use: `CardMatched`.
  package var shortName: String {
    rawValue.split(separator: ".").last.map(String.init) ?? rawValue
  }

  /// Whether the error is one of the product's own.
  package var isOwn: Bool { rawValue.hasPrefix("org.memorized.Memorize1.Error.") }
}
