import Foundation

/// Random numbers from a seed, printed so that a failure can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Takes the seed from MEMORIZE_TEST_SEED, or a random one.
  package init(for test: String) {
    let given = ProcessInfo.processInfo.environment["MEMORIZE_TEST_SEED"].flatMap(UInt64.init)
    state = given ?? .random(in: 0 ... .max)
    print("\(test): MEMORIZE_TEST_SEED=\(state)")
  }

  /// The next number, by SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
