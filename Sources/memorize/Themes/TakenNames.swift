import MemoryGame

/// The names of themes and decks, and where each stands; the first that takes a name has it.
struct TakenNames {
  /// Where a theme stands.
  struct Place {
    /// The path of its file; nil for a theme that is built in.
    let file: String?
    /// Its line; nil where the file is all of it.
    let line: Int?

    /// What is wrong with another theme of that name.
    ///
    /// - Parameter name: the name that both have.
    /// - Returns: the sentence up to what is to be done about it.
    func clash(_ name: ThemeName) -> String {
      guard let file else { return "There is a built-in theme named “\(name.text)”" }
      let place = line.map { ", line \($0)" } ?? ""
      return "A theme named “\(name.text)” stands in \(file)\(place)"
    }
  }

  private var places: [String: Place] = [:]

  /// Begins with the themes that are built in.
  init() {
    for name in Themes.builtIn.all.map(\.themeName) + [Themes.japaneseBasics] {
      places[name.comparisonKey] = Place(file: nil, line: nil)
    }
  }

  /// Where the theme of a name stands; nil where there is none.
  func place(of name: ThemeName) -> Place? { places[name.comparisonKey] }

  /// Takes a name that nobody has.
  mutating func take(_ name: ThemeName, at place: Place) {
    places[name.comparisonKey] = place
  }
}
