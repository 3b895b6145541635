internal import CLinux
internal import Glibc

/// Tells of changes in a few directories, by one `inotify(7)` descriptor.
///
/// A directory need not be there: then the nearest one above it is watched until it is. Directories
/// that are renamed, removed or made again are followed. What is reached by a link is watched, and
/// so is the link where it is the last part of a path; links in the middle are taken as they are.
public final class DirectoryWatch {
  /// What has happened.
  public enum Change: Hashable, Sendable {
    /// A file was made, written and closed, renamed, removed, or has other permissions.
    case file(named: String, in: String)
    /// A directory came, went, or is another one.
    case directory(String)
    /// The kernel has lost count: anything may be different.
    case everything
  }

  /// Why some directory is not watched; nil where all are.
  public private(set) var fault: SystemError?

  private let directories: [String]
  private let loop: EventLoop
  private let onChange: (Set<Change>) -> Void
  private let descriptor: Int32
  private var id: EventLoop.WatchID?
  private var plan = WatchPlan()
  /// What each of the kernel's watches is for.
  private var nodes: [Int32: WatchPlan.Node] = [:]

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - directories: absolute paths, a few of them.
  ///   - loop: where the kernel's word is waited for.
  ///   - onChange: told what has happened; what came at once is told at once.
  /// - Throws: `SystemError` where the kernel gives no descriptor.
  public init(
    _ directories: [String], loop: EventLoop, onChange: @escaping (Set<Change>) -> Void
  ) throws(SystemError) {
    self.directories = directories
    self.loop = loop
    self.onChange = onChange
    descriptor = try SystemError.check(
      "watch directories", inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    do throws(SystemError) {
      id = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      close(descriptor)
      throw error
    }
    arm()
  }

  deinit {
    if let id { loop.remove(id) }
    close(descriptor)
  }

  /// Asks the kernel for what the plan needs, and once more where a directory has come meanwhile.
  private func arm() {
    var rounds = 0
    repeat {
      plan = WatchPlan(for: directories)
      fault = nil
      var kept: [Int32: WatchPlan.Node] = [:]
      for (node, watch) in plan.watches {
        let number = inotify_add_watch(descriptor, watch.path, watch.mask)
        if number >= 0 { kept[number] = node } else { note(errno) }
      }
      for number in nodes.keys where kept[number] == nil { inotify_rm_watch(descriptor, number) }
      nodes = kept
      rounds += 1
    } while rounds < 8 && WatchPlan(for: directories) != plan
  }

  /// One that is gone again is looked for anew; one that is closed to us has nothing for us.
  private func note(_ code: Int32) {
    guard ![ENOENT, ENOTDIR, EACCES, ELOOP].contains(code) else { return }
    fault = SystemError("watch directories", code: code)
  }

  /// Takes in what has happened until now, without waiting for the loop's next turn.
  public func drain() { read() }

  private func read() {
    var changes: Set<Change> = []
    var isStructural = false
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        for event in Events(bytes: UnsafeRawBufferPointer(rebasing: buffer.prefix(count))) {
          take(event, &changes, &isStructural)
        }
      }
    }
    if isStructural {
      let before = plan.targets
      arm()
      for (directory, node) in plan.targets where before[directory] != node {
        changes.insert(.directory(directory))
      }
    }
    if !changes.isEmpty { onChange(changes) }
  }

  private func take(_ event: Event, _ changes: inout Set<Change>, _ isStructural: inout Bool) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes.insert(.everything)
      return isStructural = true
    }
    guard let node = nodes[event.watch], let watch = plan.watches[node] else { return }
    if event.mask & UInt32(IN_IGNORED) != 0 { nodes[event.watch] = nil }
    if event.mask & WatchPlan.own != 0 || watch.awaited.contains(event.name) {
      isStructural = true
      changes.formUnion(watch.directories.map { .directory($0) })
    } else if event.name.isEmpty {
      // Its own permissions are others.
      changes.formUnion(watch.directories.map { .directory($0) })
    } else {
      changes.formUnion(watch.directories.map { .file(named: event.name, in: $0) })
    }
  }
}

/// One event as the kernel writes it.
private struct Event {
  let watch: Int32
  let mask: UInt32
  /// The entry of the directory; empty where it is about the directory itself.
  let name: String
}

/// The events that one read has brought.
private struct Events: Sequence, IteratorProtocol {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func next() -> Event? {
    let head = MemoryLayout<inotify_event>.size
    guard position + head <= bytes.count else { return nil }
    let event = bytes.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
    let start = position + head
    let end = Swift.min(start + Int(event.len), bytes.count)
    position = end
    let name = bytes[start..<end].prefix { $0 != 0 }
    return Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self))
  }
}
