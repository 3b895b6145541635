internal import memorize
internal import memorize_notify
internal import memorized
internal import UserService

/// The three programs are one file with three names, which holds Swift's library once.
@main
enum Programs {
  static func main() {
    switch ProgramArguments.all.first?.split(separator: "/").last {
    case "memorized": Memorized.main()
    case "memorize-notify": MemorizeNotify.main()
    default: CommandLineProgram.main()
    }
  }
}
