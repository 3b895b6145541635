import DBus
import MemorizeBus

extension ServiceConnection {
  func game() throws(ProgramError) -> GameState {
    try wait { $0.state(of: GameContract.self, completion: $1) }
  }

  /// Changes something and reads the state after it, without waiting in between: calls are answered
  /// in order.
  func change<T, C: Contract>(
    of contract: C.Type, _ change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void
  ) -> (answer: Result<T, BusError>, state: Result<C.State, BusError>) {
    var answer: Result<T, BusError>?
    var state: Result<C.State, BusError>?
    change(service) { answer = $0 }
    service.state(of: contract) { state = $0 }
    run { answer != nil && state != nil }
    return (answer ?? .failure(.notAwaited), state ?? .failure(.notAwaited))
  }

  /// Does not read the game if nothing is to be printed.
  func game<T>(
    after change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void, _ options: Options
  ) throws(ProgramError) -> GameState? {
    guard !options.isQuiet else {
      _ = try wait(change)
      return nil
    }
    let (answer, game) = self.change(of: GameContract.self, change)
    _ = try take(answer)
    return try take(game)
  }

  func take<T>(_ result: Result<T, BusError>) throws(ProgramError) -> T {
    switch result {
    case .success(let value): return value
    case .failure(let error): throw explain(error)
    }
  }
}

extension BusError {
  fileprivate static let notAwaited = BusError(.timeout, "There was no answer.")
}
