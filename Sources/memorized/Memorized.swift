internal import CLinux
internal import Glibc
internal import MemorizeBus
internal import PlainText
internal import Translation
internal import UserService

/// The daemon.
package enum Memorized {
  package static func main() {
    // A limit on file sizes must make a write fail, not end the daemon.
    signal(SIGXFSZ, SIG_IGN)
    configureAllocator()
    ServiceProgram.main("memorized", version: MemorizeContract.version) {
      (options: DaemonOptions, log) in try Daemon(options, log: log).run()
    }
  }

  /// Makes the C library return large blocks to the system when they are freed.
  ///
  /// By default, glibc raises its threshold after the first large free, for example after a flood
  /// of messages or a very long game, and then keeps such blocks forever.
  private static func configureAllocator() {
    let threshold: Int32 = 128 << 10
    mallopt(M_MMAP_THRESHOLD, threshold)
    mallopt(M_TRIM_THRESHOLD, threshold)
  }
}

struct DaemonOptions: ServiceOptions {
  static let flags: Set = ["--replace"]
  static let values: Set = ["--idle-exit"]

  static var help: ServiceHelp {
    ServiceHelp(
      tr("memorized: the memory game on your session bus, as org.memorized.Memorize1."),
      details: [
        tr(
          """
          The bus starts it on the first call. You can also start it with “systemctl --user start \
          memorized” or by hand. It runs until it receives SIGTERM or SIGINT. Play with memorize or \
          any D-Bus client.
          """)
      ],
      options: [
        ("--replace", tr("Take over the name from a running daemon.")),
        (
          "--idle-exit SECONDS",
          tr(
            """
            Exit after this time without calls; the next call starts it again and the game continues \
            (under systemd, at least 1 second).
            """)
        ),
      ],
      status: tr(
        """
        Exit status: 0 stopped by a signal or replaced, 1 no bus or bus lost, 2 wrong arguments, 4 \
        another process owns the name.
        """))
  }

  var replaces = false
  /// The daemon ends after this time without a call; nil for never.
  var idleLimit: Duration?

  mutating func read(_ option: String, _ value: String) throws(OptionError) {
    if option == "--replace" { replaces = true } else { idleLimit = try Self.duration(value) }
  }

  /// At most a year: anything longer is a mistake.
  private static func duration(_ text: String) throws(OptionError) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= 31_536_000 else {
      let given = text.printable
      throw OptionError(
        english("--idle-exit takes a number of seconds above 0, at most a year, not “\(given)”."))
    }
    return .seconds(seconds)
  }
}
