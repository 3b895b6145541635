import DBus
import MemorizeBus

/// The results of games that are won, which a Flip's reply does not hold.
final class WonGames {
  /// Only the last: anybody may send any number, and a reply comes right after its own.
  private var last: (revision: UInt64, result: FinalResult)?

  /// Listens from now on.
  init(on connection: Connection) {
    // Of any sender, which saves a message to the bus: only the revision of a reply is believed.
    let rule = MatchRule(
      path: MemorizeBus.path, interface: GameContract.interface.name,
      member: GameContract.gameWon.name)
    connection.subscribe(rule) { [weak self] signal in
      guard let win = try? signal.arguments(of: UInt64.self, UInt64.self, FinalResult.self)
      else { return }
      self?.last = (win.0, win.2)
    }
  }

  /// Takes the result of a transition.
  func take(_ revision: UInt64) -> FinalResult? {
    defer { last = nil }
    guard let last, last.revision == revision else { return nil }
    return last.result
  }
}
