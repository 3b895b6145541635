internal import PlainText

package struct Player: Hashable, Sendable {
  package static let maximumCount = 8

  package let name: String
  package internal(set) var score: Int

  /// Returns the players of a game, none for a solo game.
  static func players(named names: [String]) throws(PlayersError) -> [Player] {
    if names.count > maximumCount { throw .tooMany(names.count) }
    var keys = Set<String>()
    for name in names {
      if ThemeName.fault(in: name) != nil { throw .badName }
      if !keys.insert(WrittenText.comparisonKey(name)).inserted { throw .repeatedName(name) }
    }
    if names.count < 2 { return [] }
    return names.map { Player(name: WrittenText.trimmed($0), score: 0) }
  }
}

/// The players of a game for whom a bot turned cards up.
package struct Bots: Hashable, Sendable {
  /// Their indices as bits; the first in a solo game.
  package let indices: UInt8
  /// Empty in a solo game.
  package let names: [String]
  /// The other players; empty in a solo game.
  package let people: [String]

  package init(indices: UInt8, of players: [String]) {
    self.indices = indices
    let isBot = players.indices.map { indices & (1 << $0) != 0 }
    names = zip(players, isBot).filter(\.1).map(\.0)
    people = zip(players, isBot).filter { !$0.1 }.map(\.0)
  }

  package var isEmpty: Bool { indices == 0 }
}

package enum PlayersError: Error, Hashable, Sendable {
  case tooMany(Int)
  case badName
  case repeatedName(String)

  package var message: String {
    switch self {
    case .tooMany(let count):
      english("At most \(Player.maximumCount) players can play, not \(count).")
    case .badName:
      english(
        "A player's name must have 1 to 64 visible characters, at most \(ThemeName.maximumBytes) "
          + "bytes of UTF-8, and no control characters or line breaks.")
    case .repeatedName(let name): english("Two players are named “\(name)”.")
    }
  }
}
