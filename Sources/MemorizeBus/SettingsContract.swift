public import DBus

/// The interface `org.memorized.Memorize1.Settings`: what is kept across restarts and set by anyone.
public enum SettingsContract {
  /// The service as its declarations see it.
  public typealias Service = any SettingsService

  /// The property `Scoring`.
  public static let scoring = Property<Service, String>(
    "Scoring",
    """
    How points are counted in a new game that says nothing of it: classic or timed. Errors: \
    InvalidArgs, StorageFailed.
    """, .value,
    get: { $0.scoring }, set: { try $0.setScoring($1) })

  /// The interface as a table.
  public static let interface = Interface<Service>(
    "org.memorized.Memorize1.Settings", "What is kept across restarts."
  ) {
    scoring
  }
}

/// What answers the interface `org.memorized.Memorize1.Settings`; ``SettingsContract`` says how.
public protocol SettingsService: AnyObject {
  /// See ``SettingsContract/scoring``.
  var scoring: String { get }
  /// Sets ``SettingsContract/scoring``.
  func setScoring(_ name: String) throws
}
