import DBus
import MemorizeBus

/// What several verbs ask of the history.
extension ServiceConnection {
  /// What one answer of the service holds at most.
  private static let page = 500

  /// Reads past games, the newest first.
  ///
  /// - Parameters:
  ///   - limit: how many; nil for all.
  ///   - before: the number that all are older than, if any.
  ///   - isEnough: told each page; whether the games after it are not wanted.
  /// - Returns: the games, as many as there are.
  /// - Throws: `ProgramError` where the service does not answer, or tells what cannot be.
  func pastGames(
    _ limit: Int?, before: UInt64? = nil, until isEnough: ([PastGame]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [PastGame] {
    var games: [PastGame] = []
    while true {
      let wanted = min(limit.map { $0 - games.count } ?? Self.page, Self.page)
      let part = try somePastGames(wanted, before: games.last?.id ?? before)
      games += part
      if part.count < wanted || games.count == limit || isEnough(part) { return games }
      restartClock()
    }
  }

  private func somePastGames(_ count: Int, before: UInt64?) throws(ProgramError) -> [PastGame] {
    var options: [String: Value] = ["limit": Value(UInt32(clamping: count))]
    options["before"] = before.map { Value($0) }
    let entries = try wait {
      $0.call(HistoryContract.games, of: HistoryContract.interface, options, completion: $1)
    }
    do throws(BusError) {
      var games: [PastGame] = []
      // A service that told a game twice would be asked for ever.
      for game in entries {
        if let last = games.last?.id ?? before, game.id >= last { throw BusError.unfitting }
        games.append(game)
      }
      guard games.count <= count else { throw BusError.unfitting }
      return games
    } catch {
      throw explain(error)
    }
  }

  /// Reads a game that is over, and all that it follows from; nothing of it is believed yet.
  func recordedGame(_ id: UInt64) throws(ProgramError) -> RecordedGame {
    let beginning = try wait {
      $0.call(HistoryContract.beginning, of: HistoryContract.interface, id, completion: $1)
    }
    let log = try wait {
      $0.call(HistoryContract.log, of: HistoryContract.interface, id, completion: $1)
    }
    let (before, overflows) = id.addingReportingOverflow(1)
    let entry = try somePastGames(1, before: overflows ? nil : before).first
    let version: Properties<any MemorizeService> = try wait {
      $0.properties(of: MemorizeContract.interface, completion: $1)
    }
    do throws(BusError) {
      guard let entry, entry.id == id, let result = entry.result,
        let version = version[MemorizeContract.daemonVersion]
      else { throw BusError.unfitting }
      return RecordedGame(
        memorize: MemorizeContract.version, memorized: version, id: id, state: entry.state,
        beginning: RecordedBeginning(beginning),
        transitions: try RecordedTransition.all(log), result: result)
    } catch {
      throw explain(error)
    }
  }
}
