/// A signal as it is declared: its name, when it is sent, and its arguments.
public struct Signal<each Type>: Sendable {
  /// The signal's name on the bus.
  public let name: MemberName
  let entry: SignalEntry
}

extension Signal {
  /// Declares a signal: when it is sent, and the names of its arguments.
  public init(
    _ name: MemberName, _ documentation: String, _ arguments: repeat Argument<each Type>
  ) where repeat each Type: BusType {
    self.name = name
    entry = SignalEntry(
      name: name, documentation: documentation, arguments: declarations(repeat each arguments))
  }
}

/// A signal without its types.
struct SignalEntry: Sendable {
  let name: MemberName
  let documentation: String
  let arguments: [ArgumentDeclaration]
}
