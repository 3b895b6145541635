/// What names of themes and of players have in common.
enum NameRules {
  /// Returns the fault of a name, or nil where it may be used.
  static func fault(in text: String) -> WrittenText.Fault? {
    // Bounds the work on a name before its characters are counted.
    if let fault = WrittenText.fault(in: text, maximumBytes: ThemeName.maximumBytes) {
      return fault
    }
    return WrittenText.trimmed(text).count > ThemeName.maximumCharacters ? .tooLong : nil
  }
}
