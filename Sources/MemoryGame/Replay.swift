/// Why a log does not follow from the rules.
package struct ReplayFault: Error, Hashable, Sendable {
  /// The place in the log of the first entry that cannot be, from 0.
  package let entry: Int
  /// What the rules said to it, or nil where its points or its time are not what they must be.
  package let refusal: Refusal?

  /// A sentence that says what is wrong.
  package var message: String {
    guard let refusal else { return "Entry \(entry) of the log has the wrong points or time." }
    return "Entry \(entry) of the log is against the rules: \(refusal.message)"
  }
}

/// Recomputes games from their logs.
package enum Replay {
  /// Plays a log again.
  ///
  /// - Parameters:
  ///   - log: The transitions in their order.
  ///   - game: The game as it began: its deal, scoring, players and start.
  /// - Returns: The game as it was after the last entry.
  /// - Throws: `ReplayFault` at the first entry that does not follow from the rules.
  package static func play(_ log: [LogEntry], on game: Game) throws(ReplayFault) -> Game {
    var replayed = game
    for (place, entry) in log.enumerated() { try step(entry, at: place, in: &replayed) }
    return replayed
  }

  /// Plays the next entry of a log again.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - place: Its place in the log, from 0.
  ///   - game: The game as all entries before it have left it.
  /// - Returns: What the entry changed.
  /// - Throws: `ReplayFault` where the entry does not follow from the rules.
  @discardableResult
  package static func step(
    _ entry: LogEntry, at place: Int, in game: inout Game
  ) throws(ReplayFault) -> Transition {
    let transition: Transition
    do throws(Refusal) {
      transition =
        switch entry.kind {
        case .flip: try game.flip(entry.card, at: entry.at, elapsed: entry.elapsed)
        case .conceal: try game.conceal(at: entry.at)
        }
    } catch {
      throw ReplayFault(entry: place, refusal: error)
    }
    if game.position.log.last != entry { throw ReplayFault(entry: place, refusal: nil) }
    return transition
  }

  /// Tells whether a stored result follows from its log.
  ///
  /// - Parameters:
  ///   - result: The result of a game won or abandoned.
  ///   - log: The transitions in their order.
  ///   - game: The game as it began.
  /// - Returns: True where the log can be played and ends in that result.
  package static func verify(_ result: GameResult, log: [LogEntry], on game: Game) -> Bool {
    guard let replayed = try? play(log, on: game) else { return false }
    return replayed.abandoned().agrees(with: result)
  }
}
