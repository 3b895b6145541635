internal import DBus
internal import MemorizeBus
internal import MemoryGame

extension GameState {
  fileprivate var progress: Int32? {
    matchedPairs.percent(of: pairs)
  }
}

extension Bubble {
  private static let gameActions: [Action] = [.newGame, .play]

  /// `Match: 👻`, or `Match: 犬 = dog` if each card shows a side of its own.
  static func match(_ faces: (first: String, second: String), _ game: GameState) -> Bubble {
    let isSame = faces.first == faces.second
    let pair = isSame ? faces.first : "\(faces.first) = \(faces.second)"
    var bubble = Bubble(
      .match, title: "Match", text: pair, summary: "Match: \(pair)",
      body: ["\(game.headline), \(game.scores)"],
      progress: game.progress, actions: gameActions)
    if isSame { bubble.face = faces.first }
    return bubble
  }

  static func won(_ result: FinalResult, _ game: GameState) -> Bubble {
    Bubble(
      .won, title: "Won", text: result.theme, summary: "Won: \(result.theme)",
      body: result.lines(game.scores), progress: 100, actions: gameActions)
  }

  /// Offers another try, unless a game may have started.
  static func noGame(_ error: BusError) -> Bubble {
    func bubble(_ summary: String, _ body: String, _ actions: [Action]) -> Bubble {
      Bubble(.noGame, title: summary, text: "", summary: summary, body: [body], actions: actions)
    }
    return error.isUncertain
      ? bubble("The service did not answer", "A new game may have begun.", [.play])
      : bubble("No game was started", error.reason(isStarting: true), [.newGame])
  }

  /// `7 👻`, or `7 👻, 2 🦇: no match` after a failed move.
  static func flip(_ cards: [BoardCard], isMismatch: Bool) -> Bubble {
    let text = cards.text
    return Bubble(
      .flip, title: isMismatch ? "No match" : "Turned up", text: text,
      summary: isMismatch ? "\(text): no match" : text)
  }

  /// Why a call was refused; cards that are up stay on the screen with it.
  static func refusal(_ reason: String, _ cards: [BoardCard]) -> Bubble {
    Bubble(
      cards.isEmpty ? .refusal : .flip, title: "Refused", text: reason, summary: reason,
      body: cards.isEmpty ? [] : ["Face up: \(cards.text)"])
  }
}
