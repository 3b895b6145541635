package import DBus
package import MemorizeBus

// Records as JSON, by their tables of fields.
extension JSON {
  /// Without the fields of the given keys.
  package init(_ record: some Record, without left: Set<String> = []) {
    self.init(
      record.values,
      by: type(of: record).descriptions.filter { !left.contains($0.key) })
  }

  private init(_ values: [String: DBus.Value], by fields: [FieldDescription]) {
    var object = JSON.object([])
    for field in fields {
      guard let value = values[field.key], let json = JSON(value, as: field.form) else { continue }
      object.set(json, at: field.jsonKey.split(separator: ".").map(String.init)[...])
    }
    self = object
  }

  private init?(_ value: DBus.Value, as form: JSONForm) {
    switch (form, value) {
    case (.digits, .uint64(let number)): self = .string(String(number))
    case (.nullIfNegative, .double(let number)) where !(number >= 0): self = .null
    case (.objects(let names), .array(_, let values)):
      self = .array(values.map { JSON(structure: $0, names) })
    case (.record(let type), _):
      guard let values = [String: DBus.Value](exactly: value), !values.isEmpty else { return nil }
      self.init(values, by: type.descriptions)
    case (.records(let type), _):
      let records = [[String: DBus.Value]](exactly: value) ?? []
      self = .array(records.map { JSON($0, by: type.descriptions) })
    case (.none, _): return nil
    default: self.init(value)
    }
  }

  /// With the names of its fields.
  package init<S: Structure>(_ structure: S) {
    self.init(structure: structure.asValue, S.names)
  }

  private init(structure: DBus.Value, _ names: [String]) {
    guard case .structure(let values) = structure else { preconditionFailure("no structure") }
    self = .object(zip(names, values).map { ($0, JSON($1)) })
  }

  package init(_ value: DBus.Value) {
    switch value {
    case .boolean(let truth): self = .boolean(truth)
    case .int32(let number): self = .integer(number)
    case .uint32(let number): self = .integer(number)
    case .uint64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .string(text)
    case .array(_, let values): self = .array(values.map { JSON($0) })
    default: self = .null
    }
  }

  /// Puts a value into an object, or into a nested one, which is created if necessary.
  private mutating func set(_ value: JSON, at path: ArraySlice<String>) {
    guard case .object(var fields) = self, let name = path.first else { return }
    guard path.count > 1 else {
      self = .object(fields + [(name, value)])
      return
    }
    let place = fields.firstIndex { $0.0 == name } ?? fields.count
    if place == fields.count { fields.append((name, .object([]))) }
    fields[place].1.set(value, at: path.dropFirst())
    self = .object(fields)
  }
}
