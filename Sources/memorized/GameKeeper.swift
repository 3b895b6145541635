internal import Glibc
internal import MemoryGame
internal import Store
internal import UserService

/// Has the store that keeps the game that is on, and tries again where that could not be done before.
final class GameKeeper {
  private let directory: StoreDirectory?
  private let log: Log
  private var games: GameStore?
  private var lastFault: StoreError?
  /// Whether the database was found damaged while it was open; the part that is read on opening may
  /// be whole.
  private var isDamaged = false
  /// Called when the store has been opened, once the game is taken up.
  var onOpen: (() -> Void)?

  /// Names the place; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the directory; nil where the environment names none.
  ///   - log: where it is said what becomes of the store.
  init(path: String?, log: Log) {
    directory = path.map(StoreDirectory.init)
    self.log = log
  }

  /// Whether games can be kept, as far as is known: a database that somebody has taken away is let
  /// go of, since what is written to it is lost.
  var isOpen: Bool {
    if games != nil, directory?.isInPlace == false { letGo() }
    return games != nil
  }

  /// Lets go of the database, so that it is opened anew.
  func letGo() { games = nil }

  /// Opens the store where it is not open.
  ///
  /// - Parameters:
  ///   - patience: how long another daemon may still have it.
  ///   - silently: whether nothing is logged where it cannot be opened.
  /// - Returns: the game that was begun last, just opened; nil where there is none, or it was open.
  /// - Throws: `StoreError`, which is logged where it is news.
  func open(
    patience: Duration = .zero, silently: Bool = false
  ) throws(StoreError) -> (stored: StoredGame, game: Game)? {
    guard games == nil else { return nil }
    do throws(StoreError) {
      guard let directory else {
        throw .failed("neither XDG_STATE_HOME nor HOME names a directory")
      }
      let opened = try directory.open(
        now: SystemClock.now.epoch, patience: patience, isDamaged: isDamaged)
      isDamaged = false
      if let place = opened.setAside {
        log.write(
          .error, "The database of games was damaged. It is now \(place); a new one is begun.")
      }
      games = opened.games
      lastFault = nil
      return opened.last
    } catch {
      throw silently ? error : told(error)
    }
  }

  /// Begins a game, and ends the one that was on.
  func begin(
    _ beginning: GameBeginning, pairs: Int, revision: UInt64,
    ending ended: (id: UInt64, result: GameResult)?
  ) throws(StoreError) -> UInt64 {
    try use { games throws(StoreError) in
      try games.begin(beginning, pairs: pairs, revision: revision, ending: ended)
    }
  }

  /// Keeps the last transition of a game.
  func add(lastOf game: Game, to id: UInt64) throws(StoreError) {
    guard let entry = game.log.last else { return }
    try use { games throws(StoreError) in
      try games.add(entry, at: game.log.count - 1, to: id, winning: game.result)
    }
  }

  /// Keeps a whole game that another database does not know, in place of the one that is on there.
  func add(
    _ game: Game, _ beginning: GameBeginning, id: UInt64, revision: UInt64,
    ending ended: (id: UInt64, result: GameResult)?
  ) throws(StoreError) -> UInt64 {
    try use { games throws(StoreError) in
      try games.add(
        game.log, of: beginning, pairs: game.pairs, id: id, revision: revision,
        winning: game.result, ending: ended)
    }
  }

  /// Whether a daily game was begun on a day.
  func hasDaily(of date: DailyDate) throws(StoreError) -> Bool {
    try use { games throws(StoreError) in try games.hasDaily(of: date) }
  }

  /// Closes the store, leaves nothing in the database's log, and lets another daemon have it.
  func close() {
    letGo()
    directory?.unlock()
  }

  /// Writes the database's log into the database, when nobody waits.
  ///
  /// - Returns: whether what was forgotten may still be in the log, since somebody reads.
  @discardableResult
  func checkpoint() -> Bool {
    games?.checkpoint()
    return games?.hasForgotten ?? false
  }

  /// Reads from the store or writes to it, as long as it is open.
  func use<T>(_ body: (GameStore) throws(StoreError) -> T) throws(StoreError) -> T {
    // Why it is not open was logged when it was tried.
    guard let games else { throw lastFault ?? .failed("the store is not open") }
    do throws(StoreError) {
      let result = try body(games)
      if case .busy = lastFault { games.wait(true) }
      lastFault = nil
      return result
    } catch {
      switch error {
      // It is put aside when it is opened anew.
      case .damaged:
        isDamaged = true
        letGo()
      case .busy: games.wait(false)
      default: break
      }
      throw told(error)
    }
  }

  private func told(_ error: StoreError) -> StoreError {
    if error != lastFault { log.write(.error, error.message) }
    lastFault = error
    return error
  }
}

extension GameKeeper {
  /// Where games are kept: below XDG_STATE_HOME, or what stands for it.
  static var path: String? {
    if let home = absolute("XDG_STATE_HOME") { return home + "/memorize" }
    return absolute("HOME").map { $0 + "/.local/state/memorize" }
  }

  /// The specification has a relative path ignored.
  private static func absolute(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let path = String(cString: value)
    return path.hasPrefix("/") ? path : nil
  }
}
