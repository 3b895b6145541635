extension Duration {
  /// How long tests wait for what has to come: a sanitizer on a busy machine takes its time, and
  /// only what hangs is to be told from it.
  package static let patience: Duration = .seconds(60)
}
