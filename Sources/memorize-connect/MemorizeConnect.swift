internal import MemorizeBus
internal import PlainText
internal import Translation
internal import UserService

/// The door for other tools.
package enum MemorizeConnect {
  package static func main() {
    ServiceProgram.main("memorize-connect", version: MemorizeContract.version) {
      (options: ConnectOptions, log) in
      try Door(on: ListeningSocket(port: options.port), log: log).run()

    }
  }
}

struct ConnectOptions: ServiceOptions {
  static let flags: Set<String> = []
  static let values: Set = ["--port"]

  static var help: ServiceHelp {
    ServiceHelp(
      tr(
        """
        memorize-connect lets the tools with which you read and watch, such as Yomitan, mpvacious and \
        asbplayer, add cards: it answers the protocol of AnkiConnect, without Anki.
        """),
      details: [
        tr(
          """
          It is off until you open it: systemctl --user enable --now memorize-connect.socket. Then \
          systemd listens on 127.0.0.1:8765, starts it with the first call, and it ends a minute after \
          the last. Only programs of your own on this machine and extensions of your browser can call \
          it. To ask them for a key, put a line “key = …” into ~/.config/memorize/connect.conf.
          """)
      ],
      options: [
        (
          "--port PORT",
          tr(
            """
            Listen on this port of 127.0.0.1 instead of the socket that systemd passes, and do not \
            end; 0 is any free one, which the log names.
            """)
        )
      ],
      status: tr(
        """
        Exit status: 0 stopped by a signal, or nobody has called for a minute, 1 libmicrohttpd is \
        missing, 2 wrong arguments, nothing to listen on, or a port that is taken.
        """))
  }

  /// Nil for the socket that systemd passes.
  var port: UInt16?

  mutating func read(_ option: String, _ value: String) throws(OptionError) {
    guard let port = UInt16(value) else {
      throw OptionError("--port takes a number from 0 to 65535, not “\(value.printable)”.")
    }
    self.port = port
  }
}
