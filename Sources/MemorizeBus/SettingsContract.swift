package import DBus

/// The interface `org.memorized.Memorize1.Settings`: what is kept across restarts and set by anyone.
package enum SettingsContract {
  /// The service as its declarations see it.
  package typealias Service = any SettingsService

  /// The property `QuestionsPerSession`.
  package static let questionsPerSession = Property<Service, UInt32>(
    "QuestionsPerSession",
    """
    How many questions a practice session asks that says nothing of it, from 3 to 20. Errors: \
    InvalidArgs, StorageFailed.
    """, .value,
    get: { $0.questionsPerSession }, set: { try $0.setQuestionsPerSession($1) })

  /// The property `ShowChoices`.
  package static let showChoices = Property<Service, Bool>(
    "ShowChoices",
    """
    Whether views show the choices with the question, or only on demand, so that it is recalled \
    first. Error: StorageFailed.
    """, .value,
    get: { $0.showChoices }, set: { try $0.setShowChoices($1) })

  /// The property `LearningEnabled`.
  package static let learningEnabled = Property<Service, Bool>(
    "LearningEnabled", "Whether answers change when a card is due. Error: StorageFailed.", .value,
    get: { $0.learningEnabled }, set: { try $0.setLearningEnabled($1) })

  /// The property `NewPerDay`.
  package static let newPerDay = Property<Service, UInt32>(
    "NewPerDay",
    "How many new cards due sessions bring on a day, from 0 to 100. Errors: InvalidArgs, StorageFailed.",
    .value,
    get: { $0.newPerDay }, set: { try $0.setNewPerDay($1) })

  /// The property `DailyReminder`.
  package static let dailyReminder = Property<Service, Bool>(
    "DailyReminder",
    """
    Whether ReminderDue is sent once a day where the day's session has not been done. Error: \
    StorageFailed.
    """, .value,
    get: { $0.dailyReminder }, set: { try $0.setDailyReminder($1) })

  /// The property `DailyReminderTime`.
  package static let dailyReminderTime = Property<Service, String>(
    "DailyReminderTime",
    "When that is, as HH:MM of the local time. Errors: InvalidArgs, StorageFailed.", .value,
    get: { $0.dailyReminderTime }, set: { try $0.setDailyReminderTime($1) })

  /// The property `Scoring`.
  package static let scoring = Property<Service, String>(
    "Scoring",
    """
    How points are counted in a new game that says nothing of it: classic or timed. Errors: \
    InvalidArgs, StorageFailed.
    """, .value,
    get: { $0.scoring }, set: { try $0.setScoring($1) })

  /// The interface as a table.
  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Settings", "What is kept across restarts."
  ) {
    questionsPerSession
    showChoices
    learningEnabled
    newPerDay
    dailyReminder
    dailyReminderTime
    scoring
  }
}

/// What answers the interface `org.memorized.Memorize1.Settings`; ``SettingsContract`` says how.
package protocol SettingsService: AnyObject {
  /// See ``SettingsContract/questionsPerSession``.
  var questionsPerSession: UInt32 { get }
  /// Sets ``SettingsContract/questionsPerSession``.
  func setQuestionsPerSession(_ count: UInt32) throws
  /// See ``SettingsContract/showChoices``.
  var showChoices: Bool { get }
  /// Sets ``SettingsContract/showChoices``.
  func setShowChoices(_ isOn: Bool) throws
  /// See ``SettingsContract/learningEnabled``.
  var learningEnabled: Bool { get }
  /// Sets ``SettingsContract/learningEnabled``.
  func setLearningEnabled(_ isOn: Bool) throws
  /// See ``SettingsContract/newPerDay``.
  var newPerDay: UInt32 { get }
  /// Sets ``SettingsContract/newPerDay``.
  func setNewPerDay(_ count: UInt32) throws
  /// See ``SettingsContract/dailyReminder``.
  var dailyReminder: Bool { get }
  /// Sets ``SettingsContract/dailyReminder``.
  func setDailyReminder(_ isOn: Bool) throws
  /// See ``SettingsContract/dailyReminderTime``.
  var dailyReminderTime: String { get }
  /// Sets ``SettingsContract/dailyReminderTime``.
  func setDailyReminderTime(_ time: String) throws
  /// See ``SettingsContract/scoring``.
  var scoring: String { get }
  /// Sets ``SettingsContract/scoring``.
  func setScoring(_ name: String) throws
}
