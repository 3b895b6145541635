import DBus
import EventLoop
package import MemorizeBus

package typealias GameNews = GameFollower.News

/// The service's game, for one who plays: follows it, and asks for changes.
///
/// Only the service's signals report changes, whoever made them; a reply only reports a refusal.
/// Nothing waits for a reply.
package final class GameClient {
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  /// Plays the turns of one player.
  private let bot: OpponentPlayer?
  /// The players of the next game, except a daily one; they take turns going first.
  private var players: [String]
  private let report: (GameNews) -> Void
  private var follower: GameFollower?
  private var concealment: TimerID?

  /// Reports the state first, then each change; turns a mismatch face down after `concealAfter`.
  package init(
    _ connection: ServiceConnection, concealAfter: Duration? = nil, bot: OpponentPlayer? = nil,
    duel: Duel? = nil, report: @escaping (GameNews) -> Void
  ) {
    self.connection = connection
    self.concealAfter = concealAfter
    self.bot = bot ?? duel.map { OpponentPlayer(connection, as: $0.bot, $0.style) }
    players = duel?.players.reversed() ?? []
    self.report = report
    connection.restartClock()
    self.bot?.flip = { [weak self] in self?.flipAsBot($0, then: $1) }
    follower = GameFollower(connection.service) { [weak self] in self?.handle($0) }
  }

  package func flip(_ card: Int, then: @escaping (ProgramError?) -> Void) {
    let number = UInt32(clamping: card)
    connection.request(GameContract.flip, number) { then($0.failure?.onFlip(of: number)) }
  }

  /// The previous version of the service cannot mark moves as a bot's.
  private func flipAsBot(_ card: Int, then: @escaping (ProgramError?) -> Void) {
    let number = UInt32(clamping: card)
    connection.request(GameContract.flipAsBot, number) { [weak self] answer in
      if answer.failure?.name == ErrorName.unknownMethod.shortName {
        self?.flip(card, then: then)
      } else {
        then(answer.failure?.onFlip(of: number))
      }
    }
  }

  package func conceal(then: @escaping (ProgramError?) -> Void) {
    connection.request(GameContract.conceal) { then($0.failure) }
  }

  /// Starts a game, of a random theme if none is given, or today's daily game.
  func deal(
    _ theme: String? = nil, isDaily: Bool = false, then: @escaping (ProgramError?) -> Void
  ) {
    var options = NewGameOptions()
    if isDaily {
      options.isDaily = true
    } else {
      options.theme = theme
      if !players.isEmpty { options.players = players }
      players.reverse()
    }
    connection.request(GameContract.newGame, options.values) { then($0.failure) }
  }

  private func handle(_ news: GameNews) {
    bot?.handle(news)
    report(news)
    let game: GameState?
    switch news {
    case .failure, .update: return
    case .absent: game = nil
    case .state(let new), .transition(_, let new): game = new
    }
    let loop = connection.bus.loop
    if let concealment { loop.cancel(concealment) }
    concealment = nil
    guard let concealAfter, game?.up.count == 2 else { return }
    concealment = loop.schedule(after: concealAfter) { [weak self] in
      // A refusal means that somebody else was quicker: ignore it.
      self?.conceal { _ in }
    }
  }
}

extension Result {
  package var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
