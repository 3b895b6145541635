package import PlainText

package enum ThemeError: Error, Hashable, Sendable {
  case face(WrittenText.Fault)
  case name(WrittenText.Fault)
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
    case .face(.tooLong): english("A face can have at most \(Face.maximumBytes) bytes of UTF-8.")
    case .name(.tooLong):
      english(
        "A name can have at most \(ThemeName.maximumCharacters) characters and "
          + "\(ThemeName.maximumBytes) bytes of UTF-8.")
    case .face(.empty): english("A face needs at least one visible character.")
    case .name(.empty): english("A name needs at least one visible character.")
    case .face(.control):
      english(
        "A face must not contain control characters, line breaks or text direction overrides.")
    case .name(.control):
      english(
        "A name must not contain control characters, line breaks or text direction overrides.")
    case .badIcon:
      english(
        "The icon is not one emoji: give one, or leave it out to use the first face or a card.")
    case .badColor(let color):
      english("The color “\(Self.shown(color))” is not in the form #rrggbb.")
    case .tooManyColors: english("A theme can have at most \(Theme.maximumColors) colors.")
    case .equalSides(let face): english("Both sides of the pair “\(face)” are equal.")
    case .repeatedPair(let face): english("The theme has the pair “\(face)” twice.")
    case .tooFewPairs(let count):
      english("A theme needs at least \(Theme.minimumPairs) pairs, but this one has \(count).")
    case .tooManyPairs(let count):
      english("A theme can have at most \(Theme.maximumPairs) pairs, but this one has \(count).")
    case .gameTooSmall(let count):
      english("A game needs at least \(Theme.minimumPairs) pairs, but the theme asks for \(count).")
    case .minimumAboveMaximum(let minimum, let maximum):
      english("The minimum number of pairs, \(minimum), is above the maximum, \(maximum).")
    }
  }

  private static func shown(_ color: String) -> String {
    WrittenText.harmless(color, upTo: 64, replacement: "\u{FFFD}")
  }
}
