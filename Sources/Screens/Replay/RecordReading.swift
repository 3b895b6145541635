import DBus
import MemorizeBus
import PlainText

extension RecordedGame: Decodable {
  package init(from decoder: any Decoder) throws {
    let log = try JSONObject(decoder).object("log")
    do {
      try self.init(log.values(of: Self.descriptions))
    } catch is BusError {
      let most = Int(LoggedTransition.maximumSeconds)
      throw log.fault(
        "transitions", english("an array of flips and conceals with seconds from 0 to \(most)"))
    }
    guard Self.states.contains(state.text) else {
      throw log.fault("state", english("“won” or “abandoned”"))
    }
  }
}

/// A JSON object whose members are read by a record's table of fields.
struct JSONObject {
  /// A member that is missing or has the wrong form.
  struct Fault: Error {
    /// Such as `log.transitions[3].card`.
    let path: String
    let wanted: String

    var message: String { english("“\(path)” is missing, or is not \(wanted).") }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: KeyedDecodingContainer<Name>
  private let path: String

  init(_ decoder: any Decoder) throws(Fault) {
    guard let members = try? decoder.container(keyedBy: Name.self) else {
      throw Fault(path: "log", wanted: english("in an object"))
    }
    (self.members, path) = (members, "")
  }

  private init(_ members: KeyedDecodingContainer<Name>, at path: String) {
    (self.members, self.path) = (members, path)
  }

  func fault(_ name: String, _ wanted: String) -> Fault {
    Fault(path: place(of: name), wanted: wanted)
  }

  private func place(of name: String) -> String { path.isEmpty ? name : path + "." + name }

  func object(_ name: String) throws(Fault) -> JSONObject {
    JSONObject(
      try read(name, english("an object")) {
        try members.nestedContainer(keyedBy: Name.self, forKey: $0)
      }, at: place(of: name))
  }

  func values(of fields: [FieldDescription]) throws(Fault) -> [String: Value] {
    var values: [String: Value] = [:]
    for field in fields {
      var path = field.jsonKey.split(separator: ".").map(String.init)
      let name = path.removeLast()
      var object = self
      for part in path { object = try object.object(part) }
      // The file may be of an older version.
      if field.isOptional, !object.members.contains(Name(stringValue: name)) { continue }
      values[field.key] = try object.value(name, field)
    }
    return values
  }

  private func value(_ name: String, _ field: FieldDescription) throws(Fault) -> Value {
    switch field.form {
    case .digits: .uint64(try digits(name))
    case .objects(let names): try structures(name, names, field.type)
    case .record(let type): Value(try object(name).values(of: type.descriptions))
    default: try value(name, field.type)
    }
  }

  private func value(_ name: String, _ type: Signature) throws(Fault) -> Value {
    switch type {
    case Bool.signature: .boolean(try decode(name, english("true or false")))
    case Int32.signature: .int32(try integer(name))
    case UInt32.signature: .uint32(try integer(name))
    case UInt64.signature: .uint64(try integer(name))
    case Double.signature: .double(try decode(name, english("a number")))
    case [String].signature: Value(try decode(name, english("an array of strings")) as [String])
    default: .string(try decode(name, english("a string")))
    }
  }

  private func digits(_ name: String) throws(Fault) -> UInt64 {
    let largest = UInt64.max
    let wanted = english("a string with a whole number from 0 to \(largest)")
    let digits: String = try decode(name, wanted)
    guard let number = UInt64(digits: digits) else { throw fault(name, wanted) }
    return number
  }

  /// Reads an array of objects as structures whose fields have these names.
  private func structures(
    _ name: String, _ names: [String], _ type: Signature
  ) throws(Fault) -> Value {
    var list = try read(name, english("an array of objects")) {
      try members.nestedUnkeyedContainer(forKey: $0)
    }
    let element = Signature(unchecked: String(type.rawValue.dropFirst()))
    let types = Signature(unchecked: String(element.rawValue.dropFirst().dropLast())).types
    var structures: [Value] = []
    while !list.isAtEnd {
      let path = "\(place(of: name))[\(structures.count)]"
      guard let members = try? list.nestedContainer(keyedBy: Name.self) else {
        throw Fault(path: path, wanted: english("an object"))
      }
      let object = JSONObject(members, at: path)
      var fields: [Value] = []
      for (name, type) in zip(names, types) { fields.append(try object.value(name, type)) }
      structures.append(.structure(fields))
    }
    return .array(element, structures)
  }

  private func integer<T: FixedWidthInteger & Decodable>(_ name: String) throws(Fault) -> T {
    let (least, most) = (T.min, T.max)
    return try decode(name, english("a whole number from \(least) to \(most)"))
  }

  private func decode<T: Decodable>(_ name: String, _ wanted: String) throws(Fault) -> T {
    try read(name, wanted) { try members.decode(T.self, forKey: $0) }
  }

  private func read<T>(
    _ name: String, _ wanted: String, _ read: (Name) throws -> T
  ) throws(Fault) -> T {
    try Result { try read(Name(stringValue: name)) }.mapError { _ in fault(name, wanted) }.get()
  }
}
