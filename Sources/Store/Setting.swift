/// The name of what is stored as one text: one of the user's settings, which the contract declares,
/// or what the service keeps for itself.
package struct Setting: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue name: String) { rawValue = name }
  package init(stringLiteral name: String) { rawValue = name }

  /// Since when the reminder is on at its time.
  package static let reminderSetAt: Setting = "reminder-set-at"
  /// The local day of the last reminder.
  package static let remindedOn: Setting = "reminded-on"
  /// The local day of the last finished session, and how many were finished on it.
  package static let sessionsDone: Setting = "sessions-done"
  /// The number of the last practice session.
  package static let practiceSession: Setting = "practice-session"
  /// Who practises, if that is to be remembered.
  package static let userName: Setting = "user-name"
}

/// The table of settings.
package struct SettingTable {
  let database: Database

  /// All settings that were set, as they were written.
  package func all() throws(StoreError) -> [Setting: String] {
    var values: [Setting: String] = [:]
    try database["SELECT name, value FROM setting"].rows { row throws(StoreError) in
      values[Setting(rawValue: row.text(0))] = row.text(1)
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
