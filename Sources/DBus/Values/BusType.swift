/// A Swift type that stands for one complete D-Bus type.
public protocol BusType: Hashable, Sendable {
  /// The D-Bus type.
  static var signature: Signature { get }

  /// Takes the next argument; its type has been checked before.
  ///
  /// - Throws: `InvalidArgs` where the content cannot be taken as it is.
  static func read(from reader: inout MessageReader) throws(BusError) -> Self

  /// Appends the value.
  ///
  /// - Throws: `InvalidArgs` for what the bus cannot carry, as U+0000 in a text.
  func write(to writer: inout MessageWriter) throws(BusError)

  /// The same value with its type beside it.
  var asValue: Value { get }

  /// Takes a value of exactly this type.
  init?(exactly value: Value)
}
