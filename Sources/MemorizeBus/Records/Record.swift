package import DBus
internal import PlainText

/// A Swift struct for an `a{sv}` on the bus, with one table of its fields.
///
/// Reading, writing, the fields of `--json` and the schema all follow from the table.
package protocol Record: WireType where Wire == [String: Value] {
  init()

  static var fields: [Field<Self>] { get }

  /// Reads a dictionary; keys that are not in the table are ignored.
  ///
  /// - Throws: ``BusError/incompleteReply`` if a key is missing or has another type.
  init(_ values: [String: Value]) throws(BusError)

  var values: [String: Value] { get }

  /// Cuts what is longer or larger than our service sends: another one may send anything.
  mutating func limit()
}

extension Record {
  package mutating func limit() {}

  package init(_ values: [String: Value]) throws(BusError) {
    self.init()
    try read(values)
  }

  /// Reads all required fields, and the optional ones that are present.
  package mutating func read(_ values: [String: Value]) throws(BusError) {
    for field in Self.fields where !field.description.isOptional {
      if values[field.key] == nil { throw .incompleteReply }
    }
    try merge(values)
  }

  package mutating func merge(_ changed: [String: Value]) throws(BusError) {
    for field in Self.fields {
      guard let value = changed[field.key] else { continue }
      guard field.set(&self, value) else { throw .incompleteReply }
    }
    limit()
  }

  package var values: [String: Value] {
    var values: [String: Value] = [:]
    for field in Self.fields where !field.isLeftOut(self) { values[field.key] = field.get(self) }
    return values
  }

  package var wire: [String: Value] { values }

  package static var descriptions: [FieldDescription] { fields.map(\.description) }

  /// Keys and types, as introspection documents them: `name s, cards u`.
  package static var keyList: String {
    fields.map { "\($0.key) \($0.description.type)" }.joined(by: ", ")
  }
}

extension BusError {
  /// A reply lacks a field that this version needs.
  package static let incompleteReply = BusError(
    .unknownProperty, english("The reply from memorized is incomplete."))
}
