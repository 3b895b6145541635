package import DBus
package import MemorizeBus

/// Calls of the service; errors are explained, with advice.
extension ServiceConnection {
  /// Makes calls of the service, and passes on the last reply.
  package typealias Call<Answer> = (Proxy, @escaping (Result<Answer, BusError>) -> Void) -> Void

  /// Calls a declared method that changes something, and waits for its reply.
  @discardableResult
  package func ask<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) throws(ProgramError) -> (repeat each O) {
    try wait { $0.call(method, repeat each arguments, completion: $1) }
  }

  /// Calls a declared method that changes nothing, and waits for its reply.
  package func read<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) throws(ProgramError) -> (repeat each O) {
    try read { $0.call(method, repeat each arguments, completion: $1) }
  }

  /// Reads all properties of a contract's interface.
  package func state<C: Contract>(of contract: C.Type) throws(ProgramError) -> C.State {
    try read { $0.state(of: contract, completion: $1) }
  }

  package func game() throws(ProgramError) -> GameState {
    try state(of: GameContract.self)
  }

  package func practice() throws(ProgramError) -> PracticeState {
    try state(of: PracticeContract.self)
  }

  package func serviceSettings() throws(ProgramError) -> UserSettings {
    try state(of: SettingsContract.self)
  }

  /// How to draw faces: as the option says, else as the setting does.
  func faces() -> FaceSize {
    options.faces ?? (try? serviceSettings().faces.known) ?? .large
  }

  /// The same for a verb that may need no service: one that does not run is not started.
  package static func faces(without options: Options) -> FaceSize {
    var options = options
    (options.startsService, options.waitsForService) = (false, false)
    return (try? ServiceConnection(options).faces()) ?? .large
  }

  package func profile() throws(ProgramError) -> Profile {
    try state(of: ProfileContract.self)
  }

  package func themes() throws(ProgramError) -> [ThemeSummary] {
    try read(ThemesContract.list)
  }

  package func decks() throws(ProgramError) -> [DeckSummary] {
    try read(PracticeContract.decks)
  }

  /// Waits for the last reply to calls that change something.
  package func wait<T>(for call: Call<T>) throws(ProgramError) -> T {
    try unwrap(reply(to: call))
  }

  /// Waits for the last reply to calls that change nothing.
  ///
  /// If the service ends before it replies, they are made once more, which starts the next one.
  package func read<T>(_ call: Call<T>) throws(ProgramError) -> T {
    let first = reply(to: call)
    let last = first.failure.map(isLoss) == true ? reply(to: call) : first
    return try unwrap(last, isRead: true)
  }

  private func reply<T>(to call: Call<T>) -> Result<T, BusError> {
    Result { () throws(BusError) in try bus.wait { call(service, $0) } }
  }

  /// Whether the bus replied in place of a service that is gone, and may start another.
  private func isLoss(_ error: BusError) -> Bool {
    error.name == .noReply && bus.isOpen && remaining > .zero && options.startsService
  }

  /// Makes two calls at once, and waits for both replies.
  package func both<First, Second>(
    _ first: Call<First>, _ second: Call<Second>
  ) -> (Result<First, BusError>, Result<Second, BusError>) {
    var answers: (Result<First, BusError>?, Result<Second, BusError>?)
    first(service) { answers.0 = $0 }
    second(service) { answers.1 = $0 }
    run { answers.0 != nil && answers.1 != nil }
    guard case (let first?, let second?) = answers else {
      preconditionFailure("a call that was not completed")
    }
    return (first, second)
  }

  /// Calls a declared method, and does not wait for its reply.
  func request<Service, each I: BusType, each O: BusType>(
    _ method: Method<Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I, then: @escaping (Result<(repeat each O), ProgramError>) -> Void
  ) {
    request({ $0.call(method, repeat each arguments, completion: $1) }, then: then)
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
  package func change<C: Contract, each I: BusType, each O: BusType>(
    of contract: C.Type,
    _ method: Method<C.Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) -> (answer: Result<(repeat each O), BusError>, state: Result<C.State, BusError>) {
    let (answer, state) = both(
      { $0.call(method, repeat each arguments, completion: $1) },
      { $0.state(of: contract, completion: $1) })
    guard case .success = answer, state.failure.map(isLoss) == true else { return (answer, state) }
    return (answer, reply { $0.state(of: contract, completion: $1) })
  }

  /// Makes a change, and reads the state after it unless nothing is to be printed.
  package func state<C: Contract, each I: BusType, each O: BusType>(
    of contract: C.Type,
    after method: Method<C.Service, Arguments<repeat each I>, Arguments<repeat each O>>,
    _ arguments: repeat each I
  ) throws(ProgramError) -> C.State? {
    guard !options.isQuiet else {
      try ask(method, repeat each arguments)
      return nil
    }
    let (answer, state) = change(of: contract, method, repeat each arguments)
    _ = try unwrap(answer)
    return try unwrap(state, isRead: true)
  }

  package func unwrap<T>(
    _ result: Result<T, BusError>, isRead: Bool = false
  ) throws(ProgramError) -> T {
    try result.mapError { explain($0, isRead: isRead) }.get()
  }
}
