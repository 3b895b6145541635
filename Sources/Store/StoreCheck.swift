/// Checks a database that was not closed in order, a part at a time.
///
/// It is what SQLite's `quick_check` does, by table. Only the table of moves is too large to check at
/// once: its rows are read in order.
package final class StoreCheck {
  private let database: Database
  /// The tables still to be checked; nil until they are known.
  private var tables: [String]?
  /// The last move that was read.
  private var last: (game: Int, index: Int) = (.min, .min)

  private static let longTable = "entry"

  init(of database: Database) { self.database = database }

  /// Checks another part, and returns whether it was the last; throws if something is damaged.
  func step(while mayContinue: () -> Bool) throws(StoreError) -> Bool {
    repeat {
      guard let table = try remaining().last else { return true }
      if table == Self.longTable {
        guard try readMoves(while: mayContinue) else { return false }
      } else {
        try check(table)
      }
      tables?.removeLast()
    } while mayContinue()
    return tables?.isEmpty == true
  }

  private func remaining() throws(StoreError) -> [String] {
    if let tables { return tables }
    let found = try database[
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\"%'"
    ].map {
      row throws(StoreError) in row.text(0)
    }
    tables = found
    return found
  }

  private func check(_ table: String) throws(StoreError) {
    let answer = try Statement(database, "PRAGMA quick_check(\"\(table)\")").first {
      row throws(StoreError) in row.text(0)
    }
    guard answer == "ok" else { throw database.damage }
  }

  /// Returns whether all were read.
  private func readMoves(while mayContinue: () -> Bool) throws(StoreError) -> Bool {
    var wasStopped = false
    let moves = database[
      "SELECT game, place FROM entry WHERE (game, place) > (?, ?) ORDER BY game, place"
    ].bind(last.game).bind(last.index)
    let isWanted = {
      wasStopped = !mayContinue()
      return !wasStopped
    }
    try moves.rows(while: isWanted) { row throws(StoreError) in
      let move = (game: row.integer(0), index: row.integer(1))
      guard move > last else { throw database.damage }
      last = move
    }
    return !wasStopped
  }
}

extension Store {
  /// Whether calls must wait for the check of a database that was not closed in order.
  package var isUnchecked: Bool { check != nil }

  /// Checks a part of it; returns false if there is nothing to check.
  ///
  /// A damaged one is set aside as if a call had found the damage.
  package func checkPart(while mayContinue: () -> Bool) -> Bool {
    guard let check else { return false }
    do throws(StoreError) {
      if try check.step(while: mayContinue) { self.check = nil }
    } catch {
      if case .damaged = error {
        giveUpDamaged()
        try? open()
      } else {
        // A failed read is not damage; the next call reports it.
        self.check = nil
      }
    }
    return true
  }
}
