import DBus
import EventLoop
import MemorizeBus
import UserService

/// The connection to the bus: opened for the first verb that needs it, and kept for those that
/// follow in a batch.
final class Link {
  private var opened: (connection: Connection, admission: Admission)?
  private var wonGames: WonGames?

  /// What became of the Hello.
  final class Admission {
    fileprivate(set) var outcome: Result<BusName, BusError>?
  }

  /// The connection; a new one where there is none yet, or the last was lost.
  ///
  /// - Parameter limit: how long connecting may take.
  /// - Returns: the connection, and what became of its Hello.
  /// - Throws: `ProgramError` where nobody listens.
  func open(within limit: Duration) throws(ProgramError) -> (Connection, Admission) {
    if let opened, opened.connection.isOpen { return opened }
    let admission = Admission()
    do throws(BusError) {
      let address = try BusAddress.session(environment: environment)
      let connection = try Connection.inTime(to: address, loop: Self.loop(), deadline: limit) {
        admission.outcome = $0
      }
      opened = (connection, admission)
      wonGames = nil
      return (connection, admission)
    } catch {
      throw .noBus(error)
    }
  }

  /// The results of games that are won; one subscription is enough for all verbs.
  func wonGames(on connection: Connection) -> WonGames {
    if let wonGames { return wonGames }
    let listening = WonGames(on: connection)
    wonGames = listening
    return listening
  }

  private static func loop() throws(BusError) -> Loop {
    do {
      return try Loop()
    } catch {
      throw BusError(.failed, error.description)
    }
  }
}
