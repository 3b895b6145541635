package import DBus
package import MemoryGame

/// The published game: the properties of ``GameContract``, for the service and its clients.
package struct GameState: RevisedRecord {
  package var revision: UInt64 = 0
  package var id: UInt64 = 0
  package var state = Word(Phase.noGame)
  package var theme = ""
  package var icon = ""
  package var colors: [String] = []
  package var pairs: UInt32 = 0
  package var matchedPairs: UInt32 = 0
  package var score: Int32 = 0
  package var flips: UInt32 = 0
  package var moves: UInt32 = 0
  package var scoring = Word<Scoring>()
  package var isSeeded = false
  package var daily = ""
  /// Whether it is a later daily game of its day, which does not count.
  package var isRepeatedDaily = false
  package var startedAt: UInt64 = 0
  package var lastFlipAt: UInt64 = 0
  package var par = 0.0
  package var regret = 0.0
  package var luck = 0.0
  package var players: [PlayerScore] = []
  package var turn: UInt32 = 0
  package var result: FinalResult?
  /// In cells of a terminal; 0 without a game, or if an older service does not publish it.
  package var faceWidth: UInt32 = 0
  package var cards: [VisibleCard] = []

  package init() {}

  package static let fields: [Field<GameState>] = [
    Field(
      "Revision", \.revision, "Increases by one with each transition; included in every signal."),
    Field("Id", \.id, "The game's number, greater for each new game; 0 before the first."),
    Field("State", \.state, "no-game, playing or won."),
    Field("Theme", \.theme, "The name of the game's theme."),
    Field("Icon", \.icon, "One emoji that represents the theme."),
    Field(
      "Colors", \.colors, "The theme's colors, #rrggbb; two or more make a gradient.", .color),
    Field("Pairs", \.pairs, "The number of pairs dealt."),
    Field("MatchedPairs", \.matchedPairs, "The number of pairs found so far."),
    Field("Score", \.score, "Points so far of all players together; may be negative."),
    Field("Flips", \.flips, "The number of accepted flips."),
    Field("Moves", \.moves, "The number of completed moves, of two cards each."),
    Field("Scoring", \.scoring, "classic or timed.", mayBeEmpty: true),
    Field(
      "Seeded", \.isSeeded,
      "Whether the player could know the deal: a seed was given, or it is a daily game."),
    Field(
      "Daily", \.daily,
      "The date of a daily game, as YYYY-MM-DD; empty for other games.", .day),
    Field(
      "StartedAt", \.startedAt, "When the game was dealt, in microseconds since 1970-01-01 UTC."),
    Field(
      "LastFlipAt", \.lastFlipAt,
      "When the last card was turned up, in microseconds since 1970-01-01 UTC."),
    Field("Par", \.par, "The moves that a player with perfect memory needs on average."),
    Field(
      "Regret", \.regret,
      "The moves lost to forgetting; updated when a move is completed."),
    Field(
      "Luck", \.luck,
      "The moves lost to chance, negative if it helped; updated when a move is completed."),
    Field(
      "Players", \.players,
      "Name and score of each player; empty in a solo game."),
    Field("Turn", \.turn, "Whose turn it is: an index into Players, from 0."),
    Field(
      "Result", \.result, "Empty until the game is won, then the result that GameWon publishes.",
      isOptional: true),
    Field(
      "Practice", \.isRepeatedDaily,
      """
      Whether this is a daily game that does not count because an earlier one of the same day does.
      """, isOptional: true),
    Field(
      "FaceWidth", \.faceWidth,
      """
      The width of the theme's widest face in terminal cells, so that the layout of a board does \
      not depend on which cards are face up; 0 without a game.
      """, isOptional: true),
    Field(
      "Cards", \.cards,
      """
      State (down, up, matched) and face of each card, in order of number; the face of a card that \
      is face down is empty. To follow changes, use CardsChanged.
      """, form: .none, emits: .nothing),
  ]

  /// The values of `State`.
  package enum Phase: String, Sendable, CaseIterable {
    case noGame = "no-game"
    case playing
    case won
  }

  package var phase: Phase? { state.known }

  /// Whether there is a game, even a won one.
  package var exists: Bool { phase != .noGame }
}

// Values that clients derive from it.
extension GameState {
  package var board: [BoardCard] {
    cards.enumerated().map { BoardCard($0, $1) }
  }

  /// The unmatched cards that are face up.
  package var up: [BoardCard] { board.filter { $0.state == .up } }

  /// The player to move; empty in a game without names or a finished one.
  package var playerName: String {
    guard phase == .playing, players.indices.contains(Int(turn)) else { return "" }
    return players[Int(turn)].name
  }

  /// Whether a game that has just been started resumes one that was left unfinished.
  package var isResumed: Bool { flips > 0 }

  /// Whether it is the daily game that counts.
  package var countsAsDaily: Bool { !daily.isEmpty && !isRepeatedDaily }

  /// Whether it is that game, and is not won yet.
  package var isScoredDaily: Bool { phase == .playing && countsAsDaily }

  /// Whether starting another game would lose this one.
  package var isLostByAnother: Bool { isScoredDaily || (phase == .playing && flips > 0) }
}

// Reading a game; everything here is public.
extension GameState {
  /// Reads everything, including what stays the same for a whole game.
  package mutating func begin(_ game: Game, id: UInt64, revision: UInt64) {
    self.id = id
    theme = game.themeName
    icon = game.icon
    colors = game.colors
    pairs = UInt32(clamping: game.pairs)
    scoring = Word(game.scoring)
    isSeeded = game.isSeeded
    daily = game.daily?.text ?? ""
    isRepeatedDaily = game.isRepeatedDaily
    startedAt = game.startedAt.epoch
    par = game.par
    faceWidth = UInt32(clamping: game.faceWidth)
    cards = game.cards
    update(game, revision: revision)
  }

  /// Reads everything that a flip or a Conceal can change, except the cards.
  package mutating func update(_ game: Game, revision: UInt64) {
    self.revision = revision
    state = Word(game.isWon ? .won : .playing)
    matchedPairs = UInt32(clamping: game.matchedPairs)
    score = Int32(clamping: game.score)
    flips = UInt32(clamping: game.flips)
    moves = UInt32(clamping: game.moves)
    lastFlipAt = game.lastFlipAt?.epoch ?? 0
    regret = game.regret
    luck = game.luck
    turn = UInt32(clamping: game.turn)
    if !players.isEmpty || !game.players.isEmpty {
      players = game.players.map { PlayerScore($0.name, Int32(clamping: $0.score)) }
    }
    if game.isWon || result != nil { result = game.result.map { FinalResult($0) } }
  }

  /// False if the board has no such cards.
  package mutating func turn(_ changes: [BoardCard]) -> Bool {
    for change in changes {
      guard cards.indices.contains(change.number) else { return false }
      cards[change.number] = change.card
    }
    return true
  }
}

extension UInt32 {
  /// At most 100; nil if the whole is 0.
  package func percent(of whole: UInt32) -> Int32? {
    whole == 0 ? nil : Int32(clamping: UInt64(Swift.min(self, whole)) * 100 / UInt64(whole))
  }
}

extension VisibleCard: Structure {
  package static let names = ["state", "face"]

  package init(_ wire: Struct<String, String>) throws(BusError) {
    guard let state = CardState(rawValue: wire.fields.0) else { throw .incompleteReply }
    self.init(state, wire.fields.1)
  }
  package var wire: Struct<String, String> { Struct(state.rawValue, face) }
}

extension BoardCard: Structure {
  package static let names = ["number", "state", "face"]

  package init(_ wire: Struct<UInt32, String, String>) throws(BusError) {
    guard let state = CardState(rawValue: wire.fields.1) else { throw .incompleteReply }
    self.init(number: Int(wire.fields.0), state: state, face: wire.fields.2)
  }
  package var wire: Struct<UInt32, String, String> {
    Struct(UInt32(clamping: number), state.rawValue, face)
  }
}
