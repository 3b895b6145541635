package import DBus

/// What a structure of the bus holds, as a Swift struct whose fields have names.
package protocol Structure: BusType {
  /// The structure on the bus.
  associatedtype Wire: BusType

  /// The names of its fields in JSON, in their order.
  static var names: [String] { get }

  init?(_ wire: Wire)
  var wire: Wire { get }
}

extension Structure {
  package static var signature: Signature { Wire.signature }

  package static func read(from reader: inout MessageReader) throws(BusError) -> Self {
    guard let structure = Self(try Wire.read(from: &reader)) else { throw .unfitting }
    return structure
  }

  package func write(to writer: inout MessageWriter) throws(BusError) {
    try wire.write(to: &writer)
  }

  package var asValue: Value { wire.asValue }

  package init?(exactly value: Value) {
    guard let wire = Wire(exactly: value) else { return nil }
    self.init(wire)
  }
}
