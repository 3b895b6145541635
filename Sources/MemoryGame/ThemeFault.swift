package enum ThemeFault: Error, Hashable, Sendable {
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
    case .face(.tooLong): "A face takes at most \(Face.maximumBytes) bytes of UTF-8."
    case .name(.tooLong):
      "A name has at most \(ThemeName.maximumCharacters) characters, and takes at most "
        + "\(ThemeName.maximumBytes) bytes of UTF-8."
    case .face(let fault): "A face \(fault.remedy)"
    case .name(let fault): "A name \(fault.remedy)"
    case .badIcon: "The icon is not one emoji: give one, or none for the first face or a card."
    case .badColor(let color):
      "The colour “\(WrittenText.harmless(color, upTo: 64, replacement: "\u{FFFD}"))” is not "
        + "written as #rrggbb."
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

extension WrittenText.Fault {
  fileprivate var remedy: String {
    switch self {
    case .empty: "needs at least one visible character."
    case .control: "must not hold control characters, line breaks or text direction overrides."
    case .tooLong: "is too long."
    }
  }
}
