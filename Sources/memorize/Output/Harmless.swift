import UserService

extension String {
  /// The text without what would do something to a terminal.
  var harmless: String { harmless(upTo: .max) }
}

extension Unicode.Scalar {
  /// Whether a terminal would do something else than show it.
  var isHarmful: Bool { isUnprintable }
}
