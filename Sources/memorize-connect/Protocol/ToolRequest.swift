internal import FoundationEssentials
internal import PlainText

/// A request of a tool: what to do, with what.
struct ToolRequest: Decodable {
  /// The deepest nesting of lists and objects.
  private static let maximumDepth = 64

  /// Nil for one that is not supported.
  let action: ToolAction?
  let version: Int
  let key: String?
  let parameters: Parameters

  private enum Key: String, CodingKey {
    case action, version, key, params
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    action = ToolAction(rawValue: try fields.decode(String.self, forKey: .action))
    let number = try fields.decodeIfPresent(Double.self, forKey: .version)
    version = number.flatMap { Int(exactly: $0.rounded()) } ?? Envelope.oldest
    key = try fields.decodeIfPresent(String.self, forKey: .key)
    let isGiven = fields.contains(.params) ? try !fields.decodeNil(forKey: .params) : false
    parameters =
      isGiven ? Parameters(from: try fields.superDecoder(forKey: .params)) : try .none()
  }

  static func read(_ body: [UInt8]) throws(Refusal) -> ToolRequest {
    guard depth(of: body) <= maximumDepth else {
      throw Refusal("The request is nested more than \(maximumDepth) deep.")
    }
    guard String(validating: body, as: UTF8.self) != nil else {
      throw Refusal("The request is not valid UTF-8.")
    }
    do {
      return try JSONDecoder().decode(ToolRequest.self, from: Data(body))
    } catch {
      throw Refusal(decoding: error)
    }
  }

  /// How deep lists and objects are nested, which the decoder would follow.
  private static func depth(of body: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in body {
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }
}

/// The parameters of an action, which it reads as what it takes.
struct Parameters: Decodable {
  private let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }

  /// Without any.
  static func none() throws -> Parameters {
    try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
  }

  func read<Value: Decodable>(_ type: Value.Type = Value.self) throws(Refusal) -> Value {
    do { return try Value(from: decoder) } catch { throw Refusal(decoding: error) }
  }
}

/// A part of a list whose other parts are read even if this one does not fit.
struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, Refusal>

  init(from decoder: any Decoder) {
    do { result = .success(try Value(from: decoder)) } catch {
      result = .failure(Refusal(decoding: error))
    }
  }
}

extension Refusal {
  /// Explains what does not fit.
  fileprivate init(decoding error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init("“\(Self.path(context.codingPath + [key]))” is missing.")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      let path = Self.path(context.codingPath)
      self.init(
        path.isEmpty
          ? "The request must be an object with an action."
          : "“\(path)” is not what the action takes.")
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      self.init("“\(Self.path(context.codingPath))” is not what the action takes.")
    default: self = error as? Refusal ?? Refusal("The request is not valid JSON.")
    }
  }

  /// As `params.notes[2].fields`.
  private static func path(_ keys: [any CodingKey]) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return path.printable
  }
}
