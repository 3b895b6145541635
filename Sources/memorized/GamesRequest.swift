internal import DBus

/// Which games somebody asked for, taken from the options of `Games`.
struct GamesRequest {
  /// The most games that one answer tells.
  private static let largestLimit: UInt32 = 500

  /// How many games are wanted; 0 is an answer without games.
  private(set) var limit: UInt32 = 50
  /// Only games of smaller numbers are wanted; nil for all.
  private(set) var before: UInt64?

  /// Reads the options.
  init(options: [String: Value]) throws(BusError) {
    // The first mistake told is the same whatever the order of the dictionary.
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "limit": limit = try value.option(key)
      case "before": before = try value.option(key)
      default: throw .invalidArguments("Games has no option “\(key.printable)”.")
      }
    }
    guard limit <= Self.largestLimit else {
      throw .invalidArguments(
        "Games tells \(Self.largestLimit) games at most, not \(limit): ask for the rest by before.")
    }
  }
}
