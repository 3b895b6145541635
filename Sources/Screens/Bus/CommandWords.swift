import EventLoop
import Glibc
import PlainText
import TerminalKit
import Translation
import UserFiles
import UserService

/// A command as it was given, byte for byte: the name of a file need not be text.
package struct CommandWords {
  /// They live as long as the program.
  package let words: [UnsafeMutablePointer<CChar>?]

  /// The last words of this program's command line.
  package init(last count: Int) {
    words = ProgramArguments.last(count)
  }

  /// In one line for people.
  package var text: String {
    words.compactMap { $0.map { String(cString: $0) } }.joined(separator: " ").harmless
  }

  /// Replaces this program; if that is impossible, says why, and exits as a shell does.
  package func replaceProgram() -> Never {
    // Ends the program if there is no command, which its declaration excludes.
    guard let name = words.first ?? nil else { exit(ExitStatus.usage.rawValue) }
    execvp(name, words + [nil])
    let code = errno
    let program = String(cString: name).harmless
    let reason =
      switch code {
      case ENOENT where access(name, F_OK) == 0:
        tr(
          "The interpreter in the first line of “{program}” was not found. Correct that line.",
          ["program": program])
      case ENOENT:
        tr(
          "“{program}” was not found. Check its spelling, or give its path.", ["program": program])
      case EACCES where FilePath.kind(of: name) == S_IFDIR:
        tr("“{program}” is a directory. Give the path of a program.", ["program": program])
      case EACCES:
        tr(
          """
          “{program}” is not executable. Change that with chmod +x, or name its interpreter.
          """, ["program": program])
      default:
        // Translators: {reason} is the system's, such as “Permission denied”.
        tr(
          "“{program}” could not be started: {reason}. Run it by itself to see more.",
          ["program": program, "reason": systemReason(code)])
      }
    Output.messages.print("memorize: " + reason)
    exit(code == ENOENT ? 127 : 126)
  }
}
