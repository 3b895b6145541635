/// A setting by the name under which it is stored, or what else is stored as one text.
package enum Setting: String, Sendable, CaseIterable {
  /// How points are counted in a new game.
  case scoring
  case questionsPerSession = "questions-per-session"
  /// Whether views show the choices with the question.
  case showChoices = "show-choices"
  /// Whether answers change the schedule.
  case learningEnabled = "learning-enabled"
  case newPerDay = "new-per-day"
  case dailyReminder = "daily-reminder"
  /// The local time of the daily reminder.
  case dailyReminderTime = "daily-reminder-time"
  /// Since when the reminder is on at this time.
  case reminderSetAt = "reminder-set-at"
  /// The local day of the last reminder.
  case remindedOn = "reminded-on"
  /// The local day of the last finished session, and how many were finished on it.
  case sessionsDone = "sessions-done"
  /// The number of the last practice session.
  case practiceSession = "practice-session"
  /// Who practises, if that is to be remembered.
  case userName = "user-name"
}

/// The table of settings.
package struct SettingTable {
  let database: Database

  /// All settings that were set and that this version knows, as they were written.
  package func all() throws(StoreError) -> [Setting: String] {
    var values: [Setting: String] = [:]
    try database["SELECT name, value FROM setting"].rows { row throws(StoreError) in
      if let setting = Setting(rawValue: row.text(0)) { values[setting] = row.text(1) }
    }
    return values
  }

  /// Writes settings; nil removes one.
  package func set(_ values: [Setting: String?]) throws(StoreError) {
    for (setting, value) in values {
      if let value {
        try database[
          """
          INSERT INTO setting (name, value) VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """
        ].bind(setting.rawValue).bind(value).run()
      } else {
        try database["DELETE FROM setting WHERE name = ?"].bind(setting.rawValue).run()
      }
    }
  }
}
