internal import Foundation

/// A message bus of a test's own, with private directories for the programs on it.
///
/// It is a dbus-daemon, or a dbus-broker if `MEMORIZE_TEST_BUS` says so.
package final class PrivateBus {
  package let address: String
  /// With the directories that `environment` names.
  package let files: TemporaryDirectory
  private let daemon: Child

  /// Starts a bus.
  ///
  /// - Parameters:
  ///   - activates: whether calls to the name start the program.
  ///   - program: the daemon or its double.
  ///   - options: the arguments of a program that is started so.
  ///   - matchRules: how many each connection may have, of a dbus-daemon: a dbus-broker has no such limit.
  /// - Throws: the system's error if no bus can be started.
  package init(
    activates: Bool = false, program: String = Programs.memorized, options: String = "",
    matchRules: Int? = nil
  ) throws {
    files = try TemporaryDirectory()
    try files.make("services")
    if activates {
      try files.write(
        "services/org.memorized.Memorize1.service",
        """
        [D-BUS Service]
        Name=org.memorized.Memorize1
        Exec=\([program, options].filter { !$0.isEmpty }.joined(separator: " "))

        """)
    }
    // If its log were a pipe that nobody reads, the bus would stop when the pipe is full.
    let log = open(files.path("bus.log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(log) }
    let kind = matchRules == nil ? BusKind.current : .daemon
    let (bus, arguments) = try kind.command(
      in: files, matchRules: matchRules ?? 50_000)
    daemon = try Child(bus, arguments, environment: Self.directories(in: files), errors: log)
    guard let address = daemon.output.next(within: .hang) else {
      let log = try? files.text("bus.log")
      throw CocoaError(
        .fileReadUnknown,
        userInfo: [NSLocalizedDescriptionKey: "\(bus) did not start: \(log ?? "")"])
    }
    self.address = address
  }

  deinit {
    daemon.signal(SIGKILL)
    daemon.wait()
  }

  /// The environment for programs that use this bus.
  ///
  /// There is no system bus: the machine's would decide whether the screen is locked.
  package var environment: [String: String] {
    Self.directories(in: files).merging([
      "DBUS_SESSION_BUS_ADDRESS": address,
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(files.path("no-system-bus"))",
    ]) { $1 }
  }

  package func kill() {
    daemon.signal(SIGKILL)
    daemon.wait()
  }

  /// Stops or continues the bus.
  package func signal(_ number: Int32) {
    daemon.signal(number)
  }

  /// Starts a daemon and waits until it says that it is ready.
  package func startDaemon(
    _ arguments: [String] = [], with variables: [String: String] = [:]
  ) throws -> Child {
    let child = try Child(
      Programs.memorized, arguments, environment: environment.merging(variables) { $1 })
    guard child.errors.waits(for: "Ready") else {
      throw CocoaError(
        .fileReadUnknown,
        userInfo: [NSLocalizedDescriptionKey: child.errors.lines.joined(separator: "\n")])
    }
    return child
  }

  private static func directories(in files: TemporaryDirectory) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": files.root, "XDG_STATE_HOME": files.path("state"),
      "XDG_DATA_HOME": files.path("data"), "XDG_CONFIG_HOME": files.path("config"),
      "XDG_DATA_DIRS": files.path("system"),
    ]
  }
}
