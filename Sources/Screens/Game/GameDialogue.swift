import BoardLayout
import MemorizeBus
import MemoryGame
import PlainText

/// A dialogue of lines: commands, and everything that happens in the game.
package final class GameDialogue {
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  private let dialogue: LineDialogue
  private let duel: Duel?
  private var client: GameClient?
  private var game: GameState?
  /// Whether the last command asked to leave today's daily game, which has to be confirmed.
  private var isLeavingDaily = false

  package init(_ connection: ServiceConnection, _ concealAfter: Duration?, _ duel: Duel?) {
    self.connection = connection
    self.duel = duel
    self.concealAfter = concealAfter
    dialogue = LineDialogue(
      connection, help: GameCommand.table.map(\.line),
      lost: connection.loss(of: .game))
  }

  package func run() throws {
    try dialogue.run { [unowned self] words in
      guard let command = GameCommand(words) else { return false }
      perform(command)
      return true
    } begin: {
      client = GameClient(connection, concealAfter: concealAfter, duel: duel) { [unowned self] in
        report($0)
      }
    }
  }

  private func report(_ news: GameNews) {
    dialogue.report(news) { game in
      self.game = game
      return [self.board(game).summary]
    } transition: { transition, game in
      self.game = game
      return GameEvent(transition, game).plainLines(game)
    }
  }

  private func board(_ game: GameState) -> PlainBoard {
    PlainBoard(game: game, isASCII: connection.options.isASCII)
  }

  private func perform(_ command: GameCommand) {
    let board = game.map(board)
    if case .new = command, game?.isScoredDaily == true, !isLeavingDaily {
      isLeavingDaily = true
      return dialogue.answer([Self.leavingDaily])
    }
    isLeavingDaily = false
    switch command {
    case .flip(let cards): return flip(cards[...])
    case .hide: client?.conceal { [weak self] in self?.dialogue.answer($0) }
    case .new(let theme): client?.deal(theme) { [weak self] in self?.dialogue.answer($0) }
    case .daily: client?.deal(isDaily: true) { [weak self] in self?.dialogue.answer($0) }
    case .row(let number): dialogue.answer([board?.row(number) ?? "offline"])
    case .up: dialogue.answer([board?.up ?? "offline"])
    case .score: dialogue.answer([board?.summary ?? "offline"])
    case .board: dialogue.answer(board?.lines ?? ["offline"])
    }
  }

  private static let leavingDaily =
    "a daily game is in progress: repeat the command to leave it; “daily” resumes it on its day"

  private func flip(_ cards: ArraySlice<Int>) {
    guard let card = cards.first else { return dialogue.readNext() }
    if let refusal = game?.refusal(inTurnOf: duel?.bot) { return dialogue.answer(refusal) }
    client?.flip(card) { [weak self] error in
      guard error == nil else { return self?.dialogue.answer(error) ?? () }
      self?.flip(cards.dropFirst())
    }
  }
}

enum GameCommand: Equatable {
  case flip([Int])
  /// The cards of a row, counted from 1.
  case row(Int)
  case up, score, hide
  /// A new game, of a theme if one is named.
  case new(String?)
  /// Today's daily game.
  case daily
  case board

  static let table: [LineCommand<GameCommand>] = [
    .init("7", "turn card 7 up"),
    .init("7 12", "turn card 7 up, then card 12"),
    .init("row 2", "print the cards in row 2") { $0.number().map(GameCommand.row) },
    .init("up", "print the face-up cards", .up),
    .init("score", "print the pairs found and the score so far", .score),
    .init("hide", "turn a mismatch face down", .hide),
    .init("board", "print all cards, one per line", .board),
    .init("new", "start a new game", .new(nil)),
    .init("new Sea", "start a new game with the theme Sea") {
      .new($0.joined(separator: " "))
    },
    .init("daily", "start or resume today's daily game", .daily),
    .init("quit", "quit; the game is saved"),
  ]

  /// Nil for an unknown line; case matters only in a theme's name.
  init?(_ words: [String]) {
    let cards = words.compactMap(Int.init(digits:))
    let isFlip = cards.count == words.count
    let command = isFlip ? .flip(cards) : Self.table.lazy.compactMap { $0.action(of: words) }.first
    guard let command else { return nil }
    self = command
  }
}

struct PlainBoard {
  let game: GameState
  let isASCII: Bool

  var summary: String {
    guard game.exists else { return "no game: “new” starts one" }
    guard game.regret.tenths != "0.0" else { return game.plainStatus }
    return game.plainStatus + ", " + game.regret.plainRegret
  }

  var up: String {
    game.up.isEmpty ? "no cards up" : "up: " + game.up.map(\.numbered).joined(separator: ", ")
  }

  /// Counted from 1, as `memorize board` draws them on this terminal.
  func row(_ number: Int) -> String {
    guard game.exists else { return summary }
    let columns = BoardText.plan(of: game, BoardLook(isASCII: isASCII)).columns
    let rows = (game.board.count + columns - 1) / columns
    guard (1...max(rows, 1)).contains(number) else {
      return "no row \(number): there are \(rows), with \(columns) cards each"
    }
    let cards = game.board.dropFirst((number - 1) * columns).prefix(columns)
    return "row \(number): " + cards.map(Self.described).joined(separator: ", ")
  }

  var lines: [String] { game.exists ? game.board.map(plainLine) : [summary] }

  private static func described(_ card: BoardCard) -> String {
    switch card.state {
    case .down: "\(card.number) down"
    case .up: card.numbered + " up"
    case .matched: card.numbered + " matched"
    }
  }
}
