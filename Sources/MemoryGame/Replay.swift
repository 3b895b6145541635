/// Why a log does not follow from the rules.
package struct ReplayFault: Error, Hashable, Sendable {
  /// The index in the log of the first impossible entry.
  package let entry: Int
  /// Why the rules refuse it; nil if only its points or its time are wrong.
  package let refusal: Refusal?

  package var message: String {
    guard let refusal else { return "Entry \(entry) of the log has the wrong points or time." }
    return "Entry \(entry) of the log breaks the rules: \(refusal.message)"
  }
}

package enum Replay {
  package static func play(_ log: [LogEntry], on game: Game) throws(ReplayFault) -> Game {
    var replayed = game
    for (place, entry) in log.enumerated() { try step(entry, at: place, in: &replayed) }
    return replayed
  }

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

  package static func verify(_ result: GameResult, log: [LogEntry], on game: Game) -> Bool {
    guard let replayed = try? play(log, on: game) else { return false }
    return replayed.abandoned().agrees(with: result)
  }
}
