internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

/// The settings as the bus sees them.
final class SettingsOnBus: SettingsService {
  private let kept: KeptSettings
  private let log: Log
  private let now: () -> Moment
  private var bus: Export<SettingsContract.Service>?
  /// Called when a setting has changed and has been stored, before it is told.
  var onChange: ((Setting) -> Void)?

  /// Makes the settings.
  ///
  /// - Parameters:
  ///   - kept: what was set.
  ///   - log: where it is said what is set.
  ///   - now: reads the clock.
  init(kept: KeptSettings, log: Log, now: @escaping () -> Moment = { SystemClock.now }) {
    self.kept = kept
    self.log = log
    self.now = now
  }

  /// Puts the settings on the bus.
  func export(to objects: ObjectServer) {
    bus = objects.export(SettingsContract.interface, of: self, at: MemorizeBus.path)
  }

  /// Tells what is different in a store that was opened just now.
  func storeWasOpened() {
    try? bus?.publishChanges()
  }

  var questionsPerSession: UInt32 { UInt32(clamping: kept.practice.questionsPerSession) }

  func setQuestionsPerSession(_ count: UInt32) throws {
    let range = PracticeSettings.questionRange
    try check(count, range, "A session asks \(range.lowerBound) to \(range.upperBound) questions")
    try keep(.questionsPerSession, "\(count)")
  }

  var showChoices: Bool { kept.isOn(.showChoices, else: true) }

  func setShowChoices(_ isOn: Bool) throws { try keep(.showChoices, "\(isOn)") }

  var learningEnabled: Bool { kept.practice.isLearningEnabled }

  func setLearningEnabled(_ isOn: Bool) throws { try keep(.learningEnabled, "\(isOn)") }

  var newPerDay: UInt32 { UInt32(clamping: kept.practice.newPerDay) }

  func setNewPerDay(_ count: UInt32) throws {
    let range = PracticeSettings.newPerDayRange
    try check(count, range, "A day brings \(range.lowerBound) to \(range.upperBound) new cards")
    try keep(.newPerDay, "\(count)")
  }

  var dailyReminder: Bool { kept.isOn(.dailyReminder, else: false) }

  func setDailyReminder(_ isOn: Bool) throws {
    if isOn == dailyReminder { return }
    try keep(.dailyReminder, "\(isOn)", with: [.reminderSetAt: "\(now().epoch)"])
  }

  var dailyReminderTime: String { kept.reminderTime.text }

  func setDailyReminderTime(_ time: String) throws {
    guard let time = ClockTime(time) else {
      throw BusError.invalidArguments(
        "The time of the reminder is given as HH:MM, from 00:00 to 23:59, not “\(time.printable)”.")
    }
    if time == kept.reminderTime { return }
    try keep(.dailyReminderTime, time.text, with: [.reminderSetAt: "\(now().epoch)"])
  }

  var scoring: String { (kept[.scoring].flatMap(Scoring.init) ?? .classic).rawValue }

  func setScoring(_ name: String) throws {
    try keep(.scoring, try Scoring(onBus: name).rawValue)
  }

  private func check(
    _ count: UInt32, _ range: ClosedRange<Int>, _ rule: String
  ) throws(BusError) {
    guard range.contains(Int(count)) else { throw .invalidArguments("\(rule), not \(count).") }
  }

  private func keep(
    _ setting: Setting, _ value: String, with others: [Setting: String?] = [:]
  ) throws(BusError) {
    try kept.set(others.merging([setting: value]) { $1 })
    log.write(.info, "The setting \(setting.rawValue) is \(value).")
    onChange?(setting)
  }
}

// What was set, as what it means; what is not understood counts as never set.
extension KeptSettings {
  /// What sessions go by.
  var practice: PracticeSettings {
    var settings = PracticeSettings()
    if let count = number(.questionsPerSession, in: PracticeSettings.questionRange) {
      settings.questionsPerSession = count
    }
    if let count = number(.newPerDay, in: PracticeSettings.newPerDayRange) {
      settings.newPerDay = count
    }
    settings.isLearningEnabled = isOn(.learningEnabled, else: true)
    return settings
  }

  /// The local time of the reminder.
  var reminderTime: ClockTime {
    self[.dailyReminderTime].flatMap(ClockTime.init) ?? .usualReminder
  }

  /// Whether a setting is on.
  func isOn(_ setting: Setting, else usual: Bool) -> Bool {
    self[setting].flatMap(Bool.init) ?? usual
  }

  private func number(_ setting: Setting, in range: ClosedRange<Int>) -> Int? {
    self[setting].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension GameKeeper {
  /// How points are counted in a new game that says nothing of it.
  var defaultScoring: Scoring {
    let kept = try? use { games throws(StoreError) in try games.value(of: .scoring) }
    return kept.flatMap(Scoring.init(rawValue:)) ?? .classic
  }
}

extension Scoring {
  /// Reads the name that the contract gives it.
  ///
  /// - Throws: `InvalidArgs`.
  init(onBus name: String) throws(BusError) {
    guard let scoring = Scoring(rawValue: name) else {
      throw .invalidArguments("There is no scoring “\(name.printable)”: it is classic or timed.")
    }
    self = scoring
  }
}
