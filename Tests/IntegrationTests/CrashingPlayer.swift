import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// The game as known to a client that has given the seed itself.
struct KnownGame {
  var game: Game?
  var id: UInt64 = 0
  var revision: UInt64 = 0

  func agrees(with told: GameState) -> Bool {
    guard told.revision == revision, told.id == id else { return false }
    guard let game else { return told.state == "no-game" }
    return told.state == (game.isWon ? "won" : "playing")
      && told.cards == game.cards
      && told.score == Int32(game.score)
      && told.flips == UInt32(game.flips)
      && told.moves == UInt32(game.moves)
      && told.matchedPairs == UInt32(game.matchedPairs)
      && abs(told.regret - game.regret) < 1e-9
      && abs(told.luck - game.luck) < 1e-9
  }
}

/// A client that plays as fast as it can and knows the result of each call.
final class CrashingPlayer {
  /// After the last reply.
  private(set) var answered = KnownGame()
  /// After the pending call; nil without one.
  private(set) var underWay: KnownGame?
  /// Replies that break the rules.
  private(set) var surprises: [String] = []

  private let connection: Connection
  private let game: Proxy
  private var generator: SeededGenerator
  private var isStopped = false

  init(_ client: DaemonClient, _ generator: SeededGenerator, knowing known: KnownGame) {
    connection = client.connection
    game = client.proxy
    self.generator = generator
    answered = known
  }

  /// Plays until `strike` does something to the service.
  ///
  /// The loop wakes for a reply, sends the next call and then sees that the time is over: each
  /// strike would fall before the service has read that call. So it is delayed by a part of the
  /// last call's time, and falls at any instant of the reply.
  func play(for time: Duration, strike: @escaping () -> Void) throws {
    isStopped = false
    underWay = nil
    var isStruck = false
    connection.loop.schedule(after: time) { [unowned self] in
      let part = lastCall * Double.random(in: 0..<1.2, using: &generator)
      let instant = ContinuousClock.now + part
      while ContinuousClock.now < instant {}
      strike()
      (isStruck, isStopped) = (true, true)
    }
    try callNext()
    connection.loop.run { isStruck && isStopped && !isWaiting }
  }

  private var isWaiting = false
  private var lastCall = Duration.zero

  private func callNext() throws {
    var next = answered
    next.revision += 1
    let moment = Moment(epoch: 0, boottime: 0)
    guard let now = answered.game, !now.isWon, generator.next() % 50 != 0 else {
      return try begin(&next)
    }
    let isMismatch = now.cards.filter { $0.state == .up }.count == 2
    if isMismatch, generator.next() % 3 == 0 {
      _ = try next.game?.conceal(at: moment)
      return send(next) { [game] done in
        game.call(GameContract.conceal, completion: done)
      }
    }
    let down = now.cards.indices.filter { now.cards[$0].state == .down }
    let card = try #require(down.randomElement(using: &generator))
    _ = try next.game?.flip(card, at: moment)
    send(next) { [game] done in
      game.call(GameContract.flip, UInt32(card)) {
        done($0.map { $0.2 })
      }
    }
  }

  private func begin(_ next: inout KnownGame) throws {
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    let (seed, pairs) = (generator.next(), Int.random(in: 2...9, using: &generator))
    next.id += 1
    next.game = try Game(
      GameBeginning(
        deal: Deal(theme: theme, pairs: pairs, seed: seed), isSeeded: true,
        startedAt: Moment(epoch: 0, boottime: 0)))
    let options: [String: Value] = [
      "theme": .string(theme.name), "pairs": .uint32(UInt32(pairs)), "seed": .uint64(seed),
    ]
    send(next) { [game] done in
      game.call(GameContract.newGame, options) { done($0.map { $0.0 }) }
    }
  }

  private func send(
    _ next: KnownGame, _ call: (@escaping (Result<UInt64, BusError>) -> Void) -> Void
  ) {
    underWay = next
    isWaiting = true
    let start = ContinuousClock.now
    call { [unowned self] result in
      isWaiting = false
      switch result {
      case .success(let revision):
        if revision != next.revision { surprises.append("revision \(revision)") }
        answered = next
        underWay = nil
        lastCall = start.duration(to: .now)
      case .failure(let error):
        if error.name.isOwn { surprises.append(error.message) }
        isStopped = true
      }
      guard !isStopped else { return }
      do { try callNext() } catch { surprises.append("\(error)") }
    }
  }
}
