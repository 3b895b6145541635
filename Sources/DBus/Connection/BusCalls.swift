/// The bus's reply to the request for a name (`org.freedesktop.DBus.RequestName`).
public enum NameRequest: Sendable {
  /// The name is ours.
  case owned
  /// Another connection has it and does not release it.
  case taken
}

extension Connection {
  /// Calls a method of the message bus itself.
  public func bus<each I: BusType, each O: BusType>(
    _ member: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type,
    deadline: Duration = defaultDeadline,
    completion: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    call(
      .bus, .bus, .bus, member, repeat each arguments, returning: repeat each types,
      deadline: deadline, completion: completion)
  }

  /// Asks for a well-known name.
  ///
  /// `replaces` takes it from an owner that allows that (`REPLACE_EXISTING`); this connection
  /// always allows it (`ALLOW_REPLACEMENT`). With `queues` it waits in line for a name that is taken,
  /// which is `taken` until then; otherwise it does not (`DO_NOT_QUEUE`).
  public func requestName(
    _ name: BusName, replaces: Bool = false, queues: Bool = false,
    completion: @escaping (Result<NameRequest, BusError>) -> Void
  ) {
    let allowReplacement: UInt32 = 1
    let replaceExisting: UInt32 = 2
    let doNotQueue: UInt32 = 4
    let flags =
      allowReplacement | (queues ? 0 : doNotQueue) | (replaces ? replaceExisting : 0)
    bus("RequestName", name.rawValue, flags, returning: UInt32.self) { result in
      // 1 is “primary owner”, 4 “already owner”.
      completion(result.map { $0 == 1 || $0 == 4 ? .owned : .taken })
    }
  }

  /// Releases a name; after the reply no more calls arrive for it.
  public func releaseName(
    _ name: BusName, completion: @escaping (Result<Void, BusError>) -> Void
  ) {
    bus("ReleaseName", name.rawValue, returning: UInt32.self) { completion($0.map { _ in }) }
  }

  /// Calls the handler when the bus takes a name from this connection (`NameLost`).
  @discardableResult
  public func onNameLost(
    _ name: BusName, onFailure: @escaping (BusError) -> Void = { _ in },
    handler: @escaping () -> Void
  ) -> SubscriptionID {
    let rule = MatchRule(
      sender: .bus, path: .bus, interface: .bus, member: "NameLost",
      firstArgument: name.rawValue)
    return subscribe(rule, onFailure: onFailure) { _ in handler() }
  }

  /// Asks for the process id of a name's owner (`GetConnectionUnixProcessID`).
  public func processID(
    of name: BusName, deadline: Duration = defaultDeadline,
    completion: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    bus(
      "GetConnectionUnixProcessID", name.rawValue, returning: UInt32.self, deadline: deadline,
      completion: completion)
  }
}
