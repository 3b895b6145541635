/// What is wrong with a theme or a part of one.
package enum ThemeFault: Error, Hashable, Sendable {
  /// A face has nothing to see in it.
  case emptyFace
  /// A face holds a control, newline or bidi-override character.
  case controlInFace
  /// A face takes more than 64 bytes.
  case faceTooLong
  /// A name has nothing to see in it.
  case emptyName
  /// A name holds a control, newline or bidi-override character.
  case controlInName
  /// A name has more than 64 characters, or takes more than 1,024 bytes.
  case nameTooLong
  /// The icon is not one emoji.
  case badIcon
  /// A colour is not written as `#rrggbb`.
  case badColor(String)
  /// There are more colours than 16.
  case tooManyColors
  /// Both sides of a pair are equal.
  case equalSides(String)
  /// A pair or a one-sided face stands in the theme twice.
  case repeatedPair(String)
  /// The theme has fewer pairs than the two of the smallest game.
  case tooFewPairs(Int)
  /// The theme has more than 512 pairs.
  case tooManyPairs(Int)
  /// The number of pairs in a game is below 2.
  case gameTooSmall(Int)
  /// The smallest number of pairs is above the largest.
  case minimumAboveMaximum(Int, Int)
  /// Another theme has this name.
  case nameTaken(String)

  /// A sentence that says what to mend.
  package var message: String {
    switch self {
    case .emptyFace: "A face needs at least one visible character."
    case .controlInFace:
      "A face must not hold control characters, line breaks or text direction overrides."
    case .faceTooLong: "A face takes at most \(Face.maximumBytes) bytes of UTF-8."
    case .emptyName: "A name needs at least one visible character."
    case .controlInName:
      "A name must not hold control characters, line breaks or text direction overrides."
    case .nameTooLong:
      "A name has at most \(ThemeName.maximumCharacters) characters, and takes at most "
        + "\(ThemeName.maximumBytes) bytes of UTF-8."
    case .badIcon: "The icon is not one emoji: give one, or none for the first face or a card."
    case .badColor(let color): "The colour “\(color)” is not written as #rrggbb."
    case .tooManyColors: "A theme has at most \(Theme.maximumColors) colours."
    case .equalSides(let face): "Both sides of the pair “\(face)” are equal."
    case .repeatedPair(let face): "The pair “\(face)” stands in the theme twice."
    case .tooFewPairs(let count): "A theme needs at least 2 pairs, and this one has \(count)."
    case .tooManyPairs(let count):
      "A theme has at most \(Theme.maximumPairs) pairs, and this one has \(count)."
    case .gameTooSmall(let count): "A game needs at least 2 pairs, and the theme asks for \(count)."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The smallest number of pairs, \(minimum), is above the largest, \(maximum)."
    case .nameTaken(let name): "There is already a theme named “\(name)”."
    }
  }
}
