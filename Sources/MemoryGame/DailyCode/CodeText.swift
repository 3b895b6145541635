/// A number as text that people can copy: base 32 without letters that look alike, behind a mark and
/// before a check sum.
enum CodeText {
  /// Crockford's: without I, L, O and U.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let checkLength = 6
  /// With more characters the check sum would no longer find every four wrong ones.
  static let maximumLength = 60
  private static let markLength = 2
  /// The mark, one digit and the check sum.
  private static let minimumLength = markLength + 1 + checkLength

  /// Nil if it would be too long.
  static func text(_ number: WholeNumber, version: Int) -> String? {
    var (rest, digits) = (number, [Int]())
    repeat { digits.append(rest.popDigit(base: 32)) } while !rest.isZero
    return text(digits.reversed(), version: version)
  }

  static func text(_ digits: [Int], version: Int) -> String? {
    var values = mark(version) + digits
    values += check(values)
    return values.count > maximumLength ? nil : String(values.map { alphabet[$0] })
  }

  /// Without regard to case, spaces and hyphens.
  static func number(_ text: String, version: Int) throws(DailyCodeError) -> WholeNumber {
    let characters = text.filter { !$0.isWhitespace && $0 != "-" }.prefix(4 * maximumLength)
    let values = try values(Array(characters), mark(version))
    guard values.count >= 2, values[0] == mark(version)[0] else { throw .noCode }
    guard values[1] == version else { throw .version(values[1]) }
    guard (minimumLength...maximumLength).contains(values.count) else {
      throw .length(values.count)
    }
    guard remainder(of: values) == finalRemainder else { throw .checkSum }
    // One game, one code.
    guard values[2] != 0 || values.count == minimumLength else { throw .zeros }
    var number = WholeNumber()
    for value in values.dropFirst(markLength).dropLast(checkLength) { number.put(value, base: 32) }
    return number
  }

  /// Throws for a character that no code has, or in whose place another one makes the check sum
  /// match.
  private static func values(
    _ characters: [Character], _ mark: [Int]
  ) throws(DailyCodeError) -> [Int] {
    let read = characters.map(value)
    let (values, foreign) = (read.map { $0 ?? 0 }, read.firstIndex(of: nil))
    let isWhole = (minimumLength...maximumLength).contains(values.count)
    if isWhole, values.starts(with: mark), let wrong = foreign ?? wrongPlace(in: values) {
      throw .mistyped(characters[wrong], place: wrong + 1)
    }
    guard foreign == nil else { throw .noCode }
    return values
  }

  /// Nil if the check sum matches, or more than one character is wrong: two codes differ in at least
  /// five places.
  private static func wrongPlace(in values: [Int]) -> Int? {
    guard remainder(of: values) != finalRemainder else { return nil }
    return values.indices.dropFirst(markLength).first { place in
      alphabet.indices.contains { value in
        var right = values
        right[place] = value
        return remainder(of: right) == finalRemainder
      }
    }
  }

  private static func mark(_ version: Int) -> [Int] {
    [alphabet.firstIndex(of: "M") ?? 0, version]
  }

  private static func value(of character: Character) -> Int? {
    switch character.uppercased() {
    case "I", "L": 1
    case "O": 0
    case let upper: alphabet.firstIndex { String($0) == upper }
    }
  }

  private static func check(_ values: [Int]) -> [Int] {
    let remainder = remainder(of: values + Array(repeating: 0, count: checkLength)) ^ finalRemainder
    return (0..<checkLength).map { Int(remainder >> (5 * UInt32(checkLength - 1 - $0)) & 31) }
  }

  /// The check sum of Bech32m (BIP 350): it finds any four wrong characters.
  private static func remainder(of values: [Int]) -> UInt32 {
    var remainder: UInt32 = 1
    for value in values {
      let top = remainder >> 25
      remainder = (remainder & 0x1FF_FFFF) << 5 ^ UInt32(value)
      for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 {
        remainder ^= term
      }
    }
    return remainder
  }

  private static let generator: [UInt32] = [
    0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
  ]
  private static let finalRemainder: UInt32 = 0x2BC8_30A3
}
