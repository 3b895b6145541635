import Foundation
import TestSupport

/// A session that runs examples one after the other, with a daemon started by the first call.
struct ExampleSession {
  let desk: Desk

  /// What runs without end is ended after a second; of a desktop's settings the commands that they
  /// bind are run; curl finds a door on a free port, which systemd would open.
  private static let preamble = """
    set -euo pipefail
    shorten() { timeout 1 "$@" || [[ $? == 124 ]]; }
    call() {
      if [[ " $* " == *" monitor "* || " $* " == *" watch "* ]]; then shorten "$@"
      else command "$@"; fi
    }
    busctl() { call busctl "$@"; }
    gdbus() { call gdbus "$@"; }
    memorize() {
      local code=0
      call memorize "$@" || code=$?
      ((code != 2)) || echo "memorize $*" >>"$HOME/misused"
      return "$code"
    }
    ssh() { call ssh "$@"; }
    dbus-monitor() { shorten dbus-monitor "$@"; }
    memorized() { shorten memorized "$@"; }
    memorize-notify() { shorten memorize-notify "$@"; }
    memorize-connect() { shorten memorize-connect "$@"; }
    xdg-terminal-exec() { [[ $2 != play ]] || set -- "$@" --plain; "$@" </dev/null; }
    gsettings() { if [[ $3 == command ]]; then eval "$4" || (($? == 5)); fi; }
    kwriteconfig6() { [[ $* == *"--key _launch "* ]]; }
    curl() {
      local address code=0
      coproc DOOR { exec memorize-connect --port 0 2>&1; }
      local door=$DOOR_PID
      until [[ ${address-} == *Listening* ]]; do read -r address <&"${DOOR[0]}"; done
      address=${address##* }
      command curl "${@//127.0.0.1:8765/${address%.}}" || code=$?
      kill "$door"
      wait "$door" || :
      return "$code"
    }

    """

  /// Stands for ssh to a machine that is this one: a command gets what systemd's log-in sets.
  private static let ssh = """
    #!/bin/bash
    while [[ $1 == -* ]]; do
      case $1 in
      -- | -t | -T | -x | -xT) shift ;;
      -o) shift 2 ;;
      *) exit 2 ;;
      esac
    done
    [[ $1 == desktop || $1 == ada@desktop ]] || exit 255
    shift
    exec env -i "HOME=$HOME" "PATH=$PATH" "TERM=$TERM" LC_ALL=C.UTF-8 \\
      "XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR" /bin/bash -c "$*"
    """

  /// Where the programs and the stand-in are found.
  var path: String {
    "\(desk.bus.files.path("stand-ins")):\(Programs.directory):/usr/local/bin:/usr/bin:/bin"
  }

  init() throws {
    desk = try Desk(runs: false, activates: true)
    try desk.bus.files.make("stand-ins")
    try Child.writeProgram(Self.ssh, to: desk.bus.files.path("stand-ins/ssh"))
  }

  func winDailyGame() throws {
    try desk.memorize("new", "--daily", "--quiet")
    try Person(desk).win()
  }

  func run(_ example: Page.Block) throws -> Outcome {
    guard example.language == "python" else { return try run(example.text) }
    return try Outcome("/usr/bin/python3", ["-c", example.text], environment: environment)
  }

  /// Runs lines of a shell, in the sources or in another directory.
  func run(_ script: String, in directory: String = SourceTree.root.path) throws -> Outcome {
    let text = "cd '\(directory)'\n" + Self.preamble + script
    return try Outcome("/bin/bash", ["-c", text], environment: environment)
  }

  private var environment: [String: String] {
    desk.bus.environment.merging([
      "HOME": desk.bus.files.root, "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "xterm",
    ]) { $1 }
  }
}
