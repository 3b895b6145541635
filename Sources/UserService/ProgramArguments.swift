internal import Glibc
internal import UserFiles

/// The words of this program's command line, of which the first is its name.
///
/// Swift's library, linked statically, takes them from before the environment in memory. It finds
/// none if a library in LD_PRELOAD has set a variable first; the kernel still has them.
package enum ProgramArguments {
  package static var all: [String] {
    CommandLine.argc > 0
      ? CommandLine.arguments : kernelWords.map { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  /// The last words, byte for byte, which need not be text; they live as long as the program.
  package static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>?] {
    guard CommandLine.argc > 0 else {
      return kernelWords.suffix(count).map { strdup($0.map { CChar(bitPattern: $0) }) }
    }
    let all = Int(CommandLine.argc)
    return (all - count..<all).map { CommandLine.unsafeArgv[$0] }
  }

  /// Each with the zero at its end.
  static var kernelWords: [[UInt8]] {
    let bytes = (try? UserFile.read("/proc/self/cmdline", limit: 1 << 23)) ?? []
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { $0 + [0] }
  }
}
