/// A setting by the name under which it is kept.
public enum Setting: String, Sendable, CaseIterable {
  /// How points are counted in a new game that says nothing of it.
  case scoring
}

extension GameStore {
  /// What a setting was set to; nil where it never was.
  ///
  /// - Parameter setting: The setting.
  /// - Returns: Its value as it was written.
  /// - Throws: `StoreError`.
  public func value(of setting: Setting) throws(StoreError) -> String? {
    try settingStatements().value(of: setting)
  }

  /// Keeps what a setting is set to.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - value: Its value.
  /// - Throws: `StoreError`; then nothing is changed.
  public func set(_ setting: Setting, to value: String) throws(StoreError) {
    try settingStatements().set(setting, to: value)
  }
}
