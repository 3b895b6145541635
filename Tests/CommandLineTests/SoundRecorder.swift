import EventLoop
import Foundation
import TestSupport
import Testing

/// The programs that play and speak in a test: they play nothing, and say when they start and end.
final class SoundRecorder {
  /// What a program was started for.
  struct Turn: Equatable {
    var program: String
    /// The text that it was to speak, or the name of the file.
    var sound: String
    var language = ""
  }

  /// A line of the log.
  struct Event {
    let process: pid_t
    /// Nil if it has ended by itself.
    let turn: Turn?
    let arguments: String
    let at: ContinuousClock.Instant
  }

  let loop: Loop
  /// The starts and ends so far, except of what ends the speech of a server.
  var events: [Event] { all.filter { $0.turn?.sound != Self.cancellation } }
  private var all: [Event] = []
  private let files = try? TemporaryDirectory()
  private var buffer = ""
  private let keeps: Bool
  private var ends: Int { events.count { $0.turn == nil } }

  /// If a program `keeps` playing, it has to be ended.
  init(keeps: Bool = false, fails: [String] = []) throws {
    loop = try Loop()
    self.keeps = keeps
    let path = try #require(files).path("log")
    let pipe = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    try #require(pipe >= 0)
    _ = try loop.watch(owning: pipe, for: .readable) { [weak self] _ in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(pipe, &bytes, bytes.count), count > 0 {
        self?.take(String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
    for program in ["spd-say", "espeak-ng", "mpv"] {
      let script = """
        #!/bin/sh
        case " $* " in *' -C '*) echo "$$|\(program)|$*|" >'\(path)'; exit;; esac
        text=; case " $* " in *' -e '*|*' --stdin '*) text=$(cat);; esac
        echo "$$|\(program)|$*|$text" >'\(path)'
        \(fails.contains(program) ? "exit 1" : keeps ? "exec sleep 600" : "")
        echo "$$" >'\(path)'
        """
      try Child.writeProgram(script, to: try #require(files).path("bin/" + program))
    }
  }

  /// With the programs before all others.
  var environment: [String: String] {
    ["PATH": "\(files?.path("bin") ?? ""):\(Programs.directory):/usr/bin:/bin"]
  }

  func program(_ name: String) -> String { files?.path("bin/" + name) ?? "" }

  private func take(_ text: String) {
    buffer += text
    while let end = buffer.firstIndex(of: "\n") {
      let parts = buffer[..<end].split(separator: "|", omittingEmptySubsequences: false)
      buffer = String(buffer[buffer.index(after: end)...])
      var turn: Turn?
      if parts.count > 3 {
        let words = parts[2].split(separator: " ").map(String.init)
        let text = parts[3].trimmingCharacters(in: .whitespaces)
        let option = words.firstIndex { ["-l", "-v"].contains($0) }
        turn = Turn(
          program: String(parts[1]),
          sound: parts[1] == "mpv"
            ? words.last?.split(separator: "/").last.map(String.init) ?? "" : text,
          language: option.map { words[$0 + 1] } ?? "")
        if words == [Self.cancellation] { turn?.sound = Self.cancellation }
      }
      all.append(
        Event(
          process: pid_t(parts[0]) ?? 0, turn: turn,
          arguments: parts.count > 3 ? String(parts[2]) : "", at: .now))
    }
  }

  /// What was started so far.
  var turns: [Turn] { events.compactMap(\.turn) }
  var cancellations: Int { all.count { $0.turn?.sound == Self.cancellation } }
  private static let cancellation = "-C"
  /// The same by their texts and files alone.
  var sounds: [String] { turns.map(\.sound) }

  /// Waits until that many were started, and have ended unless they keep playing; returns the texts
  /// and files.
  func sounds(_ count: Int, at place: SourceLocation = #_sourceLocation) -> [String] {
    #expect(
      loop.waits { sounds.count >= count && (keeps || ends >= count) },
      "\(sounds) are not \(count)", sourceLocation: place)
    return sounds
  }

  /// Waits until a program that was started is gone, and was waited for.
  func waitForEnd(
    of process: pid_t, orZombie: Bool = false, at place: SourceLocation = #_sourceLocation
  ) {
    let isGone = loop.waitsFor {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return kill(process, 0) != 0 || orZombie && state?.contains(") Z ") != false
    }
    // As a zombie of this process it would keep the exit tests from seeing their own ends.
    if orZombie { waitpid(process, nil, WNOHANG) }
    #expect(isGone, "\(process) runs, or is a zombie", sourceLocation: place)
  }
}

extension Loop {
  /// Looks again and again: nothing reports the end of another's child.
  fileprivate func waitsFor(_ isDone: () -> Bool) -> Bool {
    for _ in 0..<6000 where !isDone() { passes(.milliseconds(10)) }
    return isDone()
  }
}
