import DBus
import MemorizeBus

extension ServiceConnection {
  func game() throws(ProgramError) -> GameState {
    try state(of: GameContract.self)
  }

  /// Does not read the game if nothing is to be printed.
  func game<each I: BusType, each O: BusType>(
    after method: Method<
      GameContract.Service, Arguments<repeat each I>, Arguments<repeat each O>
    >, _ arguments: repeat each I
  ) throws(ProgramError) -> GameState? {
    try state(of: GameContract.self) {
      $0.call(method, of: GameContract.interface, repeat each arguments, completion: $1)
    }
  }
}
