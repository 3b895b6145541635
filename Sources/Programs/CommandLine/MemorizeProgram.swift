internal import memorize

@main
enum MemorizeProgram {
  static func main() { CommandLineProgram.main() }
}
