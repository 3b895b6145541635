import BoardLayout
import DBus
import EventLoop
import MemorizeBus

/// Plays by a dialogue of lines: what is typed, and what happened, whoever did it.
final class PlainPlayer {
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  private var concealment: TimerID?
  private var table: GameTable?
  private var game: GameView?
  private var dialogue: LineDialogue?

  /// Makes a dialogue over stdin and stdout.
  init(_ connection: ServiceConnection, concealAfter: Duration?) {
    self.connection = connection
    self.concealAfter = concealAfter
  }

  /// Plays until the input ends or the player leaves.
  ///
  /// - Returns: success then; else what ended it.
  func run() -> Result<Void, any Error> {
    let dialogue = LineDialogue(connection.bus.loop) { [unowned self] in
      perform(PlainCommand($0))
    }
    self.dialogue = dialogue
    connection.bus.onDisconnect = { _ in
      dialogue.finish(
        .failure(
          ProgramError(
            .notAvailable, name: "Disconnected",
            "The connection to the session bus was lost; without it there is no game to play.")))
    }
    return dialogue.run { table = GameTable(connection) { [unowned self] in take($0) } }
  }

  private func take(_ news: GameTable.News) {
    switch news {
    case .offline:
      dialogue?.say(["offline"])
    case .fault(let error):
      dialogue?.say([LineDialogue.line(error)])
    case .state(let game):
      self.game = game
      dialogue?.say([PlainBoard(game: game).summary])
    case .change(let happening, let game):
      self.game = game
      dialogue?.say(happening.lines(game))
    }
    concealLater(news)
    dialogue?.beginToRead()
  }

  /// Sets the time after which a mismatch turns down by itself.
  private func concealLater(_ news: GameTable.News) {
    let loop = connection.bus.loop
    if let concealment { loop.cancel(concealment) }
    concealment = nil
    if case .offline = news { return }
    guard let concealAfter, game?.hasMismatch == true else { return }
    concealment = loop.schedule(after: concealAfter) { [weak self] in
      // Where somebody else was quicker there is nothing to say.
      self?.table?.conceal { _ in }
    }
  }

  /// Does what was typed; the next line is read when that is done, so answers keep their order.
  private func perform(_ command: PlainCommand) {
    let board = game.map(PlainBoard.init)
    switch command {
    case .flip(let cards): return flip(cards[...])
    case .hide: table?.conceal { [weak self] in self?.dialogue?.answer($0) }
    case .new(let theme): table?.deal(theme) { [weak self] in self?.dialogue?.answer($0) }
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
    table?.flip(card) { [weak self] error in
      guard error == nil else { return self?.dialogue?.answer(error) ?? () }
      self?.flip(cards.dropFirst())
    }
  }
}
