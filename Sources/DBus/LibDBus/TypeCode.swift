/// What the letters of D-Bus' types say of how values lie in a message.
///
/// libdbus names a structure `r` and an entry of a dictionary `e`, where a signature has brackets.
enum TypeCode {
  static let dictionaryEntry = UInt8(ascii: "e")

  /// The bytes that a value of a fixed size takes.
  static func width(_ code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "y"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"): 8
    default: 4
    }
  }

  /// At multiples of how many bytes a value lies.
  static func alignment(_ code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "v"), UInt8(ascii: "g"): 1
    case UInt8(ascii: "r"), UInt8(ascii: "("), UInt8(ascii: "e"), UInt8(ascii: "{"): 8
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "a"): 4
    default: width(code)
    }
  }
}
