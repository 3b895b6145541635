package import DBus
package import MemoryGame
internal import PlainText

/// The options of `NewGame`.
package struct NewGameOptions: CallOptions {
  package var theme: String?
  package var pairs: UInt32?
  package var minPairs: UInt32?
  package var maxPairs: UInt32?
  package var seed: UInt64?
  package var scoring: Scoring?
  package var players: [String]?
  package var isDaily: Bool?
  package var isHard: Bool?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("NewGame has no option “\(key)”.")
  }
  package static let table: [CallOption<NewGameOptions>] = [
    CallOption("theme", \.theme),
    CallOption("pairs", \.pairs),
    CallOption("min-pairs", \.minPairs),
    CallOption("max-pairs", \.maxPairs),
    CallOption("seed", \.seed),
    CallOption("scoring", \.scoring),
    CallOption("players", \.players),
    CallOption("daily", \.isDaily),
    CallOption("hard", \.isHard),
  ]
}

package enum GameContract: Contract {
  /// The theme of games with hard cards, which no library has.
  package static let hardTheme = english("Hard cards", context: "theme")

  package typealias Service = any GameService
  package typealias State = GameState

  package static let newGame = Method(
    interface, "NewGame",
    """
    Starts a game and abandons the one in progress, which Resume takes up again. All options may be left out: theme s (by \
    default, one with one-sided pairs is drawn at random); pairs u, or min-pairs u with max-pairs \
    u; seed t; scoring s (classic, timed); players as; hard b (the pairs are the two sides of hard \
    cards, of all decks or of the one named as theme; no card is reviewed by it); daily b (today's \
    daily game, which is \
    resumed if it is not won yet), which excludes all others except scoring. Errors: NoSuchTheme, \
    NoSuchDeck and TooFewHardCards (with hard), InvalidArgs.
    """,
    in: "options", out: "revision", "id"
  ) { (game: Service, reply: Reply<UInt64, UInt64>, options: [String: Value]) in
    try game.newGame(options, reply)
  }

  package static let resume = Method(
    interface, "Resume",
    """
    Resumes the game that was abandoned last, as it was, under a new id, and abandons the one in \
    progress. A game in which a card was turned up comes before one without. As History publishes \
    the seed of an abandoned game, the resumed one is Seeded. Errors: NothingToResume (a daily game \
    that counts is resumed only on its day), LaterGameWon.
    """,
    out: "revision", "id"
  ) { (game: Service) in try game.resume() }

  package static let flip = Method(
    interface, "Flip",
    """
    Turns a card up; a mismatch turns face down first. The outcome is turned-up, matched, \
    mismatched or won; cards are the cards that changed, in ascending order of number, as in \
    CardsChanged. Errors, checked in this order: NoGame, GameOver, NoSuchCard, CardMatched, \
    CardFaceUp. A refused flip changes nothing.
    """,
    in: "card", out: "outcome", "points", "revision", "cards"
  ) { (game: Service, card: UInt32) in try game.flip(card, asBot: false) }

  package static let flipAsBot = Method(
    interface, "FlipAsBot",
    """
    The same as Flip, for a program that chooses the card: the result of the game says that a bot \
    played, and for which players, and a solo game does not count for the best scores, the streak \
    of daily games and the memory span. Errors as for Flip.
    """,
    in: "card", out: "outcome", "points", "revision", "cards"
  ) { (game: Service, card: UInt32) in try game.flip(card, asBot: true) }

  package static let conceal = Method(
    interface, "Conceal",
    """
    Turns a mismatch face down before the next flip does. Errors: NoGame, GameOver, \
    NothingToConceal.
    """,
    out: "revision"
  ) { (game: Service) in try game.conceal() }

  package static let gameStarted = Signal<UInt64, UInt64, String, UInt32>(
    interface, "GameStarted",
    """
    A game has been dealt; all cards are face down. If a game is resumed, CardsChanged \
    follows with the cards that are not face down.
    """,
    "revision", "id", "theme", "cards")
  package static let cardsChanged = Signal<UInt64, [BoardCard]>(
    interface, "CardsChanged",
    """
    Number, state and face of the cards that changed; sent once for each accepted Flip or \
    Conceal, and when a game is resumed.
    """,
    "revision", "cards")
  package static let matched = Signal<UInt64, UInt32, UInt32, String, String, Int32>(
    interface, "Matched", "A pair has been found.",
    "revision", "first", "second", "first_face", "second_face", "points")
  package static let mismatched = Signal<UInt64, UInt32, UInt32, Int32>(
    interface, "Mismatched",
    "Two cards that do not match are face up; the next flip turns them face down.",
    "revision", "first", "second", "points")
  package static let gameWon = Signal<UInt64, UInt64, FinalResult>(
    interface, "GameWon",
    """
    The last pair has been found. The result: \(FinalResult.keyList). The grade is perfect, gold, \
    silver, bronze or none.
    """,
    "revision", "id", "result")

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Game",
    """
    The current game. A transition first sends its signals (GameStarted; CardsChanged; Matched or \
    Mismatched; GameWon; one PropertiesChanged), then the reply.
    """
  ) {
    newGame
    resume
    flip
    flipAsBot
    conceal
    GameState.properties { $0.published }
    gameStarted
    cardsChanged
    matched
    mismatched
    gameWon
  }
}

package protocol GameService: AnyObject {
  func newGame(_ options: [String: Value], _ reply: Reply<UInt64, UInt64>) throws
  func resume() throws -> (UInt64, UInt64)
  func flip(_ card: UInt32, asBot: Bool) throws -> (Word<Outcome>, Int32, UInt64, [BoardCard])
  func conceal() throws -> UInt64
  /// Stored, not computed: all properties are compared after each transition.
  var published: Published<GameState> { get }
}
