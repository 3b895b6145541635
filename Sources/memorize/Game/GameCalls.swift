import DBus
import MemorizeBus

/// What several verbs ask of the game.
extension ServiceConnection {
  func game() throws(ProgramError) -> GameState {
    try wait { $0.state(of: GameContract.self, completion: $1) }
  }

  /// Changes the game and reads it, both on the way at once: calls are answered in order.
  func change<T>(
    _ change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void
  ) -> (answer: Result<T, BusError>, game: Result<GameState, BusError>) {
    var answer: Result<T, BusError>?
    var game: Result<GameState, BusError>?
    change(service) { answer = $0 }
    service.state(of: GameContract.self) { game = $0 }
    run { answer != nil && game != nil }
    return (answer ?? .failure(.notAwaited), game ?? .failure(.notAwaited))
  }

  /// Changes the game, and reads it unless nothing is to be printed.
  func game<T>(
    after change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void, _ options: Options
  ) throws(ProgramError) -> GameState? {
    guard !options.isQuiet else {
      _ = try wait(change)
      return nil
    }
    let (answer, game) = self.change(change)
    _ = try take(answer)
    return try take(game)
  }

  /// Takes a result, or explains why there is none.
  func take<T>(_ result: Result<T, BusError>) throws(ProgramError) -> T {
    switch result {
    case .success(let value): return value
    case .failure(let error): throw explain(error)
    }
  }
}

extension BusError {
  /// For an answer that was not waited for any longer.
  static let notAwaited = BusError(.timeout, "There was no answer.")
}
