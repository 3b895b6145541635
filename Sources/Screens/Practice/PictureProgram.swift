import EventLoop
import Glibc
import UserService

/// Reads pictures of cards by chafa, which knows their formats, one process for each.
///
/// It is asked for the points that it would send to kitty: from them come the cells of every terminal,
/// in any size, without another process.
package final class PictureProgram {
  /// In cells of chafa's: more points than this are not seen in a card.
  private static let size = "60x30"
  /// The limits for a file that was made to take more.
  private static let seconds = 10
  private static let maximumMemory: UInt = 1 << 30
  private static let maximumOutput = 4 << 20

  private let loop: Loop
  private var running: [pid_t: Loop.WatchID] = [:]

  init(on loop: Loop) { self.loop = loop }

  deinit { for process in running.keys { end(process) } }

  package static var isInstalled: Bool { ShellCommand.isInstalled("chafa") }

  /// Calls `then` with nil if the file is not there, or is no picture.
  func read(_ path: String, then: @escaping (CardPicture?) -> Void) {
    let start = ProcessStart(
      apart: ["chafa", "-f", "kitty", "-s", Self.size, "--animate", "off", "--", path])
    start.limits = ProcessLimits(memory: Self.maximumMemory, seconds: UInt(Self.seconds))
    guard access(path, R_OK) == 0, let (process, output) = try? start.startPrinting() else {
      return then(nil)
    }
    var printed: [UInt8] = []
    let timer = loop.schedule(after: .seconds(Self.seconds)) { kill(-process, SIGKILL) }
    let watch = try? loop.watch(owning: output, for: .readable) { [weak self] _ in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(output, &piece, piece.count)
      if count < 0, errno == EINTR { return }
      printed += piece.prefix(max(count, 0))
      guard count <= 0 || printed.count > Self.maximumOutput, let self else { return }
      loop.cancel(timer)
      if let watch = running[process] { loop.remove(watch) }
      end(process)
      then(CardPicture(chafa: printed))
    }
    running[process] = watch
    if watch == nil {
      loop.cancel(timer)
      end(process)
      then(nil)
    }
  }

  private func end(_ process: pid_t) {
    running[process] = nil
    kill(-process, SIGKILL)
    _ = ProcessEnd(of: process)
  }
}
