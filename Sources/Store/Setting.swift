/// A setting by the name under which it is kept, or what else is kept as one text.
package enum Setting: String, Sendable, CaseIterable {
  /// How points are counted in a new game that says nothing of it.
  case scoring
  /// How many questions a session asks that says nothing of it.
  case questionsPerSession = "questions-per-session"
  /// Whether views show the choices with the question.
  case showChoices = "show-choices"
  /// Whether answers change the schedule.
  case learningEnabled = "learning-enabled"
  /// How many new cards a day may bring.
  case newPerDay = "new-per-day"
  /// Whether there is a daily reminder.
  case dailyReminder = "daily-reminder"
  /// The local time of the daily reminder.
  case dailyReminderTime = "daily-reminder-time"
  /// Since when the reminder is on at this time.
  case reminderSetAt = "reminder-set-at"
  /// The local day of the last reminder.
  case remindedOn = "reminded-on"
  /// The local day of the last finished session, and how many were finished on it.
  case sessionsDone = "sessions-done"
  /// Who practises, where that is to be remembered.
  case userName = "user-name"
}

extension GameStore {
  /// What was set; nothing of what never was.
  ///
  /// - Returns: The values as they were written.
  /// - Throws: `StoreError`.
  package func allSettings() throws(StoreError) -> [Setting: String] {
    try settingStatements().all()
  }

  /// What a setting was set to; nil where it never was.
  ///
  /// - Parameter setting: The setting.
  /// - Returns: Its value as it was written.
  /// - Throws: `StoreError`.
  package func value(of setting: Setting) throws(StoreError) -> String? {
    try settingStatements().value(of: setting)
  }

  /// Keeps what settings are set to, all of them or none.
  ///
  /// - Parameter values: The values; nil where nothing is to be kept of a setting.
  /// - Throws: `StoreError`; then nothing is changed.
  package func set(_ values: [Setting: String?]) throws(StoreError) {
    let statements = try settingStatements()
    try transaction { () throws(StoreError) in
      for (setting, value) in values { try statements.set(setting, to: value) }
    }
  }
}
