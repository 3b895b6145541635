package import DBus

/// A Swift type that goes over the bus as another one.
package protocol WireType: BusType {
  associatedtype Wire: BusType

  init(_ wire: Wire) throws(BusError)
  var wire: Wire { get }
}

extension WireType {
  package static var signature: Signature { Wire.signature }

  package static func read(from reader: inout MessageReader) throws(BusError) -> Self {
    try Self(Wire.read(from: &reader))
  }

  package func write(to writer: inout MessageWriter) throws(BusError) {
    try wire.write(to: &writer)
  }

  package var asValue: Value { wire.asValue }

  package init?(exactly value: Value) {
    guard let wire = Wire(exactly: value), let read = try? Self(wire) else { return nil }
    self = read
  }
}

/// A Swift struct with named fields for a structure on the bus.
package protocol Structure: WireType {
  /// The names of its fields in JSON, in order.
  static var names: [String] { get }
}
