/// The statements on settings, prepared once one is asked for.
struct SettingStatements {
  private let readSetting: Statement
  private let writeSetting: Statement

  init(_ database: Database) throws(StoreError) {
    readSetting = try database.prepare("SELECT value FROM setting WHERE name = ?")
    writeSetting = try database.prepare(
      """
      INSERT INTO setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }

  func value(of setting: Setting) throws(StoreError) -> String? {
    try readSetting.first(.text(setting.rawValue)) { row throws(StoreError) in row.text(0) }
  }

  func set(_ setting: Setting, to value: String) throws(StoreError) {
    try writeSetting.run(.text(setting.rawValue), .text(value))
  }
}
