import BoardLayout
import DBus
import MemorizeBus

/// The game as those who play see it and change it.
///
/// What changes is told by the service's signals alone, whoever changed it; an answer tells only
/// that a wish was refused. Nothing waits for an answer.
final class GameTable {
  /// What there is to tell.
  enum News {
    /// The service is not there.
    case offline
    /// The game, read anew.
    case state(GameView)
    /// Something happened; the game after it.
    case change(Happening, GameView)
    /// The service is there, and does not tell what it should.
    case fault(ProgramError)
  }

  private let connection: ServiceConnection
  private let tell: (News) -> Void
  private var follower: GameFollower?
  private var cards: [BoardCard] = []

  /// Begins to follow the game.
  init(_ connection: ServiceConnection, tell: @escaping (News) -> Void) {
    self.connection = connection
    self.tell = tell
    connection.restartClock()
    follower = GameFollower(connection.service) { [weak self] in self?.take($0) }
  }

  /// Turns a card up.
  func flip(_ card: Int, then: @escaping (ProgramError?) -> Void) {
    let number = UInt32(clamping: card)
    connection.restartClock()
    connection.service.call(GameContract.flip, of: GameContract.interface, number) {
      [weak self] answer in
      then(self?.refusal(answer.map { _ in () })?.onFlip(of: number))
    }
  }

  /// Turns a mismatch down.
  func conceal(then: @escaping (ProgramError?) -> Void) {
    connection.restartClock()
    connection.service.call(GameContract.conceal, of: GameContract.interface) {
      [weak self] answer in
      then(self?.refusal(answer.map { _ in () }))
    }
  }

  /// Starts a game, of a theme drawn by chance where none is given.
  func deal(_ theme: String?, then: @escaping (ProgramError?) -> Void) {
    let options = theme.map { ["theme": Value($0)] } ?? [:]
    connection.restartClock()
    connection.service.call(GameContract.newGame, of: GameContract.interface, options) {
      [weak self] answer in
      then(self?.refusal(answer.map { _ in () }))
    }
  }

  /// Asks what themes there are.
  func themes(then: @escaping (Result<[ThemeSummary], ProgramError>) -> Void) {
    connection.restartClock()
    connection.service.call(ThemesContract.list, of: ThemesContract.interface) {
      [weak self] answer in
      guard let self else { return }
      then(answer.mapError(connection.explainAtOnce))
    }
  }

  private func take(_ news: GameFollower.News) {
    switch news {
    case .absent: tell(.offline)
    case .failure(let error): tell(.fault(connection.explainAtOnce(error)))
    case .state(let properties):
      do throws(BusError) {
        let game = try GameView(properties)
        cards = game.cards
        tell(.state(game))
      } catch {
        tell(.fault(connection.explainAtOnce(error)))
      }
    case .transition(let signals, let properties):
      let transition = Transition(signals)
      guard let (happening, game) = transition.outcome(on: cards, properties) else {
        return follower?.readAgain() ?? ()
      }
      cards = game.cards
      tell(.change(happening, game))
    case .update: break
    }
  }

  private func refusal(_ answer: Result<Void, BusError>) -> ProgramError? {
    guard case .failure(let error) = answer else { return nil }
    return connection.explainAtOnce(error)
  }
}
