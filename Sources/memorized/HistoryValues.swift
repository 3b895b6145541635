internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Store

extension GameRecord {
  /// The game as `Games` tells it: nothing of what it came to where it is on.
  func onBus(isOn: Bool) -> [String: Value] {
    let state = isOn ? .playing : state
    var values = state == .playing ? [:] : result?.onBus ?? [:]
    values["id"] = .uint64(id)
    values["theme"] = .string(theme)
    values["pairs"] = .uint32(UInt32(clamping: pairs))
    values["state"] = .string(state.rawValue)
    values["started-at"] = .uint64(startedAt)
    return values
  }
}

extension GameBeginning {
  /// What a log is replayed on; all cards follow from it.
  var onBus: [String: Value] {
    let theme = deal.theme
    let pairs = theme.pairs.map {
      ThemePair($0.first.text, $0.second?.text ?? "", $0.pronunciation ?? "")
    }
    return [
      "theme": .string(theme.name), "icon": .string(theme.icon), "colors": Value(theme.colors),
      "theme-pairs": Value(pairs), "wanted": .uint32(UInt32(clamping: deal.wanted)),
      "seed": .uint64(deal.seed), "rules-version": .uint32(UInt32(clamping: deal.rulesVersion)),
      "scoring": .string(scoring.rawValue), "players": Value(players),
      "seeded": .boolean(isSeeded), "daily": .string(daily?.text ?? ""),
      "practice": .boolean(isPractice), "started-at": .uint64(startedAt.epoch),
    ]
  }
}

extension Statistics {
  /// What `Statistics` tells.
  var onBus: [String: Value] {
    let best: [[String: Value]] = best.map {
      [
        "theme": .string($0.theme), "pairs": .uint32(UInt32(clamping: $0.pairs)),
        "scoring": .string($0.scoring.rawValue), "score": .int32(Int32(clamping: $0.score)),
        "regret": .double($0.regret), "seconds": .double($0.seconds),
      ]
    }
    return [
      "games": .uint32(UInt32(clamping: games)), "won": .uint32(UInt32(clamping: won)),
      "best": Value(best), "mean-regret": .double(meanRegret),
      "daily-streak": .uint32(UInt32(clamping: streak.current)),
      "longest-daily-streak": .uint32(UInt32(clamping: streak.longest)),
    ]
  }
}
