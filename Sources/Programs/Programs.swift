internal import memorize
internal import memorize_notify
internal import memorized

/// The three programs are one file with three names, which holds Swift's library once.
@main
enum Programs {
  static func main() {
    switch CommandLine.arguments.first?.split(separator: "/").last {
    case "memorized": Memorized.main()
    case "memorize-notify": MemorizeNotify.main()
    default: CommandLineProgram.main()
    }
  }
}
