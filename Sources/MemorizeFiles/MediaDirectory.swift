internal import UserFiles

/// The folder with the sounds and pictures of all decks.
package enum MediaDirectory {
  /// Nil if the environment names no place for it.
  package static var path: String? { UserDirectories.current.data.map { $0 + "/memorize/media" } }

  /// The path of a file in it, whether it is there or not.
  package static func path(of name: String) -> String? { path.map { "\($0)/\(name)" } }
}
