/// A whole number of any size, to which digits of different bases are added and removed.
struct WholeNumber: Equatable {
  /// The lowest first, without zeros at the end.
  private var words: [UInt32] = []

  var isZero: Bool { words.isEmpty }

  /// Multiplies by a base, and adds a digit below it.
  mutating func put(_ digit: Int, base: Int) {
    var carry = UInt64(digit)
    for index in words.indices {
      carry += UInt64(words[index]) * UInt64(base)
      words[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  /// Divides by a base, and returns the remainder: the digit added last.
  mutating func popDigit(base: Int) -> Int {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      remainder = remainder << 32 | UInt64(words[index])
      words[index] = UInt32(remainder / UInt64(base))
      remainder %= UInt64(base)
    }
    while words.last == 0 { words.removeLast() }
    return Int(remainder)
  }
}
