internal import DBus
internal import MemorizeBus
internal import MemoryGame

struct NewGameRequest {
  private(set) var theme: String?
  private(set) var pairs = PairsRequest.themeRule
  private(set) var seed: UInt64?
  /// Nil if it is not given: then the setting counts.
  private(set) var scoring: Scoring?
  private(set) var players: [String] = []
  private(set) var isDaily = false

  init(options: [String: Value]) throws(BusError) {
    var minimum: Int?
    var maximum: Int?
    // Sorted, so that the error does not depend on the dictionary's order.
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "theme": theme = try value.option(key)
      case "pairs": pairs = .exactly(Int(try value.option(key) as UInt32))
      case "min-pairs": minimum = Int(try value.option(key) as UInt32)
      case "max-pairs": maximum = Int(try value.option(key) as UInt32)
      case "seed": seed = try value.option(key)
      case "scoring": scoring = try Scoring(onBus: try value.option(key))
      case "players": players = try value.option(key)
      case "daily": isDaily = try value.option(key)
      default: throw .invalidArguments("NewGame has no option “\(key.printable)”.")
      }
    }
    switch (minimum, maximum) {
    case (nil, nil): break
    case (let minimum?, let maximum?):
      guard options["pairs"] == nil else {
        throw .invalidArguments("Give either pairs, or min-pairs and max-pairs.")
      }
      pairs = .between(minimum, maximum)
    default: throw .invalidArguments("min-pairs and max-pairs go together; one of them is missing.")
    }
    let excluded = ["theme", "pairs", "min-pairs", "max-pairs", "seed", "players"]
    if isDaily, let other = excluded.first(where: { options[$0] != nil }) {
      throw .invalidArguments("The daily deal is the same for everybody: it takes no \(other).")
    }
  }
}

extension Value {
  func option<T: BusType>(_ key: String) throws(BusError) -> T {
    guard signature == T.signature, let typed = T(exactly: self) else {
      throw .invalidArguments("The option \(key) is of type “\(T.signature)”, not “\(signature)”.")
    }
    return typed
  }
}
