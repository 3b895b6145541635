/// An object of JSON, read field by field.
struct JSONFields {
  /// A field is missing, or is not what it has to be.
  struct Fault: Error, Equatable {
    /// The way to it: `log.transitions[3].card`.
    let path: String
    /// What it has to be.
    let wanted: String

    /// A sentence that says so.
    var message: String { "“\(path)” is missing, or is not \(wanted)." }
  }

  private let fields: [String: JSON]
  private let path: String

  /// Takes an object.
  ///
  /// - Parameters:
  ///   - json: the object.
  ///   - path: the way to it; empty for the outermost.
  /// - Throws: `Fault` where it is none.
  init(_ json: JSON, at path: String) throws(Fault) {
    guard case .object(let fields) = json else {
      throw Fault(path: path.isEmpty ? "log" : path, wanted: "in an object")
    }
    self.fields = Dictionary(fields) { first, _ in first }
    self.path = path
  }

  /// The fault of a field.
  func fault(_ name: String, _ wanted: String) -> Fault {
    Fault(path: path.isEmpty ? name : path + "." + name, wanted: wanted)
  }

  /// A text.
  func text(_ name: String) throws(Fault) -> String {
    guard case .string(let text) = fields[name] else { throw fault(name, "a text") }
    return text
  }

  /// A text that is one of some.
  func text(_ name: String, among texts: [String]) throws(Fault) -> String {
    guard case .string(let text) = fields[name], texts.contains(text) else {
      throw fault(name, texts.map { "“\($0)”" }.joined(separator: " or "))
    }
    return text
  }

  /// Texts.
  func texts(_ name: String) throws(Fault) -> [String] {
    guard case .array(let values) = fields[name] else { throw fault(name, "an array of texts") }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { throw fault(name, "an array of texts") }
      texts.append(text)
    }
    return texts
  }

  /// A truth value.
  func truth(_ name: String) throws(Fault) -> Bool {
    guard case .boolean(let truth) = fields[name] else { throw fault(name, "true or false") }
    return truth
  }

  /// A whole number that fits its type.
  func integer<T: FixedWidthInteger>(_ name: String) throws(Fault) -> T {
    guard case .number(let digits) = fields[name], let number = T(digits) else {
      throw fault(name, "a whole number from \(T.min) to \(T.max)")
    }
    return number
  }

  /// A whole number that is a text of digits.
  func digits(_ name: String) throws(Fault) -> UInt64 {
    guard case .string(let digits) = fields[name],
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(digits)
    else { throw fault(name, "a text of the digits of a number from 0 to \(UInt64.max)") }
    return number
  }

  /// A number.
  func real(_ name: String) throws(Fault) -> Double {
    guard case .number(let digits) = fields[name], let number = Double(digits), number.isFinite
    else { throw fault(name, "a number") }
    return number
  }

  /// An object.
  func object(_ name: String) throws(Fault) -> JSONFields {
    guard let value = fields[name], case .object = value else { throw fault(name, "an object") }
    return try JSONFields(value, at: fault(name, "").path)
  }

  /// What is made of each object of an array.
  func objects<T>(
    _ name: String, _ make: (JSONFields) throws(Fault) -> T
  ) throws(Fault) -> [T] {
    guard case .array(let values) = fields[name] else { throw fault(name, "an array of objects") }
    var result: [T] = []
    for (index, value) in values.enumerated() {
      let fields = try JSONFields(value, at: fault("\(name)[\(index)]", "").path)
      result.append(try make(fields))
    }
    return result
  }
}
