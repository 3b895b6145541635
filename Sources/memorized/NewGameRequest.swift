internal import DBus
internal import MemorizeBus
internal import MemoryGame

struct NewGameRequest {
  let theme: String?
  /// Nil if the theme's own rule counts.
  let pairs: PairRule?
  let seed: UInt64?
  /// Nil if it is not given: then the setting counts.
  let scoring: Scoring?
  let players: [String]
  let isDaily: Bool

  init(options given: [String: Value]) throws(BusError) {
    var options = CallOptions(given)
    theme = try options.take("theme")
    seed = try options.take("seed")
    let scoring: String? = try options.take("scoring")
    self.scoring = if let scoring { try Scoring(onBus: scoring) } else { nil }
    players = try options.take("players") ?? []
    isDaily = try options.take("daily") ?? false
    let count: UInt32? = try options.take("pairs")
    let minimum: UInt32? = try options.take("min-pairs")
    let maximum: UInt32? = try options.take("max-pairs")
    try options.end("NewGame has no option")
    switch (minimum, maximum) {
    case (nil, nil): pairs = count.map { .fixed(Int($0)) }
    case (let minimum?, let maximum?):
      guard count == nil else {
        throw .invalidArguments("Give either pairs, or min-pairs and max-pairs.")
      }
      guard minimum <= maximum else {
        throw .invalidArguments(
          ThemeFault.minimumAboveMaximum(Int(minimum), Int(maximum)).message)
      }
      pairs = .range(Int(minimum)...Int(maximum))
    default: throw .invalidArguments("min-pairs and max-pairs go together; one of them is missing.")
    }
    let excluded = ["theme", "pairs", "min-pairs", "max-pairs", "seed", "players"]
    if isDaily, let other = excluded.first(where: { given[$0] != nil }) {
      throw .invalidArguments("The daily deal is the same for everybody: it takes no \(other).")
    }
  }
}

/// The options of a call, which are taken one by one.
struct CallOptions {
  private var left: [String: Value]

  init(_ given: [String: Value]) {
    left = given
  }

  /// Returns nil if the option is not given; throws `InvalidArgs` if it is of another type.
  mutating func take<T: BusType>(_ key: String) throws(BusError) -> T? {
    guard let value = left.removeValue(forKey: key) else { return nil }
    guard value.signature == T.signature, let typed = T(exactly: value) else {
      throw .invalidArguments(
        "The option \(key) is of type “\(T.signature)”, not “\(value.signature)”.")
    }
    return typed
  }

  /// Throws `InvalidArgs` if an option is left: none of that name is known.
  func end(_ sentence: String) throws(BusError) {
    // The least, so that the error does not depend on the dictionary's order.
    guard let key = left.keys.min() else { return }
    throw .invalidArguments("\(sentence) “\(key.printable)”.")
  }
}
