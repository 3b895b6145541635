internal import Practice

/// The key of a stored text: one of the user's settings, declared in the contract, or a value for
/// the service's own use.
package struct Setting: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue name: String) { rawValue = name }
  package init(stringLiteral name: String) { rawValue = name }

  /// When the reminder was set to its time.
  package static let reminderSetAt: Setting = "reminder-set-at"
  /// When local days start: one of the user's settings, which each look at the clock needs.
  package static let dayStart: Setting = "day-start"
  /// The planned breaks, separated by spaces.
  package static let breaks: Setting = "breaks"
  /// Set while the schedules follow from older rules than the log.
  package static let schedulesAreOutdated: Setting = "schedules-outdated"
  /// The local day of the last reminder.
  package static let remindedOn: Setting = "reminded-on"
  /// When the last question was due, or a session ended since.
  package static let questionAt: Setting = "question-at"
  /// The name of the profile, if it is remembered.
  package static let userName: Setting = "user-name"

  /// Those of the learner, which all machines share; the others belong to a desk or a screen.
  static let shared: Set<Setting> = [
    "retention", "maximum-interval", "parameters", "new-per-day", "most-reviews", "spread",
    "easy-days", dayStart, breaks,
  ]

  /// The settings that reveal when the user practiced, deleted together with the reviews.
  static let ofReviews: [Setting] = [.remindedOn, .questionAt]
}

package struct SettingTable {
  let database: Database

  package func all() throws(StoreError) -> [Setting: String] {
    var values: [Setting: String] = [:]
    try database["SELECT name, value FROM setting"].rows { row throws(StoreError) in
      values[Setting(rawValue: row.text(0))] = row.text(1)
    }
    return values
  }

  /// Nil removes a setting.
  package func set(_ values: [Setting: String?]) throws(StoreError) {
    let log = LogTable(database: database)
    for (setting, value) in values {
      if Setting.shared.contains(setting) {
        try log.set(Fact(.setting, named: setting.rawValue), to: value)
      }
      try write(setting, value)
    }
  }

  /// Not for the log.
  func write(_ setting: Setting, _ value: String?) throws(StoreError) {
    if let value {
      try database["INSERT OR REPLACE INTO setting VALUES (?, ?)"].bind(setting.rawValue)
        .bind(value).run()
    } else {
      try database["DELETE FROM setting WHERE name = ?"].bind(setting.rawValue).run()
    }
  }
}
