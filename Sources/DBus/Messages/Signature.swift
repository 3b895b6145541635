// Members of a conformance have the documentation of their protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The types of a message's arguments, as D-Bus writes them: `sa{sv}`.
public struct Signature: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.signature

  public init(unchecked text: String) { rawValue = text }

  /// Whether this is one complete type, as an array's element must be.
  public var isSingleType: Bool {
    let letters = rawValue.utf8
    // Fast path: most are one letter.
    let isBasic = letters.count == 1 && letters.allSatisfy { "ybnqiuxtdsog".utf8.contains($0) }
    return isBasic || LibDBus.isSingleType(rawValue)
  }

  /// The alignment of a value of the first type in a message, in bytes.
  var alignment: Int {
    switch rawValue.unicodeScalars.first ?? "y" {
    case "x", "t", "d", "(", "{": 8
    case "b", "i", "u", "h", "s", "o", "a": 4
    case "n", "q": 2
    default: 1
    }
  }

  /// The complete types one by one: `sa{sv}` gives `s` and `a{sv}`.
  public var types: [Signature] {
    var result: [Signature] = []
    var current = ""
    var depth = 0
    for character in rawValue {
      current.append(character)
      switch character {
      case "(", "{": depth += 1
      case ")", "}": depth -= 1
      default: break
      }
      if depth == 0, character != "a" {
        result.append(Signature(unchecked: current))
        current = ""
      }
    }
    return result
  }
}
