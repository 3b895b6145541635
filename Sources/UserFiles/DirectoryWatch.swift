internal import CLinux
package import EventLoop
internal import Glibc

/// Reports changes in a few directories, with one `inotify(7)` descriptor.
///
/// A directory need not exist: until it does, the nearest one above it is watched. Directories that
/// are renamed, removed or created again are followed. If a path ends in a link, both the link and
/// its target are watched; links in the middle are assumed not to change.
package final class DirectoryWatch {
  /// Why some directory is not watched; nil if all are.
  package private(set) var fault: SystemError?

  private let directories: [String]
  private let loop: Loop
  private let onChange: (Set<String>) -> Void
  private let descriptor: Int32
  private var id: Loop.WatchID?
  private var plan = WatchPlan()
  /// The watched directories, by the kernel's watch descriptor.
  private var nodes: [Int32: FileIdentity] = [:]

  /// Begins to watch directories, given as absolute paths.
  ///
  /// `onChange` gets the paths of files that were created, written and closed, renamed or removed,
  /// or have other permissions, and of directories that appeared, disappeared or may have changed
  /// in any way.
  package init(
    _ directories: [String], loop: Loop, onChange: @escaping (Set<String>) -> Void
  ) throws(SystemError) {
    self.directories = directories
    self.loop = loop
    self.onChange = onChange
    descriptor = try SystemError.check(
      "watch directories", inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    id = try loop.watch(owning: descriptor, for: .readable) { [weak self] _ in self?.drain() }
    arm()
  }

  deinit {
    if let id { loop.remove(id) }
  }

  /// Adds the plan's watches, and repeats this if a directory appeared or disappeared meanwhile.
  private func arm() {
    var rounds = 0
    repeat {
      plan = WatchPlan(for: directories)
      fault = nil
      var kept: [Int32: FileIdentity] = [:]
      for (node, watch) in plan.watches {
        let number = inotify_add_watch(descriptor, watch.path, watch.mask)
        if number >= 0 {
          kept[number] = node
        } else if ![ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno) {
          fault = SystemError("watch directories", code: errno)
        }
      }
      for number in nodes.keys where kept[number] == nil { inotify_rm_watch(descriptor, number) }
      nodes = kept
      rounds += 1
    } while rounds < 8 && WatchPlan(for: directories) != plan
  }

  /// Reports pending changes now, without waiting for the loop's next turn.
  package func drain() {
    var changes: Set<String> = []
    var isStructural = false
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var position = 0
        while position < count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let start = position + MemoryLayout<inotify_event>.size
          position = start + Int(event.len)
          // Empty if the event is about the directory itself.
          let name = String(decoding: buffer[start..<position].prefix { $0 != 0 }, as: UTF8.self)
          note(event, name, &changes, &isStructural)
        }
      }
    }
    if isStructural {
      let before = plan.targets
      arm()
      changes.formUnion(plan.targets.filter { before[$0.key] != $0.value }.keys)
    }
    if !changes.isEmpty { onChange(changes) }
  }

  private func note(
    _ event: inotify_event, _ name: String, _ changes: inout Set<String>,
    _ isStructural: inout Bool
  ) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes.formUnion(directories)
      return isStructural = true
    }
    guard let node = nodes[event.wd], let watch = plan.watches[node] else { return }
    if event.mask & UInt32(IN_IGNORED) != 0 { nodes[event.wd] = nil }
    let isOther = event.mask & WatchPlan.own != 0 || watch.awaited.contains(name)
    if isOther { isStructural = true }
    changes.formUnion(
      watch.directories.map { isOther || name.isEmpty ? $0 : $0 + "/" + name })
  }
}
