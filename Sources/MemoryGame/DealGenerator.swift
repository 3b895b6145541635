/// The generator of deals, xoshiro256**: the same numbers from a seed on every machine.
package struct DealGenerator: RandomNumberGenerator, Sendable {
  private var s0, s1, s2, s3: UInt64

  package init(seed: UInt64) {
    var mixer = SplitMix64(seed: seed)
    s0 = mixer.next()
    s1 = mixer.next()
    s2 = mixer.next()
    s3 = mixer.next()
  }

  package mutating func next() -> UInt64 {
    let result = rotateLeft(s1 &* 5, by: 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotateLeft(s3, by: 45)
    return result
  }

  /// Draws a number below a bound, each with the same chance.
  ///
  /// The standard library's method is not used: it may change, and every deal with it.
  package mutating func below(_ bound: Int) -> Int {
    let divisor = UInt64(bound)
    let surplus = (0 &- divisor) % divisor  // 2⁶⁴ mod bound
    var drawn = next()
    while drawn > UInt64.max - surplus { drawn = next() }
    return Int(drawn % divisor)
  }
}

private func rotateLeft(_ bits: UInt64, by count: UInt64) -> UInt64 {
  (bits << count) | (bits >> (64 - count))
}

/// The SplitMix64 generator: spreads a seed over all 64 bits.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
