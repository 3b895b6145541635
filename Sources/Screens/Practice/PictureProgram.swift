import CellDrawing
import EventLoop
import FoundationEssentials
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
    guard access(path, R_OK) == 0, let pipe = try? Pipe() else { return then(nil) }
    let start = ProcessStart(
      "/usr/bin/env",
      ["env", "chafa", "-f", "kitty", "-s", Self.size, "--animate", "off", "--", path])
    start.role = .sessionLeader
    start.blockedSignals = sigset_t.of([])
    start.resetsSignals = true
    start.limits = ProcessLimits(memory: Self.maximumMemory, seconds: UInt(Self.seconds))
    start.open("/dev/null", O_RDONLY, as: STDIN_FILENO)
    start.pass(pipe.writer, as: STDOUT_FILENO)
    start.open("/dev/null", O_WRONLY, as: STDERR_FILENO)
    let started = try? start.start()
    close(pipe.writer)
    guard let process = started else {
      close(pipe.reader)
      return then(nil)
    }
    var output: [UInt8] = []
    let timer = loop.schedule(after: .seconds(Self.seconds)) { kill(-process, SIGKILL) }
    let watch = try? loop.watch(owning: pipe.reader, for: .readable) { [weak self] _ in
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = Glibc.read(pipe.reader, &piece, piece.count)
      if count < 0, errno == EINTR { return }
      output += piece.prefix(max(count, 0))
      guard count <= 0 || output.count > Self.maximumOutput, let self else { return }
      loop.cancel(timer)
      if let watch = running[process] { loop.remove(watch) }
      end(process)
      then(CardPicture(chafa: output))
    }
    running[process] = watch
    if watch == nil {
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

/// A picture of a card, and the cells that have its shape.
struct CardPicture {
  let picture: Picture
  private let shape: Size

  /// The points in the sequences (APC) that chafa writes for kitty; nil for anything else.
  init?(chafa output: [UInt8]) {
    let (start, end): ([UInt8], [UInt8]) = (Array("\u{1B}_G".utf8), Array("\u{1B}\\".utf8))
    var keys: [Substring: Int] = [:]
    var points: [UInt8] = []
    var rest = output[...]
    while let index = rest.firstIndex(of: start[0]) {
      rest = rest[index...]
      guard rest.starts(with: start) else {
        rest = rest.dropFirst()
        continue
      }
      let sequence = rest.dropFirst(start.count).prefix { $0 != end[0] }
      rest = rest[sequence.endIndex...]
      let parts = sequence.split(
        separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      if keys.isEmpty {
        for key in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
          let pair = key.split(separator: "=")
          if pair.count == 2 { keys[pair[0]] = Int(pair[1]) }
        }
      }
      // Each sequence is base64 of its own.
      if parts.count == 2 {
        guard let data = Data(base64Encoded: Data(parts[1])) else { return nil }
        points += data
      }
    }
    guard keys["f"] == 32, let width = keys["s"], let height = keys["v"],
      let columns = keys["c"], let rows = keys["r"], (1...1000).contains(columns),
      (1...1000).contains(rows),
      let picture = Picture(width: width, height: height, bytes: points)
    else { return nil }
    self.picture = picture
    shape = Size(columns, rows)
  }

  /// The largest size in cells that has its shape and fits.
  func size(in room: Size) -> Size {
    let most = min(room.columns * shape.rows, room.rows * shape.columns)
    return Size(
      min(max(most / shape.rows, 1), room.columns), min(max(most / shape.columns, 1), room.rows))
  }
}
