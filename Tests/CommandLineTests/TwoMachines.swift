import Foundation
import TestSupport
import Testing

/// Two machines, each with a bus, and on one of them a script in ssh's place that reaches the other.
///
/// The daemon runs on the other one only.
final class TwoMachines {
  let here: Desk
  let there: Desk
  static let host = "ada@pi"

  /// Has a shell run its last arguments, as sshd does, and notes all of them.
  ///
  /// The shell takes its place, so that a signal to it is one to the connection.
  private static let ssh = """
    #!/bin/bash
    printf '%s\\n' "$@" >"$LINKS/$PPID.words"
    echo $$ >"$LINKS/$PPID"
    until [[ $1 == -- ]]; do shift; done
    case $2 in
    ada@pi) ;;
    hanging) exec sleep 120 ;;
    *) echo "ssh: Could not resolve hostname $2: Name or service not known" >&2; exit 255 ;;
    esac
    shift 2
    while IFS= read -r variable; do export "$variable"; done <"$LINKS/environment"
    exec sh -c "$*"
    """

  init() throws {
    (here, there) = (try Desk(runs: false), try Desk())
    try here.bus.files.make("links")
    let other = there.environment.merging([
      "PATH": Programs.directory + ":/usr/local/bin:/usr/bin:/bin"
    ]) { $1 }
    try here.bus.files.write(
      "links/environment", other.map { "\($0.key)=\($0.value)\n" }.joined())
    try here.bus.files.make("stand-ins")
    try Child.writeProgram(Self.ssh, to: here.bus.files.path("stand-ins/ssh"))
  }

  /// For programs here.
  var environment: [String: String] {
    [
      "PATH":
        "\(here.bus.files.path("stand-ins")):\(Programs.directory):/usr/local/bin:/usr/bin:/bin",
      "LINKS": here.bus.files.path("links"),
    ]
  }

  func memorize(_ arguments: [String], options: String = "") throws -> Outcome {
    try here.memorize(
      arguments, with: environment.merging(["MEMORIZE_OPTIONS": options]) { $1 })
  }

  func start(_ arguments: String..., input: Int32? = nil) throws -> Child {
    try here.start(["--host", Self.host] + arguments, input: input, with: environment)
  }

  /// The process in ssh's place that a process has started.
  func link(of process: pid_t) throws -> pid_t {
    let text = try here.bus.files.text("links/\(process)")
    return try #require(Int32(text.trimmingCharacters(in: .newlines)))
  }

  /// The arguments of each ssh.
  var sshArguments: [[String]] {
    get throws {
      let links = here.bus.files.path("links")
      return try FileManager.default.contentsOfDirectory(atPath: links)
        .filter { $0.hasSuffix(".words") }
        .map {
          try here.bus.files.text("links/" + $0).split(separator: "\n").map(String.init)
        }
    }
  }
}
