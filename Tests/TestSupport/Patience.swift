extension Duration {
  /// How long tests wait for something that must come: long enough for a sanitizer on a busy
  /// machine, since only a hang may fail.
  package static let patience: Duration = .seconds(60)
}
