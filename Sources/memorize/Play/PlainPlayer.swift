import BoardLayout
import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Plays by a dialogue of lines: what is typed, and what happened, whoever did it.
final class PlainPlayer {
  private let session: Session
  private let input: LineInput
  private let concealAfter: Duration?
  private var concealment: TimerID?
  private var table: GameTable?
  private var game: GameView?
  private var hasBegun = false
  private var end: Result<Void, any Error>?

  /// Makes a dialogue over stdin and stdout.
  init(_ session: Session, concealAfter: Duration?) {
    self.session = session
    self.concealAfter = concealAfter
    input = LineInput(session.connection.loop)
  }

  /// Plays until the input ends or the player leaves.
  ///
  /// - Returns: success then; else what ended it.
  func run() -> Result<Void, any Error> {
    let loop = session.connection.loop
    // Nothing is awaited of stdout but its end. A regular file and /dev/null cannot be watched.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in end = .success(()) }
    session.connection.onDisconnect = { [unowned self] _ in
      end = .failure(
        ProgramError(
          .notAvailable, name: "Disconnected",
          "The connection to the session bus was lost; without it there is no game to play."))
    }
    table = GameTable(session) { [unowned self] in take($0) }
    loop.run { end != nil }
    return end ?? .success(())
  }

  private func take(_ news: GameTable.News) {
    switch news {
    case .offline:
      say(["offline"])
    case .fault(let error):
      say([Self.refusal(error)])
    case .state(let game):
      self.game = game
      say([PlainBoard(game: game).summary])
    case .change(let happening, let game):
      self.game = game
      say(happening.lines(game))
    }
    concealLater(news)
    guard !hasBegun else { return }
    hasBegun = true
    readNext()
  }

  /// Sets the time after which a mismatch turns down by itself.
  private func concealLater(_ news: GameTable.News) {
    let loop = session.connection.loop
    if let concealment { loop.cancel(concealment) }
    concealment = nil
    if case .offline = news { return }
    guard let concealAfter, game?.hasMismatch == true else { return }
    concealment = loop.schedule(after: concealAfter) { [weak self] in
      // Where somebody else was quicker there is nothing to say.
      self?.table?.conceal { _ in }
    }
  }

  private func readNext() {
    input.next { [weak self] line in
      guard let self else { return }
      guard let line else { return end = .success(()) }
      perform(PlainCommand(line))
    }
  }

  /// Does what was typed; the next line is read when that is done, so answers keep their order.
  private func perform(_ command: PlainCommand) {
    let board = game.map(PlainBoard.init)
    switch command {
    case .flip(let cards): return flip(cards[...])
    case .hide: table?.conceal { [weak self] in self?.finish($0) }
    case .new(let theme): table?.deal(theme) { [weak self] in self?.finish($0) }
    case .quit: end = .success(())
    case .row(let number): answer([board?.row(number) ?? "offline"])
    case .up: answer([board?.up ?? "offline"])
    case .score: answer([board?.summary ?? "offline"])
    case .board: answer(board?.lines ?? ["offline"])
    case .help: answer(PlainCommand.commands)
    case .nothing: readNext()
    case .unknown(let line): answer(["unknown: “\(line.harmless)”; try “help”"])
    }
  }

  private func flip(_ cards: ArraySlice<Int>) {
    guard let card = cards.first else { return readNext() }
    table?.flip(card) { [weak self] error in
      guard error == nil else { return self?.finish(error) ?? () }
      self?.flip(cards.dropFirst())
    }
  }

  private func answer(_ lines: [String]) {
    say(lines)
    readNext()
  }

  private func finish(_ error: ProgramError?) {
    answer(error.map { [Self.refusal($0)] } ?? [])
  }

  private static func refusal(_ error: ProgramError) -> String {
    let card = error.card.map { "card \($0): " } ?? ""
    return "refused: " + (card + error.message).harmless
  }

  private func say(_ lines: [String]) {
    guard end == nil, !lines.isEmpty else { return }
    do {
      try Output.results.write(lines.map { $0 + "\n" }.joined())
    } catch {
      end = .failure(error)
    }
  }
}
