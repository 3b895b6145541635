import CLinux
import Glibc
import UserFiles

/// A process that waits for a line of its terminal.
///
/// The system does not report one, so this looks in `/proc` for a thread in read(2), or in select(2)
/// for the terminal alone, as in bash's `read -t`. A process that waits in another way is not found:
/// such programs also watch the terminal while they work.
enum TerminalReader {
  /// A command with more processes than this counts as working.
  private static let maximumProcesses = 1000

  /// Whether a process or one of its descendants waits for that terminal.
  static func exists(below process: pid_t, on terminal: String) -> Bool {
    var rest = ["\(process)"]
    var count = 0
    while let next = rest.popLast(), count < maximumProcesses {
      count += 1
      let threads = (try? UserFile.names(in: "/proc/\(next)/task").names) ?? []
      for thread in threads {
        let place = "/proc/\(next)/task/\(thread)"
        if let call = FilePath.text(place + "/syscall"), let file = readFile(call),
          ["/dev/tty", terminal].contains(FilePath.target(of: "/proc/\(next)/fd/\(file)"))
        {
          return true
        }
        let children = FilePath.text(place + "/children") ?? ""
        rest += children.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return false
  }

  /// The descriptor from which a thread reads, according to its line of `/proc/PID/syscall`; nil if
  /// it does something else.
  static func readFile(_ call: String) -> Int? {
    let words = call.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].hasPrefix("0x"),
      let first = Int(words[1].dropFirst(2), radix: 16)
    else { return nil }
    switch Int(words[0]) {
    case Int(SYS_read): return first
    // One more than the highest descriptor: only standard input.
    case Int(SYS_pselect6) where first == 1: return 0
    default: return nil
    }
  }
}
