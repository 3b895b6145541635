internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText

struct NewGameRequest {
  let options: NewGameOptions
  /// Nil if the theme's own rule applies.
  let pairs: PairRule?

  init(options given: [String: Value]) throws(BusError) {
    options = try NewGameOptions(given)
    switch (options.minPairs, options.maxPairs) {
    case (nil, nil): pairs = options.pairs.map { .fixed(Int($0)) }
    case (let minimum?, let maximum?):
      guard options.pairs == nil else {
        throw .invalidArguments(english("Give either pairs, or min-pairs and max-pairs."))
      }
      guard minimum <= maximum else {
        throw .invalidArguments(
          ThemeError.minimumAboveMaximum(Int(minimum), Int(maximum)).message)
      }
      pairs = .range(Int(minimum)...Int(maximum))
    default:
      throw .invalidArguments(english("Give both min-pairs and max-pairs; one of them is missing."))
    }
    guard options.isDaily == true else { return }
    var others = options
    (others.isDaily, others.scoring) = (nil, nil)
    if let other = others.keys.first {
      throw .invalidArguments(
        english("A daily game is the same for everybody: leave out \(other)."))
    }
  }
}
