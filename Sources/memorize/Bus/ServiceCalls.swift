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
  func change<T, C: Contract>(
    of contract: C.Type, _ change: Call<T>
  ) -> (answer: Result<T, BusError>, state: Result<C.State, BusError>) {
    var answer: Result<T, BusError>?
    var state: Result<C.State, BusError>?
    change(service) { answer = $0 }
    service.state(of: contract) { state = $0 }
    run { answer != nil && state != nil }
    let none = BusError(.timeout, "There was no answer.")
    return (answer ?? .failure(none), state ?? .failure(none))
  }

  /// Makes a change, and reads the state after it unless nothing is to be printed.
  func state<T, C: Contract>(
    of contract: C.Type, after change: Call<T>
  ) throws(ProgramError) -> C.State? {
    guard !options.isQuiet else {
      _ = try wait(for: change)
      return nil
    }
    let (answer, state) = self.change(of: contract, change)
    _ = try take(answer)
    return try take(state)
  }

  func take<T>(_ result: Result<T, BusError>) throws(ProgramError) -> T {
    try result.mapError { explain($0) }.get()
  }
}
