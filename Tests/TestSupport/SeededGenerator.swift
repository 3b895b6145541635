import Foundation
internal import MemoryGame

/// Random numbers from a seed, printed so that a failure can be reproduced.
package struct SeededGenerator: RandomNumberGenerator {
  private var mixer: SplitMix64

  /// Takes the seed from MEMORIZE_TEST_SEED, or a random one.
  package init(for test: String) {
    let given = ProcessInfo.processInfo.environment["MEMORIZE_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? .random(in: 0 ... .max)
    mixer = SplitMix64(seed: seed)
    print("\(test): MEMORIZE_TEST_SEED=\(seed)")
  }

  /// The same numbers in each run, for a sample of which something is only likely.
  package init(fixed seed: UInt64) {
    mixer = SplitMix64(seed: seed)
  }

  package mutating func next() -> UInt64 { mixer.next() }
}

/// How often a test repeats something: a few times, or in full with MEMORIZE_ALL_ROUNDS, which
/// `make test-all` sets.
package func rounds(_ few: Int, ofAll all: Int) -> Int {
  ProcessInfo.processInfo.environment["MEMORIZE_ALL_ROUNDS"] == nil ? few : all
}
