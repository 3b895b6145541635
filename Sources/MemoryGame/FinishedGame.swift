/// A game that was won or given up, as machines share it.
package struct FinishedGame: Equatable, Sendable {
  package let beginning: GameBeginning
  package let log: [LogEntry]
  package let result: GameResult

  /// Nil if the log is too long.
  package init?(beginning: GameBeginning, log: [LogEntry], result: GameResult) {
    if log.count > Replay.maximumLength { return nil }
    (self.beginning, self.log, self.result) = (beginning, log, result)
  }

  package var key: GameKey {
    GameKey(startedAt: beginning.startedAt.epoch, seed: beginning.deal.seed)
  }
}

/// What a game keeps when it is given up, resumed and finished: it gets a new number each time, and
/// other numbers on other machines.
///
/// The seed alone is not enough: a day's game has the same one for everybody.
package struct GameKey: Hashable, Sendable {
  /// In microseconds since 1970-01-01 UTC.
  package let startedAt: UInt64
  package let seed: UInt64

  package init(startedAt: UInt64, seed: UInt64) {
    (self.startedAt, self.seed) = (startedAt, seed)
  }
}

/// Why the fields of a line are not a finished game.
package enum FinishedGameError: Error, Hashable, Sendable {
  /// The field with this name is missing, or does not have such a value.
  case field(String)
  /// The version of the rules is later than this program knows.
  case laterRules(Int)
}
