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
