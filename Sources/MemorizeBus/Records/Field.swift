package import DBus

/// One line of a record's table: a key on the bus, the property that holds it, and what it means.
package struct Field<Root: Record>: Sendable {
  /// The field without its types.
  package let description: FieldDescription
  let emits: EmitsChanged
  let get: @Sendable (Root) -> Value
  let getPublished: @Sendable (Published<Root>) -> Value
  let set: @Sendable (inout Root, Value) -> Bool

  /// Declares a field.
  ///
  /// Its key in JSON is named only if it is another; `a.b` stands in the object `a`. Optional is what
  /// came with a later version, so that a service may not know it.
  package init<T: BusType>(
    _ key: String, _ path: any WritableKeyPath<Root, T> & Sendable, _ documentation: String,
    json: String? = nil, form: JSONForm = .value, _ limit: FieldLimit = .none,
    isOptional: Bool = false, emits: EmitsChanged = .value
  ) {
    description = FieldDescription(
      key: key, documentation: documentation, type: T.signature, json: json, form: form,
      limit: limit, isOptional: isOptional)
    self.emits = emits
    get = { $0[keyPath: path].asValue }
    getPublished = { $0.state[keyPath: path].asValue }
    set = { root, value in
      guard let typed = T(exactly: value) else { return false }
      root[keyPath: path] = typed
      return true
    }
  }

  /// Declares a field that holds records.
  package init<R: Record>(
    _ key: String, _ path: any WritableKeyPath<Root, [R]> & Sendable, _ documentation: String
  ) {
    self.init(key, path, documentation, form: .records(R.fields.map(\.description)))
  }

  /// Declares a field that holds structures.
  package init<S: Structure>(
    _ key: String, _ path: any WritableKeyPath<Root, [S]> & Sendable, _ documentation: String,
    json: String? = nil
  ) {
    self.init(key, path, documentation, json: json, form: .objects(S.names))
  }

  /// Declares a field that holds a record, or none: an empty dictionary.
  package init<R: Record>(
    _ key: String, _ path: any WritableKeyPath<Root, R?> & Sendable, _ documentation: String,
    isOptional: Bool = false
  ) {
    description = FieldDescription(
      key: key, documentation: documentation, type: R.signature, json: nil,
      form: .record(R.fields.map(\.description)), limit: .none, isOptional: isOptional)
    emits = .value
    get = { ($0[keyPath: path]?.values ?? [:]).asValue }
    getPublished = { ($0.state[keyPath: path]?.values ?? [:]).asValue }
    set = { root, value in
      guard let values = [String: Value](exactly: value) else { return false }
      let record = try? R(values)
      guard values.isEmpty || record != nil else { return false }
      root[keyPath: path] = values.isEmpty ? nil : record
      return true
    }
  }

  var key: String { description.key }
}

/// A record that a service publishes as the properties of an interface.
///
/// It is a class so that each of the properties is read without a copy of all.
package final class Published<State: Record> {
  package var state: State

  package init(_ state: State = State()) { self.state = state }
}

extension Record {
  /// The fields as properties of an interface.
  package static func properties<Service>(
    of published: @escaping @Sendable (Service) -> Published<Self>
  ) -> [InterfaceMember<Service>] {
    fields.map { field in
      .property(
        MemberName(unchecked: field.key), field.description.documentation,
        type: field.description.type, field.emits
      ) { field.getPublished(published($0)) }
    }
  }
}

/// A field of a record without its types.
package struct FieldDescription: Sendable {
  /// The key on the bus.
  package let key: String
  package let documentation: String
  package let type: Signature
  fileprivate let json: String?
  package let form: JSONForm
  package let limit: FieldLimit
  /// Whether a service may not know it.
  package let isOptional: Bool

  /// The key in JSON: `min_pairs` for `min-pairs` and for `MinPairs`.
  package var jsonKey: String {
    if let json { return json }
    var result = ""
    for character in key {
      if character.isUppercase, !result.isEmpty { result += "_" }
      result += character == "-" ? "_" : character.lowercased()
    }
    return result
  }
}

/// What a field can be beyond its type, for the schema and for who sets it.
package enum FieldLimit: Sendable {
  /// Anything of its type.
  case none
  /// One of these texts.
  case among([String])
  /// A text that matches a regular expression, or texts that do.
  case matching(String)
  /// A number in a range.
  case range(ClosedRange<Int>)
  /// A number that is not negative.
  case positive

  /// A day as 2026-01-31, or none.
  package static let day = FieldLimit.matching("^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")
  /// A colour as #ff8000.
  package static let color = FieldLimit.matching("^#[0-9a-f]{6}$")
}

/// How JSON writes a field.
package indirect enum JSONForm: Sendable {
  /// As a number, a text, a truth value, or an array of these.
  case value
  /// A number as a text of its digits: readers lose digits above 2⁵³.
  case digits
  /// A negative number as null.
  case nullIfNegative
  /// Structures as objects with these names.
  case objects([String])
  /// A record; an empty one is left out.
  case record([FieldDescription])
  /// An array of records.
  case records([FieldDescription])
  /// Not at all: who prints it adds it.
  case none
}
