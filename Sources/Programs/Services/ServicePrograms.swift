internal import UserService
internal import memorize_notify
internal import memorized

/// The daemon and the notifier are one file under two names, so that Swift's library, most of what
/// either has in memory, is loaded only once.
@main
enum ServicePrograms {
  static func main() {
    switch ProgramArguments.all.first?.split(separator: "/").last {
    case "memorize-notify": MemorizeNotify.main()
    default: Memorized.main()
    }
  }
}
