internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

final class SettingsOnBus: SettingsService {
  private let store: Store
  private let preparation: Preparation
  private let log: Log
  private var bus: Export<SettingsContract.Service>?

  /// Called when all schedules have changed with the parameters of the scheduler.
  var onReschedule: (() -> Void)?

  init(store: Store, preparation: Preparation, log: Log) {
    self.store = store
    self.preparation = preparation
    self.log = log
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      SettingsContract.interface, of: self, at: MemorizeContract.path, after: preparation.gate())
  }

  /// Publishes the differences to a store that was just opened.
  func publishChanges() {
    log.publishing { try bus?.publishChanges() }
  }

  var settings: UserSettings { store.userSettings }

  func set(_ setting: Field<UserSettings>, to value: Value, _ reply: Reply<>) throws {
    // The stored settings decide whether the schedules change.
    try refusing { try store.open() }
    var new = settings
    guard setting.set(&new, value), new.parameters != settings.parameters else {
      return reply.answer { try change(setting, to: value) }
    }
    let fsrs = new.fsrs
    let rebuild = ScheduleRebuild(store) { fsrs }
    preparation.answer(reply, after: [rebuild]) { [self] in
      try change(setting, to: value, with: try refusing(rebuild.schedules))
      onReschedule?()
    }
  }

  /// Saves a setting, with the schedules that follow from it.
  func change(
    _ setting: Field<UserSettings>, to value: Value, with schedules: [CardSchedule]? = nil
  ) throws {
    try refusing { try store.open() }
    let (name, text) = (setting.description.name, value.plainText)
    var texts: [Setting: String?] = [Setting(rawValue: name): text]
    if name.hasPrefix("daily-reminder") {
      // The reminder counts from the time of the change: do not store an equal value.
      if setting.get(settings) == value { return }
      texts[.reminderSetAt] = "\(store.now())"
    }
    try refusing {
      if let schedules {
        try store.replace(schedules, settings: texts)
      } else {
        try store.set(texts)
      }
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
  var scoring: Scoring { userSettings.scoring.known ?? .classic }

  /// When local days start.
  var dayStart: ClockTime { settings[.dayStart].flatMap(ClockTime.init) ?? .usualDayStart }

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
    userSettings.practice(
      breaks: settings[.breaks]?.split(separator: " ").map(String.init) ?? [])
  }
}
