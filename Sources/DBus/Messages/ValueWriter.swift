extension MessageWriter {
  /// Appends a value itself, not as a variant; `InvalidArgs` if its parts do not fit its type.
  mutating func append(content: Value) throws(BusError) {
    switch content {
    case .variant(let inner): try inner.write(to: &self)
    case .structure(let fields): try append(structure: fields)
    case .array(let element, let elements): try append(array: elements, of: element)
    case .dictionary(let key, let value, let entries):
      try append(dictionary: entries, key: key, value: value)
    default:
      guard let basic = content.basic else {
        throw .invalidArguments("File descriptors cannot be sent.")
      }
      try basic.write(to: &self)
    }
  }

  /// Appends a dictionary `a{sv}` of entries that are sorted by key.
  ///
  /// An array, since generic code in another module takes many times as long.
  package mutating func append(entries: [(key: String, value: Value)]) throws(BusError) {
    try dictionary(entries) { entry, writer throws(BusError) in
      try writer.append(text: entry.key)
      try entry.value.write(to: &writer)
    }
  }

  private mutating func append(structure fields: [Value]) throws(BusError) {
    guard !fields.isEmpty else {
      throw .invalidArguments("A structure on the bus must have at least one field.")
    }
    try structure { inner throws(BusError) in
      for field in fields { try inner.append(content: field) }
    }
  }

  private mutating func append(
    array elements: [Value], of element: Signature
  ) throws(BusError) {
    guard element.isSingleType else {
      throw .invalidArguments("An array cannot hold “\(element)”: it is not one complete type.")
    }
    try array(alignment: element.alignment) { inner throws(BusError) in
      for value in elements {
        guard value.signature == element else {
          throw .invalidArguments("An array of “\(element)” cannot hold “\(value.signature)”.")
        }
        try inner.append(content: value)
      }
    }
  }

  private mutating func append(
    dictionary entries: [Value.Entry], key: Signature, value: Signature
  ) throws(BusError) {
    let type = Signature(unchecked: "a{" + key.rawValue + value.rawValue + "}")
    guard type.isSingleType else {
      throw .invalidArguments("“\(type)” is not a type of the bus.")
    }
    try dictionary(entries) { entry, writer throws(BusError) in
      guard entry.key.signature == key, entry.value.signature == value else {
        throw .invalidArguments("A dictionary “\(type)” contains an entry of another type.")
      }
      try writer.append(content: entry.key)
      try writer.append(content: entry.value)
    }
  }
}
