package import DBus
internal import PlainText

/// The options of `Add`.
package struct NewThemeOptions: CallOptions {
  package var name: String?
  package var icon: String?
  package var colors: [String]?
  package var faces: [String]?
  package var pairs: [ThemePair]?
  package var minPairs: UInt32?
  package var maxPairs: UInt32?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("A theme has no key “\(key)”.")
  }
  package static let table: [CallOption<NewThemeOptions>] = [
    CallOption("name", \.name),
    CallOption("icon", \.icon),
    CallOption("colors", \.colors),
    CallOption("faces", \.faces),
    CallOption("pairs", \.pairs),
    CallOption("min-pairs", \.minPairs),
    CallOption("max-pairs", \.maxPairs),
  ]
}

package enum ThemesContract {
  package typealias Service = any ThemesService

  /// The limit for one reply, so that the largest theme does not make a huge message.
  package static let maximumPairs: UInt32 = 500

  package static let names = Property<Service, [String]>(
    "Names", "The names of all themes.", .value
  ) { $0.names }

  package static let list = Method(
    interface, "List",
    """
    Describes all themes: \(ThemeSummary.keyList). size is the number of pairs; deck means that \
    the theme can be practiced, imported that it came from a deck file.
    """,
    out: "themes"
  ) { (themes: Service) in themes.list() }

  package static let get = Method(
    interface, "Get", "Describes one theme, as List does. Error: NoSuchTheme.", in: "name",
    out: "theme"
  ) { (themes: Service, name: String) in try themes.get(name) }

  package static let pairs = Method(
    interface, "Pairs",
    """
    Returns the pairs of a theme: first side, second side (empty if both cards show the first), \
    pronunciation. A limit above \(maximumPairs) counts as \(maximumPairs); an offset past the end \
    returns an empty array. Error: NoSuchTheme.
    """,
    in: "name", "offset", "limit", out: "pairs"
  ) { (themes: Service, name: String, offset: UInt32, limit: UInt32) in
    try themes.pairs(name, offset: offset, limit: limit)
  }

  package static let add = Method(
    interface, "Add",
    """
    Adds a theme to the user's own: name s, and pairs a(sss) (first side, second side or empty, \
    pronunciation or empty) or faces as; all else may be left out: icon s, colors as (#rrggbb), \
    min-pairs u, max-pairs u (a missing minimum equals the maximum; without both, all pairs are \
    used). Errors: InvalidArgs, InvalidTheme, ThemeExists, LimitsExceeded (the user already has \
    1,024 themes), StorageFailed.
    """,
    in: "theme"
  ) { (themes: Service, theme: [String: Value]) in try themes.add(theme) }

  package static let remove = Method(
    interface, "Remove",
    """
    Removes a theme of the user's own from its file, or deletes the file of an imported deck; the \
    reviews of its cards stay saved. Errors: NoSuchTheme, ThemeBuiltIn (it comes with the program \
    or with the system), StorageFailed.
    """,
    in: "name"
  ) { (themes: Service, name: String) in try themes.remove(name) }

  package static let changed = Signal<String, String>(
    interface, "Changed", "A theme was added, changed or removed; change says which.", "name",
    "change")

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Themes", "The themes that can be played."
  ) {
    names
    list
    get
    pairs
    add
    remove
    changed
  }
}

package protocol ThemesService: AnyObject {
  var names: [String] { get }
  func list() -> [ThemeSummary]
  func get(_ name: String) throws -> ThemeSummary
  func pairs(_ name: String, offset: UInt32, limit: UInt32) throws -> [ThemePair]
  func add(_ theme: [String: Value]) throws
  func remove(_ name: String) throws
}
