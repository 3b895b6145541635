import ArgumentParser
import DBus
import MemoryGame

/// How many pairs are wanted: a number, a range, all, or as chance will have it.
enum PairsChoice: ExpressibleByArgument {
  /// All that the theme has.
  case all
  /// A number that chance draws, from 2 to all.
  case random
  /// This number.
  case exactly(UInt32)
  /// A number that chance draws from a range.
  case between(ClosedRange<UInt32>)

  /// Reads `8`, `4-9`, `random` or `all`.
  init?(argument: String) {
    switch argument {
    case "all": self = .all
    case "random": self = .random
    default:
      let ends = argument.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = ends.compactMap { $0.utf8.allSatisfy(Self.isDigit) ? UInt32($0) : nil }
      guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
        numbers.count <= 2, first <= last
      else { return nil }
      self = numbers.count == 1 ? .exactly(first) : .between(first...last)
    }
  }

  /// The options of `NewGame` that say so.
  ///
  /// The service clamps what is more than the theme has, so the largest number stands for all.
  var options: [String: Value] {
    switch self {
    case .all: ["pairs": Value(UInt32.max)]
    case .random: Self.range(2, .max)
    case .exactly(let count): ["pairs": Value(count)]
    case .between(let range): Self.range(range.lowerBound, range.upperBound)
    }
  }

  /// The same as the rule of a theme.
  var rule: PairRule {
    switch self {
    case .all: .all
    case .random: .random
    case .exactly(let count): .fixed(Int(count))
    case .between(let range): .range(Int(range.lowerBound)...Int(range.upperBound))
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
