import EventLoop
import Glibc
import UserService

/// A running program that makes a sound, in a session of its own, so that it ends with all that it
/// has started.
///
/// It is waited for when it has ended, even if nobody holds this object any more.
final class SoundProcess {
  private let process: pid_t
  private var isOver = false

  /// Starts a program with a text as its input; throws if it cannot be started or watched.
  init(
    _ words: [String], input: String, on loop: Loop, whenOver: @escaping (ProcessEnd?) -> Void
  ) throws(SystemError) {
    let start = ProcessStart(apart: words)
    let pipe = try Pipe()
    start.pass(pipe.reader, as: STDIN_FILENO)
    // A side of a card fits into a pipe. While its reader is open here, writing cannot fail.
    let bytes = Array(input.utf8.prefix(Self.pipeBytes))
    _ = write(pipe.writer, bytes, bytes.count)
    close(pipe.writer)
    defer { close(pipe.reader) }
    process = try start.start()
    var watch: Loop.WatchID?
    do throws(SystemError) {
      watch = try loop.watch(endOf: process) {
        if let watch { loop.remove(watch) }
        whenOver(self.collect())
      }
    } catch {
      end()
      _ = collect()
      throw error
    }
  }

  /// What every pipe holds.
  private static let pipeBytes = 4096

  /// Kills it and what it has started.
  func end() {
    if !isOver { kill(-process, SIGKILL) }
  }

  private func collect() -> ProcessEnd? {
    // Its group has its number until it is waited for.
    end()
    isOver = true
    return ProcessEnd(of: process)
  }
}
