import DBus
import MemorizeBus

/// Calls of the service; errors are explained, with advice.
extension ServiceConnection {
  /// Makes calls of the service, and passes on the last reply.
  typealias Call<Answer> = (Proxy, @escaping (Result<Answer, BusError>) -> Void) -> Void

  /// Calls a declared method and waits for its reply.
  @discardableResult
  func ask<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    of interface: Interface<Service>, _ arguments: repeat each I
  ) throws(ProgramError) -> (repeat each O) {
    try wait { $0.call(method, of: interface, repeat each arguments, completion: $1) }
  }

  /// Reads all properties of a contract's interface.
  func state<C: Contract>(of contract: C.Type) throws(ProgramError) -> C.State {
    try wait { $0.state(of: contract, completion: $1) }
  }

  func game() throws(ProgramError) -> GameState {
    try state(of: GameContract.self)
  }

  func practice() throws(ProgramError) -> PracticeState {
    try state(of: PracticeContract.self)
  }

  func serviceSettings() throws(ProgramError) -> UserSettings {
    try state(of: SettingsContract.self)
  }

  func profile() throws(ProgramError) -> Profile {
    try state(of: ProfileContract.self)
  }

  /// Waits for the last reply.
  func wait<T>(for call: Call<T>) throws(ProgramError) -> T {
    do throws(BusError) {
      return try bus.wait { call(service, $0) }
    } catch {
      throw explain(error)
    }
  }

  /// Does not wait for the reply.
  func request<T>(_ call: Call<T>, then: @escaping (Result<T, ProgramError>) -> Void) {
    restartClock()
    call(service) { [weak self] answer in
      guard let self else { return }
      then(answer.mapError { self.explain($0, asksVersion: false) })
    }
  }

  /// Changes something and reads the state after it, without waiting in between: calls are answered
  /// in order.
  func change<C: Contract, each I: BusType, each O: BusType>(
    of contract: C.Type,
    _ method: Method<C.Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) -> (answer: Result<(repeat each O), BusError>, state: Result<C.State, BusError>) {
    var answer: Result<(repeat each O), BusError>?
    var state: Result<C.State, BusError>?
    service.call(method, of: contract.interface, repeat each arguments) { answer = $0 }
    service.state(of: contract) { state = $0 }
    run { answer != nil && state != nil }
    guard let answer, let state else { preconditionFailure("a call that was not completed") }
    return (answer, state)
  }

  /// Makes a change, and reads the state after it unless nothing is to be printed.
  func state<C: Contract, each I: BusType, each O: BusType>(
    of contract: C.Type,
    after method: Method<C.Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) throws(ProgramError) -> C.State? {
    guard !options.isQuiet else {
      try ask(method, of: contract.interface, repeat each arguments)
      return nil
    }
    let (answer, state) = change(of: contract, method, repeat each arguments)
    _ = try take(answer)
    return try take(state)
  }

  func take<T>(_ result: Result<T, BusError>) throws(ProgramError) -> T {
    try result.mapError { explain($0) }.get()
  }
}
