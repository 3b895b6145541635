internal import CLinux
internal import Glibc

/// The directories to watch in order to notice every change of some paths.
struct WatchPlan: Equatable {
  struct Watch: Equatable {
    let path: String
    var mask: UInt32
    /// The paths that lead to this directory.
    var directories: Set<String> = []
    /// Entries that change where a path leads.
    var awaited: Set<String> = []
  }

  /// The directory was replaced or is gone.
  static let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
  /// A file in the directory may have changed.
  private static let content = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB)
  private static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  private static let entries = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let otherEntries = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
  /// Directories further up are hardly ever renamed.
  private static let maximumDepth = 16

  /// The watches by directory: two paths may lead to one.
  private(set) var watches: [FileIdentity: Watch] = [:]
  /// What each path leads to; nil if there is no such directory.
  private(set) var targets: [String: FileIdentity?] = [:]

  init() {}

  /// Reads the current state of the paths.
  init(for directories: [String]) {
    for directory in directories { targets[directory] = follow(directory) }
  }

  private mutating func follow(_ directory: String) -> FileIdentity? {
    guard var above = Self.directory("/") else { return nil }
    let names = directory.split(separator: "/").map(String.init)
    for (depth, name) in names.enumerated() {
      let path = (above.path == "/" ? "" : above.path) + "/" + name
      let kind = FilePath.kind(of: path, followingLinks: false)
      if depth == names.count - 1, kind == S_IFLNK {
        add(above, Self.otherEntries | Self.gone, awaiting: name)
      }
      guard let node = Self.directory(path) else {
        add(above, (kind == nil ? Self.entries : Self.otherEntries) | Self.gone, awaiting: name)
        return nil
      }
      if depth + Self.maximumDepth > names.count { add(above, Self.gone) }
      above = node
    }
    add(above, Self.content | Self.gone, for: directory)
    return above.node
  }

  private mutating func add(
    _ target: (path: String, node: FileIdentity), _ mask: UInt32, for directory: String? = nil,
    awaiting name: String? = nil
  ) {
    var watch = watches[target.node] ?? Watch(path: target.path, mask: 0)
    watch.mask |= mask
    if let directory { watch.directories.insert(directory) }
    if let name { watch.awaited.insert(name) }
    watches[target.node] = watch
  }

  private static func directory(_ path: String) -> (path: String, node: FileIdentity)? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return (path, FileIdentity(status))
  }
}
