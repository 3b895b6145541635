package import DBus
internal import PlainText
internal import Practice

/// One line of a record's table: a key on the bus, the property for its value, and its meaning.
package struct Field<Root: Record>: Sendable {
  package let description: FieldDescription
  let emits: EmitsChanged
  package let get: @Sendable (Root) -> Value
  let getPublished: @Sendable (Published<Root>) -> Value
  /// Whether the dictionary has no such key.
  let isLeftOut: @Sendable (Root) -> Bool
  /// False for a value of another type.
  package let set: @Sendable (inout Root, Value) -> Bool

  /// `json` is the key in JSON if it does not follow from `key`; `a.b` is in the object `a`.
  ///
  /// Fields of a later version are optional, since a service may lack them. `refusal` says what is
  /// wrong with a value beyond the limit.
  package init<T: BusType>(
    _ key: String, _ path: any WritableKeyPath<Root, T> & Sendable, _ documentation: String,
    json: String? = nil, form: JSONForm = .value, _ limit: FieldLimit = .none,
    isOptional: Bool = false, emits: EmitsChanged = .value,
    refusal: @escaping @Sendable (T) -> String = { _ in english("The value is out of range.") }
  ) {
    description = FieldDescription(
      key: key, documentation: documentation, type: T.signature, json: json, form: form,
      limit: limit, isOptional: isOptional,
      refusal: { T(exactly: $0).map(refusal) ?? "" })
    self.emits = emits
    get = { $0[keyPath: path].asValue }
    getPublished = { $0.state[keyPath: path].asValue }
    isLeftOut = { _ in false }
    set = { root, value in
      guard let typed = T(exactly: value) else { return false }
      root[keyPath: path] = typed
      return true
    }
  }

  package init<Known: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ path: any WritableKeyPath<Root, Word<Known>> & Sendable,
    _ documentation: String, mayBeEmpty: Bool = false, isOptional: Bool = false,
    refusal: @escaping @Sendable (Word<Known>) -> String = { _ in english("The word is unknown.") }
  ) {
    self.init(
      key, path, documentation, .among(Known.allCases.map(\.rawValue) + (mayBeEmpty ? [""] : [])),
      isOptional: isOptional, refusal: refusal)
  }

  package init<R: Record>(
    _ key: String, _ path: any WritableKeyPath<Root, [R]> & Sendable, _ documentation: String
  ) {
    self.init(key, path, documentation, form: .records(R.self))
  }

  package init<S: Structure>(
    _ key: String, _ path: any WritableKeyPath<Root, [S]> & Sendable, _ documentation: String,
    json: String? = nil
  ) {
    self.init(key, path, documentation, json: json, form: .objects(S.names))
  }

  /// A field for a record, or for none: as a property an empty dictionary.
  package init<R: Record>(
    _ key: String, _ path: any WritableKeyPath<Root, R?> & Sendable, _ documentation: String,
    isOptional: Bool = false
  ) {
    description = FieldDescription(
      key: key, documentation: documentation, type: R.signature, json: nil,
      form: .record(R.self), limit: .none, isOptional: isOptional, refusal: { _ in "" })
    emits = .value
    get = { ($0[keyPath: path]?.values ?? [:]).asValue }
    getPublished = { ($0.state[keyPath: path]?.values ?? [:]).asValue }
    isLeftOut = { $0[keyPath: path] == nil }
    set = { root, value in
      guard let values = [String: Value](exactly: value) else { return false }
      let record = values.isEmpty ? nil : try? R(values)
      root[keyPath: path] = record
      return values.isEmpty || record != nil
    }
  }

  var key: String { description.key }

  func property<Service>(
    get: @escaping @Sendable (Service) -> Value,
    set: (@Sendable (Service, Value, Reply<>) throws -> Void)? = nil
  ) -> InterfaceMember<Service> {
    .property(
      description.property, description.documentation, type: description.type, emits, get: get,
      set: set)
  }
}

/// A record that a service publishes as the properties of an interface.
///
/// A class, so that reading one property does not copy all of them.
package final class Published<State: Record> {
  package var state: State

  package init(_ state: State = State()) { self.state = state }
}

// The fields as properties of an interface.
extension Record {
  package static func properties<Service>(
    of published: @escaping @Sendable (Service) -> Published<Self>
  ) -> [InterfaceMember<Service>] {
    fields.map { field in field.property { field.getPublished(published($0)) } }
  }

  package static func properties<Service>(
    of record: @escaping @Sendable (Service) -> Self
  ) -> [InterfaceMember<Service>] {
    fields.map { field in field.property { field.get(record($0)) } }
  }
}

package struct FieldDescription: Sendable {
  package let key: String
  package let documentation: String
  package let type: Signature
  fileprivate let json: String?
  package let form: JSONForm
  package let limit: FieldLimit
  /// Whether an older service may lack it.
  package let isOptional: Bool
  /// For a value of the field's type.
  fileprivate let refusal: @Sendable (Value) -> String

  package var property: MemberName { MemberName(unchecked: key) }
  /// The key in JSON: `min_pairs` for `min-pairs` and for `MinPairs`.
  package var jsonKey: String { json ?? spelled("_") }
  /// The name on the command line and in the store: `min-pairs` for `MinPairs`.
  package var name: String { spelled("-") }

  private func spelled(_ separator: String) -> String {
    var result = ""
    for character in key {
      if character.isUppercase, !result.isEmpty { result += separator }
      result += character == "-" ? separator : character.lowercased()
    }
    return result
  }

  /// Throws `InvalidArgs` for a value beyond the limit.
  package func check(_ value: Value) throws(BusError) {
    if !limit.allows(value) { throw .invalidArguments(refusal(value)) }
  }

  /// Reads ``DBus/Value/plainText``; nil if it has another type.
  package func value(of text: String) -> Value? {
    switch type.rawValue {
    case "b": Bool(text).map(Value.boolean)
    case "u": UInt32(text).map(Value.uint32)
    case "d": Double(text).map(Value.double)
    case "ad":
      text.split { $0.isWhitespace || $0 == "," }.reduce([]) { (numbers: [Double]?, part) in
        Double(part).flatMap { number in numbers.map { $0 + [number] } }
      }?.asValue
    case "as":
      text.split { $0.isWhitespace || $0 == "," }.map(String.init).asValue
    default: .string(text)
    }
  }
}

extension Value {
  /// A number, a Boolean or a text, or numbers separated by spaces, as they are stored.
  package var plainText: String {
    switch self {
    case .boolean(let truth): "\(truth)"
    case .uint32(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .array(_, let values): values.map(\.plainText).joined(separator: " ")
    default: ""
    }
  }
}

/// The limits of a field beyond its type, for the schema and for setting it.
package enum FieldLimit: Sendable {
  case none
  /// One of these texts.
  case among([String])
  case range(ClosedRange<Int>)
  case zeroOr(ClosedRange<Int>)
  case fraction(ClosedRange<Double>)
  /// The parameters of FSRS-6, or none.
  case parameters
  /// A number that is not negative.
  case positive
  /// A day as 2026-01-31, or none.
  case day
  /// A color as #ff8000, or an array of these.
  case color
  /// Days of the week with their shares, as sat=0.5.
  case easyDays
  /// A time of day as 19:00.
  case clockTime
  /// Two different times of day as 22:00-08:00, or none.
  case quietHours
  /// A text of one line, or none.
  case line

  package static let maximumLineBytes = 1024

  /// Whether a value of the field's type is within the limit of a setting.
  package func allows(_ value: Value) -> Bool {
    switch (self, value) {
    case (.among(let texts), .string(let text)): texts.contains(text)
    case (.range(let range), .uint32(let number)): range.contains(Int(number))
    case (.zeroOr(let range), .uint32(let number)): number == 0 || range.contains(Int(number))
    case (.fraction(let range), .double(let number)): range.contains(number)
    case (.parameters, let value):
      [Double](exactly: value).map { $0.isEmpty || FSRSParameters($0) != nil } ?? false
    case (.easyDays, let value):
      [String](exactly: value).map { EasyDays.fault(in: $0) == nil } ?? false
    case (.clockTime, .string(let text)): ClockTime(text) != nil
    case (.quietHours, .string(let text)): text.isEmpty || QuietHours(text) != nil
    case (.line, .string(let text)):
      text.utf8.count <= Self.maximumLineBytes && !text.unicodeScalars.contains(where: \.isHarmful)
    default: true
    }
  }
}

package enum JSONForm: Sendable {
  /// As a number, a text, a Boolean, or an array of these.
  case value
  /// A number as a text of its digits: readers lose digits above 2⁵³.
  case digits
  case nullIfNegative
  /// Structures as objects with these names.
  case objects([String])
  /// A record; an empty one is left out. It is given by type, so that its table is built only if it
  /// is read.
  case record(any Record.Type)
  case records(any Record.Type)
  /// Not at all: the command that prints it adds it.
  case none
}
