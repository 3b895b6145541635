/// Damage done to a file that was good.
package struct Mutation {
  /// Inserted bytes: invalid UTF-8, marks, controls, direction and joining characters.
  private static let insertions: [[UInt8]] =
    [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE3, 0x81], [0xF5, 0x80, 0x80, 0x80], [0x80]]
    + [
      "\t", "\t\t", "\0", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\\",
      ";", " = ", "=", "[", "]", "#", "\u{FEFF}", "\u{200D}", "\u{301}", "\u{FE0F}", "👨‍👩‍👧‍👦", "🇩",
      "שלום", "&", "<", "-", ",", "\r",
    ].map { Array($0.utf8) }

  /// Insertions that also move the borders of lines.
  private static let breaks: [[UInt8]] = ["\n", "\r\n", "\n\n", "\"", "\n#"].map { Array($0.utf8) }

  /// Damages bytes once; without breaks a line stays one line.
  package static func damage(
    _ bytes: inout [UInt8], breaks: Bool, using generator: inout some RandomNumberGenerator
  ) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      let flipped = bytes[place] ^ (1 << UInt8.random(in: 0..<8, using: &generator))
      if breaks || !isBreak(flipped) { bytes[place] = flipped }
    case 1: bytes.remove(at: place)
    case 2: bytes.removeSubrange(place...)
    case 3:
      let end = Int.random(in: place..<bytes.count, using: &generator)
      bytes.insert(contentsOf: bytes[place...end], at: place)
    case 4 where Int.random(in: 0..<40, using: &generator) == 0:
      let fill = insertions.randomElement(using: &generator) ?? []
      bytes.insert(contentsOf: Array(repeatElement(fill, count: 9000).joined()), at: place)
    default:
      let all = breaks ? insertions + Self.breaks : insertions
      bytes.insert(contentsOf: all.randomElement(using: &generator) ?? [], at: place)
    }
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"")
  }
}

/// The numbers of the lines with content, found independently of the readers.
package func linesWithContent(of bytes: [UInt8]) -> Set<Int> {
  var bytes = bytes
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  var numbers = Set<Int>()
  for (place, line) in lines.enumerated() {
    let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    let isBlank = content.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if !isBlank && content.first != UInt8(ascii: "#") { numbers.insert(place + 1) }
  }
  return numbers
}
