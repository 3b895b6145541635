import DBus
import MemorizeBus

/// A setting that the service keeps, by its name on the command line.
enum ServiceSetting: String, CaseIterable {
  case questionsPerSession = "questions-per-session"
  case showChoices = "show-choices"
  case learningEnabled = "learning-enabled"
  case newPerDay = "new-per-day"
  case dailyReminder = "daily-reminder"
  case dailyReminderTime = "daily-reminder-time"
  case scoring

  /// A value of any of them.
  enum Setting {
    case number(UInt32)
    case truth(Bool)
    case text(String)

    /// The value as people write it.
    var text: String {
      switch self {
      case .number(let number): String(number)
      case .truth(let truth): truth ? "yes" : "no"
      case .text(let text): text
      }
    }

    /// The value as `--json` tells it.
    var json: JSON {
      switch self {
      case .number(let number): .integer(number)
      case .truth(let truth): .boolean(truth)
      case .text(let text): .string(text)
      }
    }

    /// The value as it goes over the bus.
    var value: Value {
      switch self {
      case .number(let number): Value(number)
      case .truth(let truth): Value(truth)
      case .text(let text): Value(text)
      }
    }
  }

  /// The name of the property.
  var property: MemberName {
    switch self {
    case .questionsPerSession: SettingsContract.questionsPerSession.name
    case .showChoices: SettingsContract.showChoices.name
    case .learningEnabled: SettingsContract.learningEnabled.name
    case .newPerDay: SettingsContract.newPerDay.name
    case .dailyReminder: SettingsContract.dailyReminder.name
    case .dailyReminderTime: SettingsContract.dailyReminderTime.name
    case .scoring: SettingsContract.scoring.name
    }
  }

  /// What it can be set to, if there is a list.
  var values: [String] {
    switch self {
    case .showChoices, .learningEnabled, .dailyReminder: ["yes", "no"]
    case .scoring: ScoringChoice.allCases.map(\.rawValue)
    case .questionsPerSession, .newPerDay, .dailyReminderTime: []
    }
  }

  /// The name among the fields of JSON.
  var field: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }

  /// Its value among the properties.
  func read(_ settings: Properties<SettingsContract.Service>) throws(BusError) -> Setting {
    let setting: Setting? =
      switch self {
      case .questionsPerSession: settings[SettingsContract.questionsPerSession].map(Setting.number)
      case .showChoices: settings[SettingsContract.showChoices].map(Setting.truth)
      case .learningEnabled: settings[SettingsContract.learningEnabled].map(Setting.truth)
      case .newPerDay: settings[SettingsContract.newPerDay].map(Setting.number)
      case .dailyReminder: settings[SettingsContract.dailyReminder].map(Setting.truth)
      case .dailyReminderTime: settings[SettingsContract.dailyReminderTime].map(Setting.text)
      case .scoring: settings[SettingsContract.scoring].map(Setting.text)
      }
    guard let setting else { throw BusError.unfitting }
    return setting
  }

  /// The value that a person has written; the service refuses one that is out of range.
  func setting(from text: String) throws(ProgramError) -> Setting {
    switch self {
    case .questionsPerSession, .newPerDay:
      guard let number = UInt32(text) else { throw wrong(text, "a whole number") }
      return .number(number)
    case .showChoices, .learningEnabled, .dailyReminder:
      guard ["yes", "no"].contains(text) else { throw wrong(text, "yes or no") }
      return .truth(text == "yes")
    case .dailyReminderTime, .scoring: return .text(text)
    }
  }

  private func wrong(_ text: String, _ wanted: String) -> ProgramError {
    ProgramError(
      .usage, name: "Usage", "“\(text)” is no value for \(rawValue), which is \(wanted).")
  }
}
