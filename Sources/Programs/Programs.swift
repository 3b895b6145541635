internal import memorize
internal import memorize_connect
internal import memorize_notify
internal import memorized
internal import UserService

/// The four programs are one file with four names, which holds Swift's library once.
@main
enum Programs {
  static func main() {
    switch ProgramArguments.all.first?.split(separator: "/").last {
    case "memorized": Memorized.main()
    case "memorize-notify": MemorizeNotify.main()
    case "memorize-connect": MemorizeConnect.main()
    default: CommandLineProgram.main()
    }
  }
}
