/// The statements on settings, prepared once one is asked for.
struct SettingStatements {
  private let readSettings: Statement
  private let readSetting: Statement
  private let writeSetting: Statement
  private let removeSetting: Statement

  init(_ database: Database) throws(StoreError) {
    readSettings = try database.prepare("SELECT name, value FROM setting")
    readSetting = try database.prepare("SELECT value FROM setting WHERE name = ?")
    writeSetting = try database.prepare(
      """
      INSERT INTO setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
    removeSetting = try database.prepare("DELETE FROM setting WHERE name = ?")
  }

  /// All settings that this version knows.
  func all() throws(StoreError) -> [Setting: String] {
    var values: [Setting: String] = [:]
    try readSettings.rows { row throws(StoreError) in
      if let setting = Setting(rawValue: row.text(0)) { values[setting] = row.text(1) }
    }
    return values
  }

  func value(of setting: Setting) throws(StoreError) -> String? {
    try readSetting.first(.text(setting.rawValue)) { row throws(StoreError) in row.text(0) }
  }

  func set(_ setting: Setting, to value: String?) throws(StoreError) {
    if let value {
      try writeSetting.run(.text(setting.rawValue), .text(value))
    } else {
      try removeSetting.run(.text(setting.rawValue))
    }
  }
}
