internal import Glibc

/// The directories in which files of themes and decks are looked for, in their order.
///
/// They are those of the XDG Base Directory Specification; a relative path is ignored, as it asks.
struct ThemePlaces {
  /// Whose files stand in a directory.
  enum Kind: Hashable {
    /// The user's themes.
    case own
    /// Themes of the whole system.
    case system
    /// The user's decks.
    case decks

    /// How the names of the files end that are read.
    var suffix: String { self == .decks ? ".tsv" : ".themes" }
  }

  /// One of the directories.
  struct Place: Hashable {
    let kind: Kind
    let path: String
  }

  /// Nobody has more, and each is looked at for every change.
  private static let maximumSystemPlaces = 16

  /// The directories, those that win first.
  let all: [Place]

  /// The user's own directory of themes; nil where the environment names none.
  var own: String? { all.first { $0.kind == .own }?.path }

  /// Takes the directories that an environment names.
  ///
  /// - Parameter environment: the value of a variable; nil where it is not set.
  init(environment: (String) -> String?) {
    func absolute(_ path: (some StringProtocol)?) -> String? {
      guard let path, path.hasPrefix("/") else { return nil }
      return path.split(separator: "/").map { "/" + $0 }.joined()
    }
    var places: [Place] = []
    let home =
      absolute(environment("XDG_DATA_HOME"))
      ?? absolute(environment("HOME")).map { $0 + "/.local/share" }
    if let home { places.append(Place(kind: .own, path: home + "/memorize/themes")) }
    var shared = environment("XDG_DATA_DIRS") ?? ""
    if shared.isEmpty { shared = "/usr/local/share:/usr/share" }
    for directory in shared.split(separator: ":").prefix(Self.maximumSystemPlaces) {
      guard let path = absolute(directory) else { continue }
      let place = Place(kind: .system, path: path + "/memorize/themes")
      if !places.contains(where: { $0.path == place.path }) { places.append(place) }
    }
    if let home { places.append(Place(kind: .decks, path: home + "/memorize/decks")) }
    all = places
  }

  /// The directories of this process.
  static var current: ThemePlaces {
    ThemePlaces { name in getenv(name).map { String(cString: $0) } }
  }
}
