public import DBus

/// A pair as it is told: first side, second side (`""` where one-sided), pronunciation.
public typealias ThemePair = Struct<String, String, String>

/// The interface `org.memorized.Memorize1.Themes`: what can be played.
public enum ThemesContract {
  /// The service as its declarations see it.
  public typealias Service = any ThemesService

  /// The names of all themes.
  public static let names = Property<Service, [String]>(
    "Names", "The names of all themes.", .value
  ) { $0.names }

  /// Describes all themes.
  public static let list = Method(
    "List",
    """
    Describes all themes: name s, icon s, colors as, size u (the pairs it holds), min-pairs u, \
    max-pairs u, two-sided b, built-in b, deck b (it can be practised), imported b (it came from a \
    deck file).
    """,
    out: "themes"
  ) { (themes: Service) in themes.list() }

  /// Describes one theme.
  public static let get = Method(
    "Get", "Describes one theme, as List does. Error: NoSuchTheme.", in: "name", out: "theme"
  ) { (themes: Service, name: String) in try themes.get(name) }

  /// Tells the pairs of a theme.
  public static let pairs = Method(
    "Pairs",
    """
    The pairs of a theme: first side, second side (empty where one-sided), pronunciation. A limit \
    above 500 counts as 500; an offset past the end answers an empty array. Error: NoSuchTheme.
    """,
    in: "name", "offset", "limit", out: "pairs"
  ) { (themes: Service, name: String, offset: UInt32, limit: UInt32) in
    try themes.pairs(name, offset: offset, limit: limit)
  }

  /// The interface as a table.
  public static let interface = Interface<Service>(
    "org.memorized.Memorize1.Themes", "The themes that can be played."
  ) {
    names
    list
    get
    pairs
  }
}

/// What answers the interface `org.memorized.Memorize1.Themes`; ``ThemesContract`` says how.
public protocol ThemesService: AnyObject {
  /// See ``ThemesContract/names``.
  var names: [String] { get }
  /// Answers ``ThemesContract/list``.
  func list() -> [[String: Value]]
  /// Answers ``ThemesContract/get``.
  func get(_ name: String) throws -> [String: Value]
  /// Answers ``ThemesContract/pairs``.
  func pairs(_ name: String, offset: UInt32, limit: UInt32) throws -> [ThemePair]
}
