internal import PlainText

/// Why a log does not follow from the rules.
package struct ReplayError: Error, Hashable, Sendable {
  /// The index in the log of the first impossible entry.
  package let entry: Int
  /// Why the rules refuse it; nil if only its points or its time are wrong.
  package let refusal: GameError?

  package var message: String {
    guard let refusal else {
      return english("Entry \(entry) of the log has the wrong points or time.")
    }
    return english("Entry \(entry) of the log breaks the rules: \(refusal.message)")
  }
}

package enum Replay {
  /// The longest log that is sent, shared or replayed, so that nobody waits for long.
  package static let maximumLength = 100_000

  package static func play(_ log: [LogEntry], on game: Game) throws(ReplayError) -> Game {
    var replayed = game
    for (index, entry) in log.enumerated() { try step(entry, at: index, in: &replayed) }
    return replayed
  }

  @discardableResult
  package static func step(
    _ entry: LogEntry, at index: Int, in game: inout Game
  ) throws(ReplayError) -> Transition {
    let transition: Transition
    do throws(GameError) {
      transition =
        switch entry.kind {
        case .flip: try game.flip(entry.card, at: entry.at, elapsed: entry.elapsed)
        case .conceal: try game.conceal(at: entry.at)
        }
    } catch {
      throw ReplayError(entry: index, refusal: error)
    }
    if game.position.log.last != entry { throw ReplayError(entry: index, refusal: nil) }
    return transition
  }

  package static func verify(_ result: GameResult, log: [LogEntry], on game: Game) -> Bool {
    guard let replayed = try? play(log, on: game) else { return false }
    return replayed.finalResult().agrees(with: result)
  }
}
