/// The types of a message's arguments, as D-Bus writes them: `sa{sv}`.
public struct Signature: ValidatedName {
  /// The signature as text.
  public let rawValue: String
  /// A signature.
  public static let kind = NameKind.signature

  /// Makes it of a checked text.
  public init(unchecked text: String) { rawValue = text }

  /// Whether this is one complete type, as an array's element must be.
  public var isSingleType: Bool {
    let letters = rawValue.utf8
    // Fast path: most are one letter.
    let isBasic = letters.count == 1 && letters.allSatisfy { "ybnqiuxtdsog".utf8.contains($0) }
    return isBasic || LibDBus.isSingleType(rawValue)
  }

  /// The alignment of a value of the first type in a message, in bytes.
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

/// The layout of values in a message, by the type's letter.
///
/// libdbus calls a structure `r` and a dictionary entry `e`; a signature has brackets instead.
enum TypeCode {
  /// The bytes that a value of a fixed size takes.
  static func width(_ code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "y"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
    default: 4
    }
  }

  /// In bytes.
  static func alignment(_ code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "v"), UInt8(ascii: "g"): 1
    case UInt8(ascii: "r"), UInt8(ascii: "("), UInt8(ascii: "e"), UInt8(ascii: "{"): 8
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "a"): 4
    default: width(code)
    }
  }
}
