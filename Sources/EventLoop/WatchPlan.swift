internal import CLinux
internal import Glibc

/// Which directories have to be watched so that nothing about some paths goes unnoticed.
struct WatchPlan: Equatable {
  /// A directory by what the kernel knows it by: two paths may lead to one.
  struct Node: Hashable {
    let device: UInt
    let inode: UInt
  }

  /// What is to be noticed of one directory.
  struct Watch: Equatable {
    let path: String
    var mask: UInt32
    /// Those of the paths that are this directory.
    var directories: Set<String> = []
    /// Entries of it by which a path would lead elsewhere.
    var awaited: Set<String> = []
  }

  /// What tells that a directory itself is another, or is gone.
  static let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
  /// What tells that a file of a directory may be another.
  static let content = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB)

  private static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  private static let entries = UInt32(IN_CREATE | IN_MOVED_TO)
  private static let otherEntries = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
  /// Those further up are hardly ever renamed.
  private static let maximumDepth = 16

  private(set) var watches: [Node: Watch] = [:]
  /// What each path leads to; nil where there is no such directory.
  private(set) var targets: [String: Node?] = [:]

  init() {}

  /// Looks at the paths as they are now.
  init(for directories: [String]) {
    for directory in directories { targets[directory] = follow(directory) }
  }

  private mutating func follow(_ directory: String) -> Node? {
    let names = directory.split(separator: "/").map(String.init)
    var above: (path: String, node: Node)?
    if let root = Self.node("/") { above = ("/", root) }
    for (depth, name) in names.enumerated() {
      guard let parent = above else { return nil }
      let path = (parent.path == "/" ? "" : parent.path) + "/" + name
      let isLast = depth == names.count - 1
      if isLast, Self.isLink(path) {
        add(parent, Self.otherEntries | Self.gone, awaiting: name)
      }
      guard let node = Self.node(path) else {
        let kinds = Self.exists(path) ? Self.otherEntries : Self.entries
        add(parent, kinds | Self.gone, awaiting: name)
        return nil
      }
      if depth + Self.maximumDepth > names.count { add(parent, Self.gone) }
      above = (path, node)
    }
    guard let above else { return nil }
    add(above, Self.content | Self.gone, for: directory)
    return above.node
  }

  private mutating func add(
    _ place: (path: String, node: Node), _ mask: UInt32, for directory: String? = nil,
    awaiting name: String? = nil
  ) {
    var watch = watches[place.node] ?? Watch(path: place.path, mask: 0)
    watch.mask |= mask
    if let directory { watch.directories.insert(directory) }
    if let name { watch.awaited.insert(name) }
    watches[place.node] = watch
  }

  private static func node(_ path: String) -> Node? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return Node(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
