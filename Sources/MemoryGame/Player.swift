/// Somebody who plays by turns with others.
package struct Player: Hashable, Sendable {
  /// The most players of a game.
  package static let maximumCount = 8

  /// The name, without outer white space.
  package let name: String
  /// The points won less the points lost.
  package internal(set) var score: Int

  /// Returns the players of a game, none for a solo game.
  ///
  /// - Parameter names: Up to 8 names of 1 to 64 characters, distinct with regard to case; fewer
  ///   than 2 make a solo game.
  /// - Returns: The players in their order, each without points.
  /// - Throws: `PlayersFault` where there are too many names, or one is bad or stands there twice.
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
