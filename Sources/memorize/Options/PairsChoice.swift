import ArgumentParser
import DBus

/// How many pairs are wanted: a number, a range, all, or as chance will have it.
struct PairsChoice: ExpressibleByArgument {
  /// The options of `NewGame` that say so.
  let options: [String: Value]

  /// Reads `8`, `4-9`, `random` or `all`.
  ///
  /// The service clamps what is more than the theme has, so the largest number stands for all.
  init?(argument: String) {
    switch argument {
    case "all": options = ["pairs": Value(UInt32.max)]
    case "random": options = Self.range(2, .max)
    default:
      let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = ends.compactMap { $0.utf8.allSatisfy(Self.isDigit) ? UInt32($0) : nil }
      guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
        numbers.count <= 2, first <= last
      else { return nil }
      options = numbers.count == 1 ? ["pairs": Value(first)] : Self.range(first, last)
    }
  }

  /// Whether this is one of 0…9; a sign is none.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func range(_ first: UInt32, _ last: UInt32) -> [String: Value] {
    ["min-pairs": Value(first), "max-pairs": Value(last)]
  }
}
