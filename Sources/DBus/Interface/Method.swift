/// The declaration of a method: its interface, name, purpose, arguments and handler.
///
/// `Input` and `Output` are `Arguments<…>`.
public struct Method<Service, Input: Sendable, Output: Sendable>: Sendable {
  /// The name of its interface.
  public let interface: InterfaceName
  /// The method's name on the bus.
  public var name: MemberName { entry.name }
  let entry: MethodEntry<Service>
}

/// A method without its types: what the object server works with.
struct MethodEntry<Service>: Sendable {
  let name: MemberName
  let documentation: String
  let inputs: [ArgumentDeclaration]
  let outputs: [ArgumentDeclaration]
  let inputSignature: Signature
  let outputSignature: Signature
  let call: @Sendable (Service, inout MessageReader, PendingReply) throws -> Void
}

extension Method {
  private init(
    _ interface: Interface<Service>, _ name: MemberName, _ documentation: String,
    _ inputs: [ArgumentDeclaration],
    _ outputs: [ArgumentDeclaration],
    call: @escaping @Sendable (Service, inout MessageReader, PendingReply) throws -> Void
  ) {
    func signature(_ arguments: [ArgumentDeclaration]) -> Signature {
      Signature(unchecked: arguments.reduce("") { $0 + $1.type.rawValue })
    }
    self.interface = interface.name
    entry = MethodEntry(
      name: name, documentation: documentation, inputs: inputs, outputs: outputs,
      inputSignature: signature(inputs), outputSignature: signature(outputs), call: call)
  }

  /// Declares a method: what it does, and the names of its arguments and results.
  ///
  /// An error that the handler throws is the reply, `Failed` for one that is not a `BusError`.
  public init<each I: BusType, each O: BusType>(
    _ interface: Interface<Service>, _ name: MemberName, _ documentation: String,
    in inputs: repeat Argument<each I>,
    out outputs: repeat Argument<each O>,
    handler: @escaping @Sendable (Service, repeat each I) throws -> (repeat each O)
  ) where Input == Arguments<repeat each I>, Output == Arguments<repeat each O> {
    self.init(
      interface, name, documentation, declarations(repeat each inputs),
      declarations(repeat each outputs)
    ) { service, reader, reply in
      let results = try handler(service, repeat try (each I).read(from: &reader))
      Reply<repeat each O>(reply).answer { results }
    }
  }

  /// Declares a method with one result, which the compiler does not accept as a list of one.
  public init<each I: BusType, O: BusType>(
    _ interface: Interface<Service>, _ name: MemberName, _ documentation: String,
    in inputs: repeat Argument<each I>,
    out output: Argument<O>, handler: @escaping @Sendable (Service, repeat each I) throws -> O
  ) where Input == Arguments<repeat each I>, Output == Arguments<O> {
    self.init(
      interface, name, documentation, declarations(repeat each inputs), declarations(output)
    ) {
      service, reader, reply in
      let result = try handler(service, repeat try (each I).read(from: &reader))
      Reply<O>(reply).answer { result }
    }
  }

  /// Declares a method whose handler gives the answer, when it returns or later.
  public init<each I: BusType, each O: BusType>(
    _ interface: Interface<Service>, _ name: MemberName, _ documentation: String,
    in inputs: repeat Argument<each I>,
    out outputs: repeat Argument<each O>,
    answering handler:
      @escaping @Sendable (Service, Reply<repeat each O>, repeat each I) throws -> Void
  ) where Input == Arguments<repeat each I>, Output == Arguments<repeat each O> {
    self.init(
      interface, name, documentation, declarations(repeat each inputs),
      declarations(repeat each outputs)
    ) { service, reader, reply in
      try handler(service, Reply(reply), repeat try (each I).read(from: &reader))
    }
  }
}

/// The name of one argument of a given type; written as a string literal.
public struct Argument<Type>: ExpressibleByStringLiteral, Sendable {
  let name: String

  /// Makes it from the name.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

struct ArgumentDeclaration: Sendable {
  let name: String
  let type: Signature
}

/// Stands for the types of several arguments.
public struct Arguments<each Type>: Sendable {}

func declarations<each T: BusType>(_ names: repeat Argument<each T>) -> [ArgumentDeclaration] {
  var result: [ArgumentDeclaration] = []
  for (name, type) in repeat (each names, (each T).self) {
    result.append(ArgumentDeclaration(name: name.name, type: type.signature))
  }
  return result
}
