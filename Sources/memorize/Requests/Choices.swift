/// The options for all verbs as they were given on a command line, or in `MEMORIZE_OPTIONS`.
struct Choices {
  /// The value of `--timeout`.
  var timeout: Duration?
  /// Whether `--no-autostart` was given.
  var noAutostart = false
  /// Whether `--json` was given.
  var json = false
  /// Whether `--plain` was given.
  var plain = false
  /// The value of `--color`.
  var color: ColorChoice?
  /// Whether `--quiet` was given.
  var quiet = false
  /// Whether `--ascii` was given, to a verb that prints a board.
  var ascii = false
  /// The value of `--matched`, given to a verb that prints a board.
  var matched: MatchedChoice?
}
