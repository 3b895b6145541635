/// A method as it is declared: its name, what it is for, its arguments, and what answers it.
///
/// `Input` and `Output` are `Arguments<…>`.
public struct Method<Service, Input: Sendable, Output: Sendable>: Sendable {
  /// The method's name on the bus.
  public let name: MemberName
  let entry: MethodEntry<Service>
}

/// Appends a method's results to its reply.
typealias ResultWriter = (inout MessageWriter) throws(BusError) -> Void

/// A method without its types: what the object server works with.
struct MethodEntry<Service>: Sendable {
  let name: MemberName
  let documentation: String
  let inputs: [ArgumentDeclaration]
  let outputs: [ArgumentDeclaration]
  let inputSignature: Signature
  let outputSignature: Signature
  let call: @Sendable (Service, inout MessageReader) throws -> ResultWriter
}

extension Method {
  private init(
    _ name: MemberName, _ documentation: String, inputs: [ArgumentDeclaration],
    outputs: [ArgumentDeclaration],
    call: @escaping @Sendable (Service, inout MessageReader) throws -> ResultWriter
  ) {
    self.name = name
    entry = MethodEntry(
      name: name, documentation: documentation, inputs: inputs, outputs: outputs,
      inputSignature: Signature(unchecked: inputs.map(\.type.rawValue).joined()),
      outputSignature: Signature(unchecked: outputs.map(\.type.rawValue).joined()), call: call)
  }

  /// Declares a method without results: what it does, and the names of its arguments.
  ///
  /// An error that the handler throws is the reply, `Failed` for one that is not a `BusError`.
  public init<each I: BusType>(
    _ name: MemberName, _ documentation: String, in inputs: repeat Argument<each I>,
    handler: @escaping @Sendable (Service, repeat each I) throws -> Void
  ) where Input == Arguments<repeat each I>, Output == Arguments<> {
    self.init(name, documentation, inputs: declarations(repeat each inputs), outputs: []) {
      service, reader in
      try handler(service, repeat try (each I).read(from: &reader))
      return { (_: inout MessageWriter) throws(BusError) in }
    }
  }

  /// Declares a method with one result.
  public init<each I: BusType, A: BusType>(
    _ name: MemberName, _ documentation: String, in inputs: repeat Argument<each I>,
    out first: Argument<A>, handler: @escaping @Sendable (Service, repeat each I) throws -> A
  ) where Input == Arguments<repeat each I>, Output == Arguments<A> {
    self.init(
      name, documentation, inputs: declarations(repeat each inputs), outputs: declarations(first)
    ) { service, reader in
      let result = try handler(service, repeat try (each I).read(from: &reader))
      return { (writer: inout MessageWriter) throws(BusError) in try result.write(to: &writer) }
    }
  }

  /// Declares a method with two results.
  public init<each I: BusType, A: BusType, B: BusType>(
    _ name: MemberName, _ documentation: String, in inputs: repeat Argument<each I>,
    out first: Argument<A>, _ second: Argument<B>,
    handler: @escaping @Sendable (Service, repeat each I) throws -> (A, B)
  ) where Input == Arguments<repeat each I>, Output == Arguments<A, B> {
    self.init(
      name, documentation, inputs: declarations(repeat each inputs),
      outputs: declarations(first, second)
    ) { service, reader in
      let result = try handler(service, repeat try (each I).read(from: &reader))
      return { (writer: inout MessageWriter) throws(BusError) in
        try result.0.write(to: &writer)
        try result.1.write(to: &writer)
      }
    }
  }

  /// Declares a method with three results.
  public init<each I: BusType, A: BusType, B: BusType, C: BusType>(
    _ name: MemberName, _ documentation: String, in inputs: repeat Argument<each I>,
    out first: Argument<A>, _ second: Argument<B>, _ third: Argument<C>,
    handler: @escaping @Sendable (Service, repeat each I) throws -> (A, B, C)
  ) where Input == Arguments<repeat each I>, Output == Arguments<A, B, C> {
    self.init(
      name, documentation, inputs: declarations(repeat each inputs),
      outputs: declarations(first, second, third)
    ) { service, reader in
      let result = try handler(service, repeat try (each I).read(from: &reader))
      return { (writer: inout MessageWriter) throws(BusError) in
        try result.0.write(to: &writer)
        try result.1.write(to: &writer)
        try result.2.write(to: &writer)
      }
    }
  }

  /// Declares a method with four results.
  public init<each I: BusType, A: BusType, B: BusType, C: BusType, D: BusType>(
    _ name: MemberName, _ documentation: String, in inputs: repeat Argument<each I>,
    out first: Argument<A>, _ second: Argument<B>, _ third: Argument<C>, _ fourth: Argument<D>,
    handler: @escaping @Sendable (Service, repeat each I) throws -> (A, B, C, D)
  ) where Input == Arguments<repeat each I>, Output == Arguments<A, B, C, D> {
    self.init(
      name, documentation, inputs: declarations(repeat each inputs),
      outputs: declarations(first, second, third, fourth)
    ) { service, reader in
      let result = try handler(service, repeat try (each I).read(from: &reader))
      return { (writer: inout MessageWriter) throws(BusError) in
        try result.0.write(to: &writer)
        try result.1.write(to: &writer)
        try result.2.write(to: &writer)
        try result.3.write(to: &writer)
      }
    }
  }
}

/// The name of one argument of a given type; written as a string literal.
public struct Argument<Type>: ExpressibleByStringLiteral, Sendable {
  let name: String

  /// Makes it of the name.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

/// An argument's name and type.
struct ArgumentDeclaration: Sendable {
  let name: String
  let type: Signature
}

/// Stands for the types of several arguments; only its type is of use.
public struct Arguments<each Type>: Sendable {}

func declarations<each T: BusType>(_ names: repeat Argument<each T>) -> [ArgumentDeclaration] {
  var result: [ArgumentDeclaration] = []
  for (name, type) in repeat (each names, (each T).self) {
    result.append(ArgumentDeclaration(name: name.name, type: type.signature))
  }
  return result
}
