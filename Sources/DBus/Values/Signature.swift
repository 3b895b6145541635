/// The types of a message's arguments, as D-Bus writes them: `sa{sv}`.
public struct Signature: ValidatedName {
  /// The signature as text.
  public let rawValue: String
  /// “signature”.
  public static let kind = "signature"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for a signature of any number of types.
  public static func isValid(_ text: String) -> Bool { Validation.isSignature(text) }

  /// Whether this is one complete type, as an array's element must be.
  public var isSingleType: Bool {
    isBasicType || Validation.isSingleType(rawValue)
  }

  /// Whether this is one type that is no container; most are, and need no closer look.
  private var isBasicType: Bool {
    let letters = rawValue.utf8
    return letters.count == 1 && letters.allSatisfy { "ybnqiuxtdsog".utf8.contains($0) }
  }

  /// At multiples of how many bytes a value of the first type lies in a message.
  var alignment: Int { rawValue.utf8.first.map(TypeCode.alignment) ?? 1 }

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

  static func + (left: Signature, right: Signature) -> Signature {
    Signature(unchecked: left.rawValue + right.rawValue)
  }
}
