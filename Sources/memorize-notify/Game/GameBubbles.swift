internal import DBus
internal import MemorizeBus
internal import MemorizeText
internal import MemoryGame
internal import Translation

extension GameState {
  fileprivate var progress: Int32? {
    matchedPairs.percent(of: pairs)
  }
}

extension [BoardCard] {
  /// `7 👻, 2 🦇`.
  fileprivate var listed: String { map { "\($0.number) \($0.face)" }.listText }
}

extension Bubble {
  private static let gameActions: [Action] = [.newGame, .play]

  /// `Match: 👻`, or `Match: 犬 = dog` if each card shows a side of its own.
  static func match(_ faces: (first: String, second: String), _ game: GameState) -> Bubble {
    let isSame = faces.first == faces.second
    let pair = isSame ? faces.first : "\(faces.first) = \(faces.second)"
    var bubble = Bubble(
      .match, title: tr("Match", context: "title"), text: pair,
      // Translators: two cards match; {pair} is their face, or “犬 = dog”.
      summary: tr("Match: {pair}", ["pair": pair]), body: [[game.headline, game.scores].listText],
      progress: game.progress, actions: gameActions)
    if isSame { bubble.face = faces.first }
    return bubble
  }

  static func won(_ result: FinalResult, _ game: GameState) -> Bubble {
    let theme = shownThemeName(result.theme)
    return Bubble(
      .won, title: tr("Won", context: "title"), text: theme,
      // Translators: a game is won; {theme} is its theme.
      summary: tr("Won: {theme}", ["theme": theme]), body: result.lines(game.scores),
      progress: 100, actions: gameActions)
  }

  /// Offers another try, unless a game may have started.
  static func noGame(_ error: BusError) -> Bubble {
    func bubble(_ summary: String, _ body: String, _ actions: [Action]) -> Bubble {
      Bubble(.noGame, title: summary, text: "", summary: summary, body: [body], actions: actions)
    }
    return error.isUncertain
      ? bubble(tr("The service did not answer"), tr("A new game may have begun."), [.play])
      : bubble(tr("No game was started"), error.reason(isStarting: true), [.newGame])
  }

  /// `7 👻`, or `7 👻, 2 🦇: no match` after a failed move.
  static func flip(_ cards: [BoardCard], isMismatch: Bool) -> Bubble {
    let text = cards.listed
    guard isMismatch else {
      // Translators: cards were turned up.
      return Bubble(.flip, title: tr("Turned up", context: "title"), text: text, summary: text)
    }
    return Bubble(
      .flip, title: tr("No match", context: "title"), text: text,
      // Translators: {cards} is “7 👻, 2 🦇”.
      summary: tr("{cards}: no match", ["cards": text]))
  }

  /// Why a call was refused; cards that are up stay on the screen with it.
  static func refusal(_ reason: String, _ cards: [BoardCard]) -> Bubble {
    Bubble(
      cards.isEmpty ? .refusal : .flip, title: tr("Refused", context: "title"), text: reason,
      // Translators: {cards} is “7 👻, 2 🦇”.
      summary: reason, body: cards.isEmpty ? [] : [tr("Face up: {cards}", ["cards": cards.listed])])
  }
}
