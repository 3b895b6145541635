import DBus
import MemorizeBus

/// The results of games that are won, which a Flip's reply does not hold.
final class WonGames {
  private var results: [UInt64: [String: Value]] = [:]

  /// Listens from now on.
  init(on connection: Connection) {
    // Of any sender, which is one message less to the bus: only what the reply names is believed.
    let rule = MatchRule(
      path: MemorizeBus.path, interface: GameContract.interface.name,
      member: GameContract.gameWon.name)
    connection.subscribe(rule) { [weak self] signal in
      guard let win = try? signal.arguments(of: UInt64.self, UInt64.self, [String: Value].self)
      else { return }
      self?.results[win.0] = win.2
    }
  }

  /// The result that a transition brought, once.
  func take(_ revision: UInt64) -> FinalResult? {
    let result = results[revision].flatMap { try? FinalResult($0) }
    results = [:]
    return result
  }
}
