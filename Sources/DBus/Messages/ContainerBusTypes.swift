// Members of a conformance have the documentation of their protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Array: BusType where Element: BusType {
  public static var signature: Signature { Signature(unchecked: "a" + Element.signature.rawValue) }

  public static func read(from reader: inout MessageReader) throws(BusError) -> [Element] {
    var elements: [Element] = []
    try reader.container("a") { inner throws(BusError) in
      while !inner.isAtEnd { elements.append(try Element.read(from: &inner)) }
    }
    return elements
  }

  public func write(to writer: inout MessageWriter) throws(BusError) {
    try writer.array(alignment: Element.signature.alignment) { inner throws(BusError) in
      for element in self { try element.write(to: &inner) }
    }
  }

  public var asValue: Value {
    // A key path would be created for each call, since its type depends on the element's.
    .array(Element.signature, map { $0.asValue })
  }

  public init?(exactly value: Value) {
    guard case .array(Element.signature, let values) = value else { return nil }
    var elements: [Element] = []
    for value in values {
      guard let element = Element(exactly: value) else { return nil }
      elements.append(element)
    }
    self = elements
  }
}

/// A type that may be the key of a D-Bus dictionary, with an order to write the entries in.
public protocol BusKey: BusType, Comparable {}

extension String: BusKey {}
extension UInt32: BusKey {}
extension UInt64: BusKey {}

extension Dictionary: BusType where Key: BusKey, Value: BusType {
  public static var signature: Signature {
    Signature(unchecked: "a{" + Key.signature.rawValue + Value.signature.rawValue + "}")
  }

  /// Takes the next argument; of equal keys the last one counts.
  public static func read(from reader: inout MessageReader) throws(BusError) -> [Key: Value] {
    var entries: [Key: Value] = [:]
    try reader.container("a") { array throws(BusError) in
      while !array.isAtEnd {
        try array.container(MessageReader.entry) { entry throws(BusError) in
          let key = try Key.read(from: &entry)
          entries[key] = try Value.read(from: &entry)
        }
      }
    }
    return entries
  }

  /// Appends the entries in the order of their keys, so that equal dictionaries give equal bytes.
  public func write(to writer: inout MessageWriter) throws(BusError) {
    // Most are of this type, which compiles to faster code. The cast goes through `Any`: a direct
    // one converts each entry.
    if let options = (self as Any) as? [String: DBus.Value] {
      return try writer.append(entries: options.sorted { $0.key < $1.key })
    }
    try writer.dictionary(sorted { $0.key < $1.key }) { entry, writer throws(BusError) in
      try entry.key.write(to: &writer)
      try entry.value.write(to: &writer)
    }
  }

  public var asValue: DBus.Value {
    // As above: sorting a dictionary of any type makes the runtime search all protocol conformances.
    var entries: [DBus.Value.Entry] = []
    if let options = (self as Any) as? [String: DBus.Value] {
      for (key, value) in options.sorted(by: { $0.key < $1.key }) {
        entries.append(.init(key: key.asValue, value: value.asValue))
      }
    } else {
      entries = sorted { $0.key < $1.key }.map {
        .init(key: $0.key.asValue, value: $0.value.asValue)
      }
    }
    return .dictionary(key: Key.signature, value: Value.signature, entries)
  }

  public init?(exactly value: DBus.Value) {
    guard case .dictionary(Key.signature, Value.signature, let entries) = value else { return nil }
    self = [:]
    for entry in entries {
      guard let key = Key(exactly: entry.key), let value = Value(exactly: entry.value) else {
        return nil
      }
      self[key] = value
    }
  }
}

extension Value: BusType {
  /// `v`: in a message a value of any type is a variant.
  public static var signature: Signature { Signature(unchecked: "v") }

  public static func read(from reader: inout MessageReader) throws(BusError) -> Value {
    var content: Value = .fileDescriptor
    try reader.container("v") { inner throws(BusError) in content = try inner.value() }
    return content
  }

  public func write(to writer: inout MessageWriter) throws(BusError) {
    if let basic {
      try writer.append(variantOfBasicType: type(of: basic).typeCode)
      return try basic.write(to: &writer)
    }
    try writer.variant(of: signature) { inner throws(BusError) in try inner.append(content: self) }
  }

  /// The value in a variant, as part of another value.
  public var asValue: Value { .variant(self) }

  /// Takes any value, out of its variant if it is in one.
  public init?(exactly value: Value) {
    if case .variant(let content) = value { self = content } else { self = value }
  }
}
