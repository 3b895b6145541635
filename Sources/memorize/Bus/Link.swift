import DBus
import EventLoop
import MemorizeBus
import UserService

/// The connection to the bus, opened when it is needed first.
final class Link {
  private var opened: (connection: Connection, admission: Admission)?
  private var wonGames: WonGames?

  /// The bus's reply to Hello; nil until it arrives.
  final class Admission {
    fileprivate(set) var outcome: Result<BusName, BusError>?
  }

  /// The connection and the state of its Hello; a new one if there is none, or the last was lost.
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
