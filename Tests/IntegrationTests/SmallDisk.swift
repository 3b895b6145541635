import Foundation
import TestSupport

/// A daemon that keeps its games on a disk of its own, whose size and mode a test chooses.
///
/// Whoever may not mount is root in a user namespace, in which the disk is mounted; the daemon runs
/// as himself in another one, since the bus asks who it is that comes.
final class SmallDisk {
  /// The daemon, which is ready.
  let daemon: Child
  private let state: String
  private let commands: String
  private let answers: String

  /// Mounts the disk and starts the daemon.
  ///
  /// - Parameters:
  ///   - bus: where it is to be found.
  ///   - options: of the mount, as `size=300k`.
  /// - Throws: what the daemon or the shell says where one of them does not start.
  init(on bus: PrivateBus, mounted options: String) throws {
    state = bus.directory.path + "/state"
    (commands, answers) = (bus.directory.path + "/commands", bus.directory.path + "/answers")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    for pipe in [commands, answers] where mkfifo(pipe, 0o600) != 0 { throw POSIXError(.EEXIST) }
    let script = """
      mount -t tmpfs -o "$1" tmpfs "$2" || exit
      while read -r line; do eval "$line"; echo "$?" >"$4"; done <>"$3" 2>&1 &
      exec unshare --user --map-user=\(getuid()) --map-group=\(getgid()) "$5"
      """
    daemon = try Child(
      "unshare",
      [
        "--user", "--map-root-user", "--mount", "bash", "-c", script, "disk", options, state,
        commands, answers, Programs.memorized,
      ], environment: bus.environment)
    guard daemon.errors.waits(for: "Ready") else {
      throw CocoaError(
        .fileReadUnknown,
        userInfo: [NSLocalizedDescriptionKey: daemon.errors.lines.joined(separator: "\n")])
    }
  }

  deinit { try? tell("exit") }

  /// Runs a line of the shell that has mounted the disk, and answers its exit code.
  func run(_ line: String) throws -> Int32? {
    try tell(line)
    return LineReader(open(answers, O_RDONLY | O_CLOEXEC)).next().flatMap { Int32($0) }
  }

  /// Leaves no room, or makes it again.
  func setFull(_ isFull: Bool) throws {
    // A write that finds no room for all of it still takes what there is.
    let fill = "cat /dev/zero >'\(state)/filler' 2>/dev/null; sync '\(state)/filler'"
    _ = try run(isFull ? fill : "rm '\(state)/filler'")
  }

  /// Lets nobody write any more, or lets them again.
  func setReadOnly(_ isReadOnly: Bool) throws -> Bool {
    // With the source named, no option is taken over of which the owner is unknown in here.
    try run("mount -o remount,\(isReadOnly ? "ro" : "rw") tmpfs '\(state)'") == 0
  }

  private func tell(_ line: String) throws {
    let descriptor = open(commands, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.EPIPE) }
    defer { close(descriptor) }
    let text = Array((line + "\n").utf8)
    guard write(descriptor, text, text.count) == text.count else { throw POSIXError(.EPIPE) }
  }
}
