internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

/// The settings as the bus sees them.
final class SettingsOnBus: SettingsService {
  private let store: Store
  private let log: Log
  private let now: () -> Moment
  private var bus: Export<SettingsContract.Service>?

  init(store: Store, log: Log, now: @escaping () -> Moment = { SystemClock.now }) {
    self.store = store
    self.log = log
    self.now = now
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(SettingsContract.interface, of: self, at: MemorizeContract.path)
  }

  /// Publishes what is different in a store that was just opened.
  func publishChanges() {
    log.publishing { try bus?.publishChanges() }
  }

  var settings: UserSettings { store.userSettings }

  func set(_ setting: Field<UserSettings>, to value: Value) throws {
    let (name, text) = (setting.description.name, value.plainText)
    var texts: [Setting: String?] = [Setting(rawValue: name): text]
    if name.hasPrefix("daily-reminder") {
      // The reminder waits from the time at which it was changed.
      if setting.get(settings) == value { return }
      texts[.reminderSetAt] = "\(now().epoch)"
    }
    do throws(StoreError) {
      try store.set(texts)
    } catch {
      throw BusError(.storageFailed, error.message)
    }
    log.write(.info, "The setting \(name) is \(text).")
  }
}

extension Store {
  /// What the user has set; what is not understood counts as never set.
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

  /// How points are counted in a new game that says nothing of it.
  var scoring: Scoring { Scoring(rawValue: userSettings.scoring) ?? .classic }

  /// The local time of the daily reminder; nil if it is off.
  var reminderTime: ClockTime? {
    let settings = userSettings
    return settings.dailyReminder ? ClockTime(settings.dailyReminderTime) : nil
  }

  /// What sessions go by.
  var practiceSettings: PracticeSettings {
    let settings = userSettings
    var result = PracticeSettings()
    result.questionsPerSession = Int(settings.questionsPerSession)
    result.newPerDay = Int(settings.newPerDay)
    result.isLearningEnabled = settings.isLearningEnabled
    return result
  }
}
