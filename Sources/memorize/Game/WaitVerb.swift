import ArgumentParser
import MemorizeBus
import Screens

struct WaitVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait for something to happen in the game.",
    discussion: """
      EVENT is matched (a pair was found, including the last one), mismatched, won, started or \
      changed (anything). wait prints the line that “watch” would print. The service may stop and \
      start in the meantime; without --start it is not started. If --timeout passes first, wait \
      exits with 4; if the bus goes away, with 3.

      With --since it returns at once and prints the state if the game shows that the event \
      happened after that revision; “status --json” prints the revision. Only certain events \
      count: any change, a won game, a mismatch that is still up, and a game started since, with \
      everything that happened in it. A match in an older game is certain if no move has failed \
      yet; otherwise wait waits for the next one. If the revision is greater than the game's, the \
      service has started afresh, and the whole game counts as new. The same rules apply to events \
      while the service is not running.
      """, shouldDisplay: false)
  static let examples = ["memorize wait won --timeout 60", "memorize wait changed --json"]

  @Argument(help: ArgumentHelp("matched, mismatched, won, started or changed.", valueName: "event"))
  var event: AwaitedEvent

  @OptionGroup var wait: WaitOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try wait.perform(event, printing: GameLines(style: .form(options.form)), options)
  }
}

enum AwaitedEvent: String, Awaited {
  case matched, mismatched, won, started
  case changed

  func isMet(by transition: GameTransition?, _ game: GameState, after before: GameState?) -> Bool {
    guard let transition else { return false }
    return switch (self, GameEvent(transition, game)) {
    case (.changed, _), (.started, .started), (.won, .won), (.matched, .matched), (.matched, .won),
      (.mismatched, .mismatched):
      true
    default: false
    }
  }

  /// Whether the game proves that it happened after a revision.
  ///
  /// A state does not contain its whole past: if the game may have begun before the revision, only
  /// its last transition is known. A revision above the game's was given by a service that has
  /// restarted since, so the whole game came after it.
  func isShown(
    by game: GameState, since revision: UInt64, after before: GameState? = nil
  ) -> Bool {
    guard game.revision != revision else { return false }
    let isNew = game.hasStarted(after: game.revision < revision ? 0 : revision)
    switch self {
    case .changed: return true
    // Only a new game changes a won one, so winning it was the last transition.
    case .won: return game.phase == .won
    case .started: return isNew
    case .matched:
      return game.phase == .won || game.hasJustMatched || (isNew && game.matchedPairs > 0)
    // If two cards are up, that mismatch was the last transition.
    case .mismatched: return game.barPhase == .mismatch || (isNew && game.misses > 0)
    }
  }

  /// 0 for a game dealt since the wait began, by the call that started the service.
  func firstRevision(_ game: GameState, from begin: UInt64) -> UInt64 {
    game.exists && game.startedAt >= begin ? 0 : game.revision
  }
}

extension GameState {
  /// The number of failed moves.
  fileprivate var misses: UInt64 { UInt64(moves) - UInt64(min(matchedPairs, moves)) }

  /// Whether the game certainly began after a revision.
  ///
  /// Since its start each flip was one step of the revision, and so was each Conceal. The number of
  /// Conceals is not published, but each followed a mismatch, and a mismatch that is still up had
  /// none.
  fileprivate func hasStarted(after revision: UInt64) -> Bool {
    guard exists else { return false }
    let concealed = misses - (barPhase == .mismatch ? min(misses, 1) : 0)
    let steps = UInt64(flips) + concealed
    return self.revision > steps && self.revision - steps > revision
  }

  /// Whether the last transition certainly found a pair: no card is up, and no failed move can have
  /// been turned face down.
  fileprivate var hasJustMatched: Bool { barPhase == .playing && matchedPairs > 0 && misses == 0 }
}
