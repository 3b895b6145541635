package import CLinux
package import DBus
import Glibc
import PlainText
import UserFiles
import UserService

/// Another machine, as ssh names it (`--host`).
package struct RemoteHost {
  package let name: String
  /// Whether ssh fails rather than asks for a password.
  package var asksNothing = false

  package init(name: String) { self.name = name }

  /// Where ssh carries the session bus of the machine.
  ///
  /// `systemd-stdio-bridge --user` would connect to the system bus, or not be understood, depending
  /// on the version; ssh sets XDG_RUNTIME_DIR only if systemd knows of the login.
  package var address: BusAddress {
    let bus = "${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}"
    let bridge = "exec sh -c 'exec systemd-stdio-bridge --bus-path=\"\(bus)\"'"
    let batch = asksNothing ? ["-o", "BatchMode=yes"] : []
    return BusAddress(
      executing: "/proc/self/exe",
      as: ["memorize", Self.linkVerb, "ssh"] + batch + ["-xT", "--", name, bridge])
  }

  /// Throws without the program that reaches other machines.
  package static func checkSSH() throws(ProgramError) {
    guard !ShellCommand.isInstalled("ssh") else { return }
    throw ProgramError(
      .notAvailable, name: "NoServer",
      english("--host needs ssh, which PATH does not contain. Install the client of OpenSSH."))
  }

  /// The hidden verb of the process that becomes ssh.
  package static let linkVerb = "__ssh"

  /// Becomes ssh, which ends with the program that has started it even if the network hangs or it is
  /// asking for a password; keys that interrupt or stop that program do not break the connection.
  package static func becomeLink(_ command: CommandWords) -> Never {
    _ = signal_at_end_of_parent(SIGTERM)
    for key in [SIGINT, SIGQUIT, SIGTSTP] { signal(key, SIG_IGN) }
    command.replaceProgram()
  }
}

/// The process that became ssh, which ends with this object.
///
/// Without the kernel's list of children it ends with the program only.
package final class RemoteLink {
  private let process: pid_t

  package init(_ process: pid_t) { self.process = process }

  /// The last child that this program has started.
  package init?() {
    guard let list = try? UserFile.read("/proc/thread-self/children", limit: 1 << 16),
      let process = pid_t(String(decoding: list, as: UTF8.self).split(separator: " ").last ?? "")
    else { return nil }
    self.process = process
  }

  deinit {
    kill(process, SIGTERM)
    // It may have been stopped.
    kill(process, SIGCONT)
    _ = ProcessEnd(of: process)
  }
}
