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
    case .face(.tooLong): "A face can have at most \(Face.maximumBytes) bytes of UTF-8."
    case .name(.tooLong):
      "A name can have at most \(ThemeName.maximumCharacters) characters and "
        + "\(ThemeName.maximumBytes) bytes of UTF-8."
    case .face(let fault): "A face \(fault.remedy)"
    case .name(let fault): "A name \(fault.remedy)"
    case .badIcon:
      "The icon is not one emoji: give one, or leave it out to use the first face or a card."
    case .badColor(let color):
      "The color “\(WrittenText.harmless(color, upTo: 64, replacement: "\u{FFFD}"))” is not "
        + "in the form #rrggbb."
    case .tooManyColors: "A theme can have at most \(Theme.maximumColors) colors."
    case .equalSides(let face): "Both sides of the pair “\(face)” are equal."
    case .repeatedPair(let face): "The theme has the pair “\(face)” twice."
    case .tooFewPairs(let count):
      "A theme needs at least \(Theme.minimumPairs) pairs, but this one has \(count)."
    case .tooManyPairs(let count):
      "A theme can have at most \(Theme.maximumPairs) pairs, but this one has \(count)."
    case .gameTooSmall(let count):
      "A game needs at least \(Theme.minimumPairs) pairs, but the theme asks for \(count)."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The minimum number of pairs, \(minimum), is above the maximum, \(maximum)."
    }
  }
}

extension WrittenText.Fault {
  fileprivate var remedy: String {
    switch self {
    case .empty: "needs at least one visible character."
    case .control: "must not contain control characters, line breaks or text direction overrides."
    case .tooLong: "is too long."
    }
  }
}
