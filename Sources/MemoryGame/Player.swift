/// Somebody who plays by turns with others.
package struct Player: Hashable, Sendable {
  /// The most players of a game.
  package static let maximumCount = 8

  /// The name, without outer white space.
  package let name: String
  /// The points won less the points lost.
  package internal(set) var score: Int

  /// Returns the players of a game, none for a solo game.
  static func players(named names: [String]) throws(PlayersFault) -> [Player] {
    if names.count > maximumCount { throw .tooMany(names.count) }
    var keys = Set<String>()
    for name in names {
      if NameRules.fault(in: name) != nil { throw .badName }
      if !keys.insert(WrittenText.comparisonKey(name)).inserted { throw .repeatedName(name) }
    }
    if names.count < 2 { return [] }
    return names.map { Player(name: WrittenText.trimmed($0), score: 0) }
  }
}

/// What is wrong with the names of players.
package enum PlayersFault: Error, Hashable, Sendable {
  /// There are more than 8.
  case tooMany(Int)
  /// A name is empty, longer than 64 characters or 1,024 bytes, or holds characters that no name may.
  case badName
  /// Two names are equal.
  case repeatedName(String)

  /// A sentence that says what to mend.
  package var message: String {
    switch self {
    case .tooMany(let count): "At most \(Player.maximumCount) can play, not \(count)."
    case .badName:
      "A player's name has 1 to 64 visible characters in at most \(ThemeName.maximumBytes) bytes of "
        + "UTF-8, without controls or line breaks."
    case .repeatedName(let name): "Two players are named “\(name)”."
    }
  }
}
