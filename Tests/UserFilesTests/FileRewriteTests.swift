import Foundation
import TestSupport
import Testing
import UserFiles

@Suite struct FileRewriteTests {
  private static func rewrite(
    _ path: String, limit: Int = 1 << 20, _ change: ([UInt8]) throws(FileError) -> [UInt8]
  ) throws(FileError) {
    try UserFile.rewrite(path, limit: limit, failure: { $0 }, change)
  }

  private static func append(_ text: String, to path: String) throws(FileError) {
    try rewrite(path) { $0 + Array(text.utf8) }
  }

  /// Adds lines until another program ends; returns how many.
  private static func appendLines(to path: String, beside other: Child) -> Int {
    var count = 0
    while other.isRunning {
      do throws(FileError) {
        try append("ours \(count)\n", to: path)
        count += 1
      } catch {
        #expect(error == .changing)
      }
    }
    #expect(other.wait() == 0)
    return count
  }

  @Test func aFileIsCreatedOrChanged() throws {
    let place = try TemporaryDirectory()
    try Self.append("one\n", to: place.path("a"))
    chmod(place.path("a"), 0o640)
    try Self.append("two\n", to: place.path("a"))
    #expect(try place.text("a") == "one\ntwo\n")
    #expect(try place.names == ["a"])
    var status = stat()
    #expect(stat(place.path("a"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func aLinkStaysOneAndABrokenOneIsRefused() throws {
    let place = try TemporaryDirectory()
    try place.make("other")
    try place.write("other/real", "one\n")
    try place.link("link", to: "other/real")
    try Self.append("two\n", to: place.path("link"))
    #expect(try place.text("other/real") == "one\ntwo\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("other")) == ["real"])
    try place.link("broken", to: "none")
    #expect(throws: FileError.notAFile("a broken link")) {
      try Self.append("x", to: place.path("broken"))
    }
    #expect(throws: FileError.tooLarge(limit: 3)) {
      try Self.rewrite(place.path("link"), limit: 3) { $0 }
    }
  }

  // A directory of this name made each change fail with “File exists”.
  @Test func anObstructingDirectoryIsReported() throws {
    let place = try TemporaryDirectory()
    try place.make(".memorize.new")
    try place.write("a", "old\n")
    for path in ["a", "new"] {
      let error = #expect(throws: FileError.inTheWay(".memorize.new")) {
        try Self.append("x", to: place.path(path))
      }
      #expect(error?.reason.contains(".memorize.new") == true)
    }
    #expect(try place.text("a") == "old\n")
    #expect(try place.names == [".memorize.new", "a"])
  }

  /// Each way in which another program changes the file after it was read, and what is there then.
  @Test(arguments: ["replaced", "rewritten", "deleted", "being written"])
  func aChangeByAnotherProgramIsKept(way: String) throws {
    let place = try TemporaryDirectory()
    let path = try place.write("a", "old\n")
    var writer = way == "being written" ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1
    func finishWriting() {
      // Another test may have its number by now.
      if writer >= 0 { close(writer) }
      writer = -1
    }
    defer { finishWriting() }
    var attempts = 0
    func change(_ bytes: [UInt8]) -> [UInt8] {
      attempts += 1
      switch (way, attempts) {
      case ("replaced", 1): _ = try? place.write("a", "other\n", atomically: true)
      case ("rewritten", 1): _ = try? place.write("a", "other\n")
      case ("deleted", 1): try? place.remove("a")
      case ("being written", 3): finishWriting()
      default: break
      }
      return bytes + Array("new\n".utf8)
    }
    try Self.rewrite(path) { change($0) }
    #expect(attempts == (way == "being written" ? 3 : 2))
    let kept = ["deleted": "", "being written": "old\n"][way] ?? "other\n"
    #expect(try place.text("a") == kept + "new\n")
    #expect(try place.names == ["a"])
  }

  @Test func aFileThatIsAlwaysChangedIsGivenUp() throws {
    let place = try TemporaryDirectory()
    let path = try place.write("a", "0")
    var count = 0
    #expect(throws: FileError.changing) {
      try Self.rewrite(path) { _ in
        count += 1
        _ = try? place.write("a", "\(count)", atomically: true)
        return []
      }
    }
    #expect(try place.text("a") == "\(count)")
    #expect(try place.names == ["a"])
  }

  /// What was written to a file while it was put in place went with it, when it was taken back.
  @Test func noLineAddedByAnotherProcessIsLost() throws {
    let place = try TemporaryDirectory()
    let path = try place.write("a", String(repeating: "line\n", count: 2000))
    let other = try Child(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sys
        for number in range(3000):
            with open(sys.argv[1], "a") as file:
                file.write(f"other {number}\\n")
        """, path,
      ])
    let ours = Self.appendLines(to: path, beside: other)
    let lines = try place.text("a").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("other") } == 3000)
    #expect(lines.count { $0.hasPrefix("ours") } == ours && ours > 0)
  }

  /// A change based on what was read before would take back the other program's last one.
  @Test func noReplacementByAnotherProcessIsLost() throws {
    let place = try TemporaryDirectory()
    let path = try place.write("a", "")
    // Adds a line by replacing the whole file, under a lock of its own, until it has added all.
    let other = try Child(
      "/usr/bin/python3",
      [
        "-c",
        """
        import os, sys
        path = sys.argv[1]
        for number in range(2000):
            while True:
                with open(path) as file:
                    text = file.read()
                    seen = os.fstat(file.fileno())
                with open(path + ".other", "w") as file:
                    file.write(text + f"other {number}\\n")
                now = os.stat(path)
                if (now.st_ino, now.st_mtime_ns) == (seen.st_ino, seen.st_mtime_ns):
                    break
            os.rename(path + ".other", path)
            print(number, flush=True)
        """, path,
      ], environment: [:])
    let ours = Self.appendLines(to: path, beside: other)
    let lines = Set(try place.text("a").split(separator: "\n"))
    // What it has replaced of ours in its own race is its fault; nothing of it may be missing.
    #expect(lines.count { $0.hasPrefix("other") } == 2000)
    #expect(ours > 0)
  }

  /// A reader of ours gave up on a file that another program was just exchanging.
  @Test func aFileThatIsBeingExchangedIsReadOnceItIs() throws {
    let place = try TemporaryDirectory()
    let path = try place.write("a", "text")
    let holder = try Child(
      "/usr/bin/python3",
      [
        "-c",
        """
        import fcntl, os, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO])
        file = os.open(sys.argv[1], os.O_RDONLY)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        print("held", flush=True)
        signal.sigwait([signal.SIGIO])
        os.close(file)
        """, path,
      ], environment: [:])
    try #require(holder.output.waits(for: "held"))
    #expect(try UserFile.read(path, limit: 100) == Array("text".utf8))
  }
}
