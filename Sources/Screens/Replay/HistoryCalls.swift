import DBus
package import MemorizeBus

extension ServiceConnection {
  /// Reads past games, the newest first, up to `count` or until `isEnough` accepts a page.
  package func pastGames(
    _ count: Int, before: UInt64? = nil, until isEnough: ([PastGame]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [PastGame] {
    let size = min(UInt32(clamping: count), HistoryContract.maximumGames)
    let games = try pages(
      of: size, until: { $0.count >= count || isEnough($0) },
      inOrder: { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
    ) { (games) throws(ProgramError) in
      var options = GamesOptions()
      (options.limit, options.before) = (size, games.last?.id ?? before)
      return try read(HistoryContract.games, options.values)
    }
    return Array(games.prefix(count))
  }

  /// Reads a finished game with its log, without verifying it.
  package func recordedGame(_ id: UInt64) throws(ProgramError) -> RecordedGame {
    let beginning = try read(HistoryContract.beginning, id)
    let log = try read(HistoryContract.log, id)
    var options = GamesOptions()
    options.id = id
    let entry = try read(HistoryContract.games, options.values).first
    let version: Properties<Void> = try read {
      $0.properties(of: MemorizeContract.interface, completion: $1)
    }
    guard let entry, entry.id == id, let result = entry.result,
      let version = version[MemorizeContract.daemonVersion]
    else { throw explain(.incompleteReply) }
    var game = RecordedGame()
    (game.memorized, game.id, game.state) = (version, id, entry.state)
    (game.beginning, game.transitions, game.result) = (beginning, log, result)
    return game
  }

  package func gameStatistics() throws(ProgramError) -> GameStatistics {
    try read(HistoryContract.statistics)
  }
}
