import DBus
import EventLoop
import MemorizeBus
package import MemoryGame
import Practice

/// Plays the turns of one player, knowing only what is published.
package final class OpponentPlayer {
  private let connection: ServiceConnection
  /// Nil in a solo game.
  private let name: String?
  private let style: OpponentStyle
  /// Turns a card up, and reports whether that failed.
  package var flip: (Int, @escaping (ProgramError?) -> Void) -> Void = { _, _ in }
  /// Nil until the pairs of the theme are known.
  private var opponent: Opponent?
  /// What happened before that.
  private var early: [BoardCard] = []
  /// The current game; nil while the service is away.
  private var game: GameState?
  private var id: UInt64?
  private var delay: TimerID?
  private var generator = DealGenerator(seed: .random(in: 0 ... .max))
  /// Until a flip that failed is tried again.
  private static let retryTime = Duration.seconds(1)

  package init(_ connection: ServiceConnection, as name: String?, _ style: OpponentStyle) {
    (self.connection, self.name, self.style) = (connection, name, style)
  }

  deinit { wait(nil) }

  /// Whether the next card is this player's to turn up.
  private var isToMove: Bool {
    guard let game, game.phase == .playing else { return false }
    guard let name else { return game.players.isEmpty }
    return game.playerName == name
  }

  func handle(_ news: GameNews) {
    switch news {
    case .failure, .update: break
    case .absent:
      game = nil
      wait(nil)
    case .state(let game): see(game.board, in: game)
    case .transition(let transition, let game):
      see(transition.dealtCards == nil ? transition.changes : game.board, in: game)
    }
  }

  private func see(_ changes: [BoardCard], in game: GameState) {
    if id != game.id { begin(game) }
    self.game = game
    if opponent == nil { early += changes } else { opponent?.see(changes) }
    wait(nextPace)
  }

  /// Everybody has twice the time to look at a mismatch.
  private var nextPace: Duration { game?.up.count == 2 ? style.pace * 2 : style.pace }

  private func begin(_ game: GameState) {
    (id, opponent, early) = (game.id, nil, [])
    // The numbers of a foreign service could exhaust the memory.
    guard game.exists, game.pairs <= Theme.maximumPairs else { return }
    let then: ([(String, String)]) -> Void = { [weak self] pairs in
      guard let self, id == game.id else { return }
      opponent = Opponent(
        span: style.span, pairs: Int(game.pairs), players: game.players.count,
        mates: FaceMates(pairs))
      opponent?.see(early)
      early = []
      wait(nextPace)
    }
    guard game.theme != GameContract.hardTheme else {
      return connection.request {
        $0.call(DecksContract.hard, completion: $1)
      } then: {
        then(((try? $0.get()) ?? []).map { ($0.front, $0.back) })
      }
    }
    connection.requestAllPairs(of: game.theme) { then($0.map { ($0.first, $0.second) }) }
  }

  /// Plays after this time, unless something happens first; nil cancels that.
  private func wait(_ time: Duration?) {
    let loop = connection.bus.loop
    if let delay { loop.cancel(delay) }
    delay = nil
    guard let time, isToMove, opponent != nil else { return }
    delay = loop.schedule(after: time) { [weak self] in self?.play() }
  }

  private func play() {
    delay = nil
    guard isToMove, let card = opponent?.choice(using: &generator) else { return }
    flip(card) { [weak self] error in
      if error != nil { self?.retry() }
    }
  }

  /// Plays again if the refused card is still to be played.
  ///
  /// Calls are answered in order: a reply to a later one shows that a card whose reply did not come
  /// in time will not be turned up any more, perhaps at somebody else's turn.
  private func retry() {
    connection.request {
      $0.state(of: GameContract.self, completion: $1)
    } then: { [weak self] answer in
      // News of a move has started the delay; without a service it begins when that is back.
      guard let self, game != nil, delay == nil else { return }
      if case .success = answer { return wait(max(style.pace, Self.retryTime)) }
      connection.bus.loop.schedule(after: Self.retryTime) { [weak self] in
        guard let self, game != nil, delay == nil else { return }
        retry()
      }
    }
  }
}

/// How an opponent plays.
package struct OpponentStyle {
  package var span = MemorySpan.cards(7)
  /// The time before each card.
  package var pace = Duration.seconds(1)

  package init() {}
}

extension ServiceConnection {
  /// Asks for all pairs of a theme; passes on none if it no longer exists.
  fileprivate func requestAllPairs(
    of theme: String,
    after pages: Pages<ThemePair> = Pages(
      of: ThemesContract.maximumPairs, upTo: Deck.maximumCards),
    then: @escaping ([ThemePair]) -> Void
  ) {
    request(
      ThemesContract.pairs, theme, UInt32(pages.rows.count), ThemesContract.maximumPairs
    ) { [weak self] answer in
      var pages = pages
      let isAppended = (try? pages.append(answer.get())) != nil
      guard isAppended, !pages.isComplete else { return then(pages.rows) }
      self?.requestAllPairs(of: theme, after: pages, then: then)
    }
  }
}
