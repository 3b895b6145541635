/// The bytes with a meaning in our files; no other character's UTF-8 contains them.
package enum ASCII {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")
  package static let quote = UInt8(ascii: "\"")
  package static let hash = UInt8(ascii: "#")
  package static let ampersand = UInt8(ascii: "&")
  package static let comma = UInt8(ascii: ",")
  package static let slash = UInt8(ascii: "/")
  package static let colon = UInt8(ascii: ":")
  package static let semicolon = UInt8(ascii: ";")
  package static let less = UInt8(ascii: "<")
  package static let equals = UInt8(ascii: "=")
  package static let greater = UInt8(ascii: ">")
  package static let bracketOpen = UInt8(ascii: "[")
  package static let backslash = UInt8(ascii: "\\")
  package static let bracketClose = UInt8(ascii: "]")
  package static let pipe = UInt8(ascii: "|")

  package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  package static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}
