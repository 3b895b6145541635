internal import DBus
internal import MemoryGame

extension GameResult {
  /// The result as `GameWon` and the history tell it.
  var onBus: [String: Value] {
    [
      "score": .int32(Int32(clamping: score)), "flips": .uint32(UInt32(clamping: flips)),
      "moves": .uint32(UInt32(clamping: moves)), "par": .double(par), "regret": .double(regret),
      "luck": .double(luck), "grade": .string(grade.rawValue), "seconds": .double(seconds),
      "theme": .string(theme), "pairs": .uint32(UInt32(clamping: pairs)), "seed": .uint64(seed),
      "seeded": .boolean(isSeeded), "daily": .string(daily?.text ?? ""),
      "practice": .boolean(isPractice), "winners": Value(winners),
    ]
  }
}
