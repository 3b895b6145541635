internal import Glibc
internal import UserFiles

/// The folder with the sounds and pictures of all decks.
package enum MediaDirectory {
  /// Nil if the environment names no place for it.
  package static var path: String? { UserDirectories.current.data.map { $0 + "/memorize/media" } }

  /// The path of a file in it, whether it is there or not.
  package static func path(of name: String) -> String? { path.map { "\($0)/\(name)" } }

  /// The file of our own folder that a published path names; nil if it is not there.
  ///
  /// Names are made from what is in the files, so the folders of two machines agree, and a service
  /// elsewhere cannot name another file of this one.
  package static func file(publishedAs path: String) -> String? {
    guard let name = path.split(separator: "/").last, name != "..", name != ".",
      let own = self.path(of: String(name)),
      FilePath.kind(of: own, followingLinks: false) == S_IFREG
    else { return nil }
    return own
  }
}
