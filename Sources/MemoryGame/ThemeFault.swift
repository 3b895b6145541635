package enum ThemeFault: Error, Hashable, Sendable {
  case emptyFace
  case controlInFace
  case faceTooLong
  case emptyName
  case controlInName
  case nameTooLong
  case badIcon
  case badColor(String)
  case tooManyColors
  case equalSides(String)
  case repeatedPair(String)
  case tooFewPairs(Int)
  case tooManyPairs(Int)
  case gameTooSmall(Int)
  case minimumAboveMaximum(Int, Int)

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
    case .tooFewPairs(let count):
      "A theme needs at least \(Theme.minimumPairs) pairs, and this one has \(count)."
    case .tooManyPairs(let count):
      "A theme has at most \(Theme.maximumPairs) pairs, and this one has \(count)."
    case .gameTooSmall(let count):
      "A game needs at least \(Theme.minimumPairs) pairs, and the theme asks for \(count)."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The smallest number of pairs, \(minimum), is above the largest, \(maximum)."
    }
  }
}
