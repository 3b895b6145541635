import EventLoop
import Glibc
import UserService

/// tmux around this program: it knows its terminal, whose answers it keeps to itself.
enum Tmux {
  /// Calls `answer` if the terminal shows pictures in text cells, and tmux lets them through.
  static func askForGraphics(on loop: Loop, then answer: @escaping () -> Void) {
    let start = ProcessStart(
      apart: ["tmux", "display-message", "-p", "#{allow-passthrough} #{client_termtype}"])
    guard let (process, output) = try? start.startPrinting() else { return }
    var watch: Loop.WatchID?
    // Its line comes as a whole, or not at all.
    watch = try? loop.watch(owning: output, for: .readable) { _ in
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(output, &bytes, bytes.count)
      if let watch { loop.remove(watch) }
      // It has nothing else to do, and the screen does not wait for it.
      kill(process, SIGKILL)
      _ = ProcessEnd(of: process)
      if showsPictures(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)) { answer() }
    }
  }

  /// Whether `on kitty(0.41.1)` or its like shows pictures; kitty does so from 0.28 on.
  private static func showsPictures(_ line: String) -> Bool {
    let words = line.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count > 1, ["on", "all"].contains(words[0]) else { return false }
    let version = words.dropFirst(2).compactMap { Int($0) }
    return words[1] == "ghostty"
      || words[1] == "kitty" && version.count > 1 && (version[0], version[1]) >= (0, 28)
  }
}
