internal import EventLoop

/// The user's directories according to the XDG Base Directory Specification.
package struct UserDirectories {
  /// A limit, since each directory costs several calls of stat(2) for every change.
  private static let maximumShared = 16

  /// `$XDG_DATA_HOME`, else `~/.local/share`; nil if the environment names neither.
  package let data: String?
  /// `$XDG_CONFIG_HOME`, else `~/.config`; nil if the environment names neither.
  package let config: String?
  /// `$XDG_STATE_HOME`, else `~/.local/state`; nil if the environment names neither.
  package let state: String?
  /// `$XDG_DATA_DIRS`, else those of the system; the first wins.
  package let sharedData: [String]

  /// `environment` returns nil for a variable that is not set.
  package init(environment: (String) -> String?) {
    let home = Self.absolute(environment("HOME"))
    data = Self.absolute(environment("XDG_DATA_HOME")) ?? home.map { $0 + "/.local/share" }
    config = Self.absolute(environment("XDG_CONFIG_HOME")) ?? home.map { $0 + "/.config" }
    state = Self.absolute(environment("XDG_STATE_HOME")) ?? home.map { $0 + "/.local/state" }
    var shared = environment("XDG_DATA_DIRS") ?? ""
    if shared.isEmpty { shared = "/usr/local/share:/usr/share" }
    sharedData = shared.split(separator: ":").prefix(Self.maximumShared).reduce(into: []) {
      if let path = Self.absolute($1), !$0.contains(path) { $0.append(path) }
    }
  }

  package static var current: UserDirectories { UserDirectories(environment: environment) }

  /// The specification says to ignore relative paths.
  private static func absolute(_ path: (some StringProtocol)?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    var absolute = ""
    for part in path.split(separator: "/") { absolute += "/\(part)" }
    return absolute
  }
}
