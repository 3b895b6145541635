import ArgumentParser
import DBus
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens

struct ShareVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Print the result of today's daily game, ready to paste.",
    discussion: """
      The result shows no faces. Print a square for each move: 🟩 a match; 🟥 a miss that \
      perfect memory would have avoided; ⬜ any other miss, with new cards or through bad luck. \
      With --ascii they are M, A and U. With --plain, print day, theme, score, moves, par, regret, \
      grade, streak, the letters and the code, separated by tabs. Only the first daily game of a day \
      counts, and only if it is won, and no bot turned a card up.

      The last line is a code of at most 60 characters with the moves: on any machine, without a \
      service, “verify” computes the result from it and “replay” shows the game. A game of very many \
      moves, or with timed scoring, has none.
      """)
  static let examples = ["memorize share", "memorize share --ascii"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let game = try connection.recordedGame(try connection.dailyGame())
    let share = try DailyShare(game, streak: try connection.gameStatistics().dailyStreak)
    try options.print(
      json: ["share": share.json], plain: share.plainLine + "\n",
      text: share.text(isASCII: options.isASCII))
  }
}

extension ServiceConnection {
  /// More games than anybody plays in a day.
  private static let maximumGamesOfADay = 10_000

  /// The number of today's daily game that counts; throws if it is not won.
  fileprivate func dailyGame() throws(ProgramError) -> UInt64 {
    let history: Properties<HistoryContract.Service> = try read {
      $0.properties(of: HistoryContract.interface, completion: $1)
    }
    guard let text = history[HistoryContract.daily], let date = DailyDate(text) else {
      throw explain(BusError.incompleteReply)
    }
    let games = try pastGames(Self.maximumGamesOfADay) {
      ($0.last?.startedAt ?? 0) < date.epoch
    }
    if let found = games.scoredDaily(of: text) {
      guard found.phase == .won else { throw .abandoned(date) }
      if found.result?.isBotPlayed == true { throw .playedByBot(date) }
      return found.id
    }
    let game = try game()
    throw game.phase == .playing && game.daily == text ? .stillOn(date) : .notPlayed(date)
  }
}

extension ProgramError {
  fileprivate static func notPlayed(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .noSuchThing, name: "NoSuchGame",
      "The daily game of \(date.text) has not been played: start it with “memorize new --daily”.")
  }

  fileprivate static func stillOn(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .refused, name: "GameInProgress",
      "The daily game of \(date.text) is still in progress: win it first, for example with "
        + "“memorize play”.")
  }

  fileprivate static func playedByBot(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .refused, name: "PlayedByBot",
      "A bot played the daily game of \(date.text), so it does not count: play tomorrow's yourself."
    )
  }

  fileprivate static func abandoned(_ date: DailyDate) -> ProgramError {
    ProgramError(
      .refused, name: "GameAbandoned",
      "The daily game of \(date.text) was abandoned: resume it with “memorize new --daily”.")
  }
}

/// The result of a daily game, without its faces.
struct DailyShare {
  enum Move: String {
    case match
    /// A miss that perfect memory would have avoided.
    case avoidable
    /// A miss of cards seen for the first time, or by bad luck.
    case unlucky

    var square: String {
      switch self {
      case .match: "🟩"
      case .avoidable: "🟥"
      case .unlucky: "⬜"
      }
    }

    var letter: String { rawValue.prefix(1).uppercased() }
  }

  private let game: RecordedGame
  private let streak: UInt32
  private let moves: [Move]
  /// Nil if the moves are too many; times are not in a code.
  private let code: DailyCode?

  /// Nobody wants to paste longer rows.
  private static let maximumMoves = 100

  /// Replays a game for its moves; throws if it does not match its log.
  init(_ game: RecordedGame, streak: UInt32) throws(ProgramError) {
    (self.game, self.streak) = (game, streak)
    var replay = try ReplayedGame(game)
    var moves: [Move] = []
    var regret = 0.0
    while let transition = replay.next() {
      guard let move = transition.move else { continue }
      let now = replay.view.regret
      moves.append(move.faces != nil ? .match : now > regret ? .avoidable : .unlucky)
      regret = now
    }
    self.moves = moves
    let flips = game.transitions.filter { $0.kind == .flip }.map { Int($0.card) }
    code =
      game.beginning.scoring == .classic
      ? DailyDate(game.beginning.daily).flatMap { DailyCode(date: $0, cards: flips) } : nil
  }

  private var date: String { game.beginning.daily }
  private var theme: String { game.beginning.theme }
  private var icon: String { game.beginning.icon }
  private var result: FinalResult { game.result }

  func text(isASCII: Bool) -> String {
    let row = moves.prefix(Self.maximumMoves).map { isASCII ? $0.letter : $0.square }.joined()
    let rest = moves.count > Self.maximumMoves ? " +\(moves.count - Self.maximumMoves)" : ""
    let grade = result.knownGrade.map { " (\($0))" } ?? ""
    let lines = [
      "Memorize \(date) \(isASCII ? theme : icon)",
      result.sums + grade,
      row + rest, "streak \(streak)", code?.text,
    ].compactMap(\.self)
    return lines.map(\.harmless).lines
  }

  var json: JSON {
    let json: JSON = [
      "date": .string(date), "theme": .string(theme), "icon": .string(icon),
      "score": .integer(result.score), "moves": .integer(result.moves), "par": .real(result.par),
      "regret": .real(result.regret), "grade": .string(result.grade.text),
      "streak": .integer(streak),
      "each_move": .array(moves.map { .string($0.rawValue) }),
      "text": .string(text(isASCII: false)),
    ]
    return json.with("code", code.map { .string($0.text) })
  }

  /// Day, theme, score, moves, par, regret, grade, streak, a letter for each move, and the code.
  var plainLine: String {
    [
      date, theme, String(result.score), String(result.moves), result.par.tenths,
      result.regret.tenths, result.grade.text, String(streak), moves.map(\.letter).joined(),
      code?.text ?? "",
    ].tabbed
  }
}
