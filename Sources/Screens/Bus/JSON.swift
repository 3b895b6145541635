import PlainText

/// A JSON value; objects keep the order of their fields.
package enum JSON: ExpressibleByDictionaryLiteral {
  package typealias Key = String
  package typealias Value = JSON

  case null
  case boolean(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// For whole numbers.
  ///
  /// Seeds are strings instead: readers lose digits above 2⁵³.
  package static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

  /// JSON has no infinity and no NaN.
  package static func real(_ value: Double) -> JSON { value.isFinite ? .number("\(value)") : .null }

  package init(dictionaryLiteral fields: (String, JSON)...) {
    self = .object(fields)
  }

  /// Adds a field to an object; other values do not change.
  package func with(_ name: String, _ value: JSON?) -> JSON {
    guard case .object(let fields) = self, let value else { return self }
    return .object(fields + [(name, value)])
  }

  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { Self.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
    }
  }

  /// Escapes what JSON demands, and what a terminal would act on.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isHarmful:
        // All of these are below U+10000, so each is one unit of UTF-16.
        result += "\\u" + scalar.value.zeroPadded(to: 4, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
