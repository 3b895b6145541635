import DBus
import EventLoop
import MemorizeBus

/// Plays in a dialogue of lines: commands, and whatever happens in the game.
final class PlainPlayer {
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  private var live: LiveGame?
  private var game: GameView?
  private var dialogue: LineDialogue?

  init(_ connection: ServiceConnection, concealAfter: Duration?) {
    self.connection = connection
    self.concealAfter = concealAfter
  }

  /// Plays until the input ends or the player leaves.
  func run() -> Result<Void, any Error> {
    let dialogue = LineDialogue(connection.bus.loop) { [unowned self] in
      perform(PlainCommand($0))
    }
    self.dialogue = dialogue
    connection.bus.onDisconnect = { _ in dialogue.finish(.failure(ProgramError.gameIsGone)) }
    return dialogue.run {
      live = LiveGame(connection, concealAfter: concealAfter) { [unowned self] in take($0) }
    }
  }

  private func take(_ news: GameNews) {
    switch news {
    case .offline:
      dialogue?.say(["offline"])
    case .failure(let error):
      dialogue?.say([LineDialogue.line(connection.explainAtOnce(error))])
    case .state(let game):
      self.game = game
      dialogue?.say([PlainBoard(game: game).summary])
    case .change(let happening, _, let game):
      self.game = game
      dialogue?.say(happening.lines(game))
    }
    dialogue?.beginToRead()
  }

  /// Does what was typed; the next line is read when that is done, so answers keep their order.
  private func perform(_ command: PlainCommand) {
    let board = game.map(PlainBoard.init)
    switch command {
    case .flip(let cards): return flip(cards[...])
    case .hide: live?.conceal { [weak self] in self?.dialogue?.answer($0) }
    case .new(let theme): live?.deal(theme) { [weak self] in self?.dialogue?.answer($0) }
    case .quit: dialogue?.finish(.success(()))
    case .row(let number): dialogue?.answer([board?.row(number) ?? "offline"])
    case .up: dialogue?.answer([board?.up ?? "offline"])
    case .score: dialogue?.answer([board?.summary ?? "offline"])
    case .board: dialogue?.answer(board?.lines ?? ["offline"])
    case .help: dialogue?.answer(PlainCommand.commands)
    case .nothing: dialogue?.readNext()
    case .unknown(let line): dialogue?.answer(["unknown: “\(line.harmless)”; try “help”"])
    }
  }

  private func flip(_ cards: ArraySlice<Int>) {
    guard let card = cards.first else { return dialogue?.readNext() ?? () }
    live?.flip(card) { [weak self] error in
      guard error == nil else { return self?.dialogue?.answer(error) ?? () }
      self?.flip(cards.dropFirst())
    }
  }
}
