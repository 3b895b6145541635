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

  /// Makes the settings.
  init(store: Store, log: Log, now: @escaping () -> Moment = { SystemClock.now }) {
    self.store = store
    self.log = log
    self.now = now
  }

  /// Puts the settings on the bus.
  func export(to objects: ObjectServer) {
    bus = objects.export(SettingsContract.interface, of: self, at: MemorizeContract.path)
  }

  /// Publishes what is different in a store that was just opened.
  func publishChanges() {
    log.publishing { try bus?.publishChanges() }
  }

  var questionsPerSession: UInt32 { UInt32(clamping: store.practiceSettings.questionsPerSession) }

  func setQuestionsPerSession(_ count: UInt32) throws {
    let range = PracticeSettings.questionRange
    try check(count, range, "A session asks \(range.lowerBound) to \(range.upperBound) questions")
    try set(.questionsPerSession, "\(count)")
  }

  var showChoices: Bool { store.isOn(.showChoices, else: true) }

  func setShowChoices(_ isOn: Bool) throws { try set(.showChoices, "\(isOn)") }

  var learningEnabled: Bool { store.practiceSettings.isLearningEnabled }

  func setLearningEnabled(_ isOn: Bool) throws { try set(.learningEnabled, "\(isOn)") }

  var newPerDay: UInt32 { UInt32(clamping: store.practiceSettings.newPerDay) }

  func setNewPerDay(_ count: UInt32) throws {
    let range = PracticeSettings.newPerDayRange
    try check(count, range, "A day brings \(range.lowerBound) to \(range.upperBound) new cards")
    try set(.newPerDay, "\(count)")
  }

  var dailyReminder: Bool { store.isOn(.dailyReminder, else: false) }

  func setDailyReminder(_ isOn: Bool) throws {
    if isOn == dailyReminder { return }
    try set(.dailyReminder, "\(isOn)", with: [.reminderSetAt: "\(now().epoch)"])
  }

  var dailyReminderTime: String { store.reminderTime.text }

  func setDailyReminderTime(_ time: String) throws {
    guard let time = ClockTime(time) else {
      throw BusError.invalidArguments(
        "The time of the reminder is given as HH:MM, from 00:00 to 23:59, not “\(time.printable)”.")
    }
    if time == store.reminderTime { return }
    try set(.dailyReminderTime, time.text, with: [.reminderSetAt: "\(now().epoch)"])
  }

  var scoring: String { store.scoring.rawValue }

  func setScoring(_ name: String) throws {
    try set(.scoring, try Scoring(onBus: name).rawValue)
  }

  private func check(
    _ count: UInt32, _ range: ClosedRange<Int>, _ rule: String
  ) throws(BusError) {
    guard range.contains(Int(count)) else { throw .invalidArguments("\(rule), not \(count).") }
  }

  private func set(
    _ setting: Setting, _ value: String, with others: [Setting: String?] = [:]
  ) throws(BusError) {
    do throws(StoreError) {
      try store.set(others.merging([setting: value]) { $1 })
    } catch {
      throw BusError(.storageFailed, error.message)
    }
    log.write(.info, "The setting \(setting.rawValue) is \(value).")
  }
}

// What was set, as what it means; what is not understood counts as never set.
extension Store {
  /// What sessions go by.
  var practiceSettings: PracticeSettings {
    var result = PracticeSettings()
    if let count = number(.questionsPerSession, in: PracticeSettings.questionRange) {
      result.questionsPerSession = count
    }
    if let count = number(.newPerDay, in: PracticeSettings.newPerDayRange) {
      result.newPerDay = count
    }
    result.isLearningEnabled = isOn(.learningEnabled, else: true)
    return result
  }

  /// How points are counted in a new game that says nothing of it.
  var scoring: Scoring { settings[.scoring].flatMap(Scoring.init(rawValue:)) ?? .classic }

  /// The local time of the reminder.
  var reminderTime: ClockTime {
    settings[.dailyReminderTime].flatMap(ClockTime.init) ?? .usualReminder
  }

  /// Whether a setting is on.
  func isOn(_ setting: Setting, else usual: Bool) -> Bool {
    settings[setting].flatMap(Bool.init) ?? usual
  }

  private func number(_ setting: Setting, in range: ClosedRange<Int>) -> Int? {
    settings[setting].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Scoring {
  /// Reads the name that the contract gives it.
  init(onBus name: String) throws(BusError) {
    guard let scoring = Scoring(rawValue: name) else {
      throw .invalidArguments("There is no scoring “\(name.printable)”: it is classic or timed.")
    }
    self = scoring
  }
}
