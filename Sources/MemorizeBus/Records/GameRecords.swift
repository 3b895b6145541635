package import DBus
package import MemoryGame

/// The result of a game that is over, as `GameWon`, `Result` and `Games` publish it.
package struct FinalResult: Record {
  package var score: Int32 = 0
  package var flips: UInt32 = 0
  package var moves: UInt32 = 0
  package var par = 0.0
  package var regret = 0.0
  package var luck = 0.0
  package var grade = Word<Grade>()
  package var seconds = 0.0
  package var theme = ""
  package var pairs: UInt32 = 0
  package var seed: UInt64 = 0
  package var isSeeded = false
  package var daily = ""
  package var isRepeatedDaily = false
  package var winners: [String] = []
  package var isBotPlayed = false
  package var bots: [String] = []

  package init() {}

  package static let fields: [Field<FinalResult>] = [
    Field("score", \.score, "Points."),
    Field("flips", \.flips, "Accepted flips."),
    Field("moves", \.moves, "Completed moves."),
    Field("par", \.par, "The average moves of perfect play."),
    Field("regret", \.regret, "Moves lost to choices."),
    Field("luck", \.luck, "Moves lost to chance; negative if it helped."),
    Field(
      "grade", \.grade, "Based on the regret per pair; none in a game with several players."),
    Field("seconds", \.seconds, "From the first to the last flip.", .positive),
    Field("theme", \.theme, "The theme's name."),
    Field("pairs", \.pairs, "The number of pairs dealt."),
    Field("seed", \.seed, "The seed that determined the deal.", form: .digits),
    Field("seeded", \.isSeeded, "Whether the player could know the deal."),
    Field("daily", \.daily, "The day of a daily game, as YYYY-MM-DD; empty for others.", .day),
    Field(
      "practice", \.isRepeatedDaily, "Whether it is a daily game, but not the first of its day."),
    Field("winners", \.winners, "The winners among several players; empty in a solo game."),
    Field(
      "bot", \.isBotPlayed, "Whether a bot turned cards up; then a solo game is not ranked.",
      isOptional: true),
    Field(
      "bots", \.bots, "The players for whom a bot turned cards up; empty in a solo game.",
      isOptional: true),
  ]

  /// Nil in a game by turns.
  package var knownGrade: String? { grade == Grade.none ? nil : grade.text }

  package init(_ result: GameResult) {
    score = Int32(clamping: result.score)
    flips = UInt32(clamping: result.flips)
    moves = UInt32(clamping: result.moves)
    par = result.par
    regret = result.regret
    luck = result.luck
    grade = Word(result.grade)
    seconds = result.seconds
    theme = result.theme
    pairs = UInt32(clamping: result.pairs)
    seed = result.seed
    isSeeded = result.isSeeded
    daily = result.daily?.text ?? ""
    isRepeatedDaily = result.isRepeatedDaily
    winners = result.winners
    isBotPlayed = !result.bots.isEmpty
    bots = result.bots.names
  }
}

/// A game as `Games` lists it; on the bus, one dictionary has its keys and those of its result.
package struct PastGame: Record {
  package var id: UInt64 = 0
  package var theme = ""
  package var pairs: UInt32 = 0
  package var state = Word<Phase>()
  package var startedAt: UInt64 = 0
  package var result: FinalResult?

  package init() {}

  /// The values of `state`.
  package enum Phase: String, Sendable, CaseIterable {
    case playing, won, abandoned
  }

  package var phase: Phase? { state.known }

  package static let fields: [Field<PastGame>] = [
    Field("id", \.id, "The game's number, greater for each new game."),
    Field("theme", \.theme, "The theme's name."),
    Field("pairs", \.pairs, "The number of pairs dealt."),
    Field("state", \.state, "playing, won or abandoned."),
    Field("started-at", \.startedAt, "When it was dealt, in microseconds since 1970-01-01 UTC."),
  ]

  package init(_ values: [String: Value]) throws(BusError) {
    try read(values)
    guard let phase else { throw .incompleteReply }
    result = phase == .playing ? nil : try FinalResult(values)
  }

  package var values: [String: Value] {
    var values = result?.values ?? [:]
    for field in Self.fields { values[field.key] = field.get(self) }
    return values
  }

  private typealias Entry = (key: String, get: @Sendable (PastGame) -> Value?)

  // Sorted once: hundreds of games are written at a time, and sorting a dictionary for each would
  // take most of that time.
  private static let entries: [Entry] = {
    let own: [Entry] = fields.map { field in (field.key, { field.get($0) }) }
    let others: [Entry] = FinalResult.fields.map { field in
      (field.key, { $0.result.map(field.get) })
    }
    let keys = Set(own.map(\.key))
    return (own + others.filter { !keys.contains($0.key) }).sorted { $0.key < $1.key }
  }()

  package func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.append(
      entries: Self.entries.compactMap { entry in
        entry.get(self).map { (key: entry.key, value: $0) }
      })
  }
}

extension [PastGame] {
  /// The game that counts as the daily one of a date, given as `2026-01-31`.
  package func scoredDaily(of date: String) -> PastGame? {
    first { game in game.result.map { $0.daily == date && !$0.isRepeatedDaily } ?? false }
  }
}

/// The beginning of a finished game, for replaying its log.
package struct Beginning: Record {
  package var theme = ""
  package var icon = ""
  package var colors: [String] = []
  package var pairs: [ThemePair] = []
  package var wanted: UInt32 = 0
  package var seed: UInt64 = 0
  package var rulesVersion: UInt32 = 0
  package var scoring = Word<Scoring>()
  package var players: [String] = []
  package var isSeeded = false
  package var daily = ""
  package var isRepeatedDaily = false
  package var startedAt: UInt64 = 0

  package init() {}

  package static let fields: [Field<Beginning>] = [
    Field("theme", \.theme, "The theme's name.", json: "theme.name"),
    Field("icon", \.icon, "One emoji that represents it.", json: "theme.icon"),
    Field("colors", \.colors, "Its colors, #rrggbb.", json: "theme.colors", .color),
    Field("theme-pairs", \.pairs, "All its pairs, in order.", json: "theme.pairs"),
    Field("wanted", \.wanted, "The number of pairs requested."),
    Field("seed", \.seed, "The seed that determined the deal.", form: .digits),
    Field("rules-version", \.rulesVersion, "The version of the rules that dealt it."),
    Field("scoring", \.scoring, "classic or timed."),
    Field("players", \.players, "The players' names; empty in a solo game."),
    Field("seeded", \.isSeeded, "Whether the player could know the deal."),
    Field("daily", \.daily, "The day of a daily game, as YYYY-MM-DD; empty for others.", .day),
    Field(
      "practice", \.isRepeatedDaily, "Whether it is a daily game, but not the first of its day."),
    Field("started-at", \.startedAt, "When it was dealt, in microseconds since 1970-01-01 UTC."),
  ]

  package init(_ beginning: GameBeginning) {
    let deal = beginning.deal
    theme = deal.theme.name
    icon = deal.theme.icon
    colors = deal.theme.colors
    pairs = deal.theme.pairs.map { ThemePair($0) }
    wanted = UInt32(clamping: deal.wanted)
    seed = deal.seed
    rulesVersion = UInt32(clamping: deal.rulesVersion)
    scoring = Word(beginning.scoring)
    players = beginning.players
    isSeeded = beginning.isSeeded
    daily = beginning.daily?.text ?? ""
    isRepeatedDaily = beginning.isRepeatedDaily
    startedAt = beginning.startedAt.epoch
  }
}

package struct LoggedTransition: Structure {
  package static let names = ["at", "kind", "card", "points", "seconds"]
  package static let maximumSeconds = Double(LogEntry.maximumElapsed) / 1_000_000

  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
  package let kind: TransitionKind
  /// 0 for a conceal.
  package let card: UInt32
  package let points: Int32
  /// Since the first card of the move; from 0 to ``maximumSeconds``.
  package let seconds: Double

  package init(_ entry: LogEntry) {
    at = entry.at.epoch
    kind = entry.kind
    card = UInt32(clamping: entry.card)
    points = Int32(clamping: entry.points)
    seconds = entry.seconds
  }

  package init(_ wire: Struct<UInt64, String, UInt32, Int32, Double>) throws(BusError) {
    guard let kind = TransitionKind(rawValue: wire.fields.1), wire.fields.4 >= 0,
      wire.fields.4 <= Self.maximumSeconds
    else { throw .incompleteReply }
    (at, _, card, points, seconds) = wire.fields
    self.kind = kind
  }
  package var wire: Struct<UInt64, String, UInt32, Int32, Double> {
    Struct(at, kind.rawValue, card, points, seconds)
  }
}

package struct GameStatistics: Record {
  /// The best game of a theme, a number of pairs and a scoring.
  package struct Best: Record {
    package var theme = ""
    package var pairs: UInt32 = 0
    package var scoring = Word<Scoring>()
    package var score: Int32 = 0
    package var regret = 0.0
    package var seconds = 0.0

    package init() {}

    package static let fields: [Field<Best>] = [
      Field("theme", \.theme, "The theme's name."),
      Field("pairs", \.pairs, "The number of pairs dealt."),
      Field("scoring", \.scoring, "classic or timed."),
      Field("score", \.score, "Points."),
      Field("regret", \.regret, "Moves lost to choices."),
      Field("seconds", \.seconds, "From the first to the last flip.", .positive),
    ]

    package init(_ game: BestGame) {
      theme = game.theme
      pairs = UInt32(clamping: game.pairs)
      scoring = Word(game.scoring)
      score = Int32(clamping: game.score)
      regret = game.regret
      seconds = game.seconds
    }
  }

  package var games: UInt32 = 0
  package var won: UInt32 = 0
  package var ranked: UInt32 = 0
  package var best: [Best] = []
  package var meanRegret = 0.0
  package var dailyStreak: UInt32 = 0
  package var longestDailyStreak: UInt32 = 0
  package var duels: UInt32 = 0
  package var duelsWon: UInt32 = 0

  package init() {}

  package static let fields: [Field<GameStatistics>] = [
    Field("games", \.games, "The number of all games, including seeded and practice games."),
    Field("won", \.won, "The games won, including seeded and practice games."),
    Field(
      "ranked", \.ranked,
      "The won games that count for best and mean-regret: solo games of people that are not seeded.",
      isOptional: true),
    Field("best", \.best, "The best ranked game for each theme, number of pairs and scoring."),
    Field("mean-regret", \.meanRegret, "The mean of the ranked games; 0 if there is none."),
    Field(
      "daily-streak", \.dailyStreak,
      "Days in a row, up to today or yesterday, whose daily game was won."),
    Field("longest-daily-streak", \.longestDailyStreak, "The longest such streak."),
    Field(
      "duels", \.duels, "The games by turns won in which people and bots played.",
      isOptional: true),
    Field("duels-won", \.duelsWon, "Those of them that a person won.", isOptional: true),
  ]

  package init(_ statistics: Statistics) {
    games = UInt32(clamping: statistics.games)
    won = UInt32(clamping: statistics.won)
    ranked = UInt32(clamping: statistics.ranked)
    best = statistics.best.map(Best.init)
    meanRegret = statistics.meanRegret
    dailyStreak = UInt32(clamping: statistics.streak.current)
    longestDailyStreak = UInt32(clamping: statistics.streak.longest)
    duels = UInt32(clamping: statistics.duels)
    duelsWon = UInt32(clamping: statistics.duelsWon)
  }
}

extension [BoardCard] {
  /// `7 👻, 2 🦇`.
  package var text: String { map { "\($0.number) \($0.face)" }.joined(separator: ", ") }
}

extension [PlayerScore] {
  /// `Ann 3, Bob 2`.
  package var text: String { map { "\($0.name) \($0.score)" }.joined(separator: ", ") }
}

package struct PlayerScore: Structure {
  package static let names = ["name", "score"]

  package let name: String
  package let score: Int32

  package init(_ name: String, _ score: Int32) { (self.name, self.score) = (name, score) }

  package init(_ wire: Struct<String, Int32>) { (name, score) = wire.fields }
  package var wire: Struct<String, Int32> { Struct(name, score) }
}
