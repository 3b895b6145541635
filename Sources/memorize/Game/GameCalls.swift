import DBus
import MemorizeBus

/// What several verbs ask of the game.
extension ServiceConnection {
  /// Reads the game.
  func game() throws(ProgramError) -> GameView {
    try fitting(try wait { $0.properties(of: GameContract.interface, completion: $1) })
  }

  /// Makes a view of properties; what is missing is a matter of versions.
  func fitting(
    _ properties: Properties<GameContract.Service>
  ) throws(ProgramError) -> GameView {
    do throws(BusError) {
      return try GameView(properties)
    } catch {
      throw explain(error)
    }
  }

  /// Changes the game and reads it, both on the way at once: calls are answered in order.
  func change<T>(
    _ change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void
  ) -> (answer: Result<T, BusError>, game: Result<Properties<GameContract.Service>, BusError>) {
    var answer: Result<T, BusError>?
    var properties: Result<Properties<GameContract.Service>, BusError>?
    change(service) { answer = $0 }
    service.properties(of: GameContract.interface) { properties = $0 }
    run { answer != nil && properties != nil }
    return (answer ?? .failure(.notAwaited), properties ?? .failure(.notAwaited))
  }

  /// Changes the game, and reads it unless nothing is to be printed.
  func game<T>(
    after change: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void, _ options: Options
  ) throws(ProgramError) -> GameView? {
    guard !options.isQuiet else {
      _ = try wait(change)
      return nil
    }
    let (answer, properties) = self.change(change)
    _ = try take(answer)
    return try fitting(try take(properties))
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
