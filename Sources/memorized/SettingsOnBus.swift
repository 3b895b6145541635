internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

final class SettingsOnBus: SettingsService {
  private let store: Store
  private let log: Log
  private let now: () -> Moment
  private let setParameters: (UserSettings, [Setting: String?]) throws -> Void
  private var bus: Export<SettingsContract.Service>?

  /// `setParameters` saves new parameters of the scheduler, with all that follows from them.
  init(
    store: Store, log: Log, now: @escaping () -> Moment = { SystemClock.now },
    setParameters: @escaping (UserSettings, [Setting: String?]) throws -> Void
  ) {
    self.store = store
    self.log = log
    self.now = now
    self.setParameters = setParameters
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(SettingsContract.interface, of: self, at: MemorizeContract.path)
  }

  /// Publishes the differences to a store that was just opened.
  func publishChanges() {
    log.publishing { try bus?.publishChanges() }
  }

  var settings: UserSettings { store.userSettings }

  func set(_ setting: Field<UserSettings>, to value: Value) throws {
    // What is set now must be known.
    try refusing { try store.open() }
    let (name, text) = (setting.description.name, value.plainText)
    var texts: [Setting: String?] = [Setting(rawValue: name): text]
    if name.hasPrefix("daily-reminder") {
      // The reminder is counted from the time of the change, so an equal value must not be stored.
      if setting.get(settings) == value { return }
      texts[.reminderSetAt] = "\(now().epoch)"
    }
    var new = settings
    if setting.set(&new, value), new.parameters != settings.parameters {
      try setParameters(new, texts)
    } else {
      try refusing { try store.set(texts) }
    }
    log.write(.info, "The setting \(name) is now \(text.isEmpty ? "the usual one" : text).")
  }
}

extension Store {
  /// An unusable setting counts as never set.
  var userSettings: UserSettings {
    var result = UserSettings()
    for field in UserSettings.fields {
      if let text = settings[Setting(rawValue: field.description.name)],
        let value = field.description.value(of: text), field.description.limit.allows(value)
      {
        _ = field.set(&result, value)
      }
    }
    return result
  }

  /// The scoring for a new game whose request does not give one.
  var scoring: Scoring { Scoring(rawValue: userSettings.scoring) ?? .classic }

  /// The time of the reminder in local time; nil if it is off.
  var reminderTime: ClockTime? {
    let settings = userSettings
    return settings.dailyReminder ? ClockTime(settings.dailyReminderTime) : nil
  }

  /// The rule of questions through the day; nil if there are none.
  var dayQuestions: DayQuestions? {
    let settings = userSettings
    return DayQuestions(
      period: settings.questionEvery, quietHours: QuietHours(settings.quietHours))
  }

  var practiceSettings: PracticeSettings {
    let settings = userSettings
    var result = PracticeSettings()
    result.questionsPerSession = Int(settings.questionsPerSession)
    result.newPerDay = Int(settings.newPerDay)
    result.isLearningEnabled = settings.isLearningEnabled
    result.accents = Accents(rawValue: settings.accents) ?? result.accents
    return result
  }
}
