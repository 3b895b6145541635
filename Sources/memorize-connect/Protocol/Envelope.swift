internal import Screens

/// The form of answers.
enum Envelope {
  /// The version of the protocol, and that of a request that names none.
  static let version = 6
  static let oldest = 4

  /// Up to version 4 the bare result.
  static func result(_ value: JSON, version: Int) -> JSON {
    version <= oldest ? value : ["result": value, "error": .null]
  }

  static func failure(_ text: String) -> JSON { ["result": .null, "error": .string(text)] }
}

/// Why an action failed, in the words that its caller gets.
struct Refusal: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  // Tools compare these literally.
  static let unsupported = Refusal("unsupported action")
  static let duplicate = Refusal("cannot create note because it is a duplicate")
  static let empty = Refusal("cannot create note because it is empty")
  static let key = Refusal("valid api key must be provided")
}
