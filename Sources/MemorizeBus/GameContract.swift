package import DBus

/// A card that changed: its number, its state and its face, `""` for a card that is down.
package typealias ChangedCard = Struct<UInt32, String, String>
/// A card as it stands: its state and its face, `""` for a card that is down.
package typealias CardOnShow = Struct<String, String>
/// A player: name and score.
package typealias PlayerScore = Struct<String, Int32>

/// The interface `org.memorized.Memorize1.Game`: the game that is on.
package enum GameContract {
  /// The service as its declarations see it.
  package typealias Service = any GameService

  /// Starts a game.
  package static let newGame = Method(
    "NewGame",
    """
    Starts a game, and abandons the one that was on. All options may be left out: theme s; pairs u, \
    or min-pairs u with max-pairs u; seed t; scoring s (classic, timed); players as; daily b, which \
    excludes theme, pairs, seed and players. Errors: NoSuchTheme, InvalidArgs.
    """,
    in: "options", out: "revision", "id"
  ) { (game: Service, options: [String: Value]) in try game.newGame(options) }

  /// Turns a card up.
  package static let flip = Method(
    "Flip",
    """
    Turns a card up. The outcome is turned-up, matched, mismatched or won; cards are the cards that \
    changed, in ascending number, as CardsChanged tells them. Errors, in this order: NoGame, \
    GameOver, NoSuchCard, CardMatched, CardFaceUp. A refused flip changes nothing.
    """,
    in: "card", out: "outcome", "points", "revision", "cards"
  ) { (game: Service, card: UInt32) in try game.flip(card) }

  /// Turns a mismatch down.
  package static let conceal = Method(
    "Conceal",
    "Turns a mismatch on show down before the next flip does. Errors: NoGame, GameOver, NothingToConceal.",
    out: "revision"
  ) { (game: Service) in try game.conceal() }

  /// The property `Revision`.
  package static let revision = Property<Service, UInt64>(
    "Revision", "Grows by one with each transition, and is in every signal.", .value
  ) { $0.facts.revision }
  /// The property `Id`.
  package static let id = Property<Service, UInt64>(
    "Id", "The game's number; numbers grow. 0 before the first game.", .value
  ) { $0.facts.id }
  /// The property `State`.
  package static let state = Property<Service, String>(
    "State", "no-game, playing or won.", .value
  ) { $0.facts.state }
  /// The property `Theme`.
  package static let theme = Property<Service, String>(
    "Theme", "The name of the game's theme.", .value
  ) { $0.facts.theme }
  /// The property `Icon`.
  package static let icon = Property<Service, String>(
    "Icon", "One emoji that stands for the theme.", .value
  ) { $0.facts.icon }
  /// The property `Colors`.
  package static let colors = Property<Service, [String]>(
    "Colors", "The theme's colours, #rrggbb; two or more make a gradient.", .value
  ) { $0.facts.colors }
  /// The property `Pairs`.
  package static let pairs = Property<Service, UInt32>(
    "Pairs", "The number of pairs that were dealt.", .value
  ) { $0.facts.pairs }
  /// The property `MatchedPairs`.
  package static let matchedPairs = Property<Service, UInt32>(
    "MatchedPairs", "The number of pairs found so far.", .value
  ) { $0.facts.matchedPairs }
  /// The property `Score`.
  package static let score = Property<Service, Int32>(
    "Score", "Points so far, of all players together; may be negative.", .value
  ) { $0.facts.score }
  /// The property `Flips`.
  package static let flips = Property<Service, UInt32>(
    "Flips", "The number of accepted flips.", .value
  ) { $0.facts.flips }
  /// The property `Moves`.
  package static let moves = Property<Service, UInt32>(
    "Moves", "The number of completed moves, of two cards each.", .value
  ) { $0.facts.moves }
  /// The property `Scoring`.
  package static let scoring = Property<Service, String>(
    "Scoring", "classic or timed.", .value
  ) { $0.facts.scoring }
  /// The property `Seeded`.
  package static let seeded = Property<Service, Bool>(
    "Seeded",
    "Whether the deal could be known to the player: a seed was given, or it is the daily deal.",
    .value
  ) { $0.facts.seeded }
  /// The property `Daily`.
  package static let daily = Property<Service, String>(
    "Daily", "The date of the daily deal that is played, YYYY-MM-DD; empty for other games.", .value
  ) { $0.facts.daily }
  /// The property `StartedAt`.
  package static let startedAt = Property<Service, UInt64>(
    "StartedAt", "When the game was dealt, in microseconds since 1970-01-01 UTC.", .value
  ) { $0.facts.startedAt }
  /// The property `LastFlipAt`.
  package static let lastFlipAt = Property<Service, UInt64>(
    "LastFlipAt", "When the last card was turned up, in microseconds since 1970-01-01 UTC.", .value
  ) { $0.facts.lastFlipAt }
  /// The property `Par`.
  package static let par = Property<Service, Double>(
    "Par", "The moves that a player with a perfect memory needs on average.", .value
  ) { $0.facts.par }
  /// The property `Regret`.
  package static let regret = Property<Service, Double>(
    "Regret", "The moves that the player's choices have cost; told when a move completes.", .value
  ) { $0.facts.regret }
  /// The property `Luck`.
  package static let luck = Property<Service, Double>(
    "Luck",
    "The moves that chance has cost, negative where it helped; told when a move completes.", .value
  ) { $0.facts.luck }
  /// The property `Players`.
  package static let players = Property<Service, [PlayerScore]>(
    "Players", "Name and score of each player of a game by turns; empty in a solo game.", .value
  ) { $0.facts.players }
  /// The property `Turn`.
  package static let turn = Property<Service, UInt32>(
    "Turn", "Whose turn it is: a place in Players, from 0.", .value
  ) { $0.facts.turn }
  /// The property `Cards`.
  package static let cards = Property<Service, [CardOnShow]>(
    "Cards",
    """
    State (down, up, matched) and face of each card, in the order of their numbers; the face of a \
    card that is down is empty. Follow CardsChanged.
    """, .nothing
  ) { $0.cards }

  /// Tells that a game has been dealt.
  package static let gameStarted = Signal<UInt64, UInt64, String, UInt32>(
    "GameStarted", "A game has been dealt: all cards are down.",
    "revision", "id", "theme", "cards")
  /// Tells which cards have changed.
  package static let cardsChanged = Signal<UInt64, [ChangedCard]>(
    "CardsChanged",
    "Number, state and face of just the cards that changed: once for each accepted flip or Conceal.",
    "revision", "cards")
  /// Tells that a pair was found.
  package static let matched = Signal<UInt64, UInt32, UInt32, String, String, Int32>(
    "Matched", "A pair has been found.",
    "revision", "first", "second", "first_face", "second_face", "points")
  /// Tells that two cards did not match.
  package static let mismatched = Signal<UInt64, UInt32, UInt32, Int32>(
    "Mismatched", "Two cards are up that do not match; the next flip turns them down.",
    "revision", "first", "second", "points")
  /// Tells the result.
  package static let gameWon = Signal<UInt64, UInt64, FinalResult>(
    "GameWon",
    """
    The last pair has been found. The result: \(FinalResult.keyList). The grade is perfect, gold, \
    silver, bronze or none.
    """,
    "revision", "id", "result")

  /// The interface as a table.
  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Game",
    """
    The game that is on. Of one transition come first the signals (CardsChanged; Matched or \
    Mismatched; GameWon; one PropertiesChanged), then the reply.
    """
  ) {
    newGame
    flip
    conceal
    revision
    id
    state
    theme
    icon
    colors
    pairs
    matchedPairs
    score
    flips
    moves
    scoring
    seeded
    daily
    startedAt
    lastFlipAt
    par
    regret
    luck
    players
    turn
    cards
    gameStarted
    cardsChanged
    matched
    mismatched
    gameWon
  }
}
