import Foundation
import TestSupport
import Testing
import UserFiles

@Suite struct UserFileTests {
  @Test func aFileIsReadUpToItsLimit() throws {
    let place = try TemporaryDirectory()
    try place.write("a", "four")
    #expect(try UserFile.read(place.path("a"), limit: 4) == Array("four".utf8))
    #expect(throws: FileError.tooLarge(limit: 3)) {
      try UserFile.read(place.path("a"), limit: 3)
    }
    // Its size is not known before: a file of /proc says 0.
    #expect(try !UserFile.read("/proc/self/stat", limit: 65_536).isEmpty)
    #expect(throws: FileError.tooLarge(limit: 3)) {
      try UserFile.read("/proc/self/stat", limit: 3)
    }
  }

  @Test func onlyRegularFilesAreRead() throws {
    let place = try TemporaryDirectory()
    #expect(mkfifo(place.path("pipe"), 0o600) == 0)
    #expect(throws: FileError.notAFile("a pipe")) {
      try UserFile.read(place.path("pipe"), limit: 1)
    }
    #expect(throws: FileError.notAFile("a directory")) {
      try UserFile.read(place.root, limit: 1)
    }
    #expect(throws: FileError.notAFile("a device")) {
      try UserFile.read("/dev/zero", limit: 1)
    }
    #expect(throws: FileError.system(ENOENT)) {
      try UserFile.read(place.path("none"), limit: 1)
    }
  }

  @Test func aFileIsReplacedWhole() throws {
    let place = try TemporaryDirectory()
    try UserFile.replace(place.path("a"), with: Array("one".utf8))
    try UserFile.replace(place.path("a"), with: Array("two".utf8))
    #expect(try place.text("a") == "two")
    #expect(throws: FileError.system(EEXIST)) {
      try UserFile.replace(place.path("a"), with: [], overwrites: false)
    }
    #expect(try place.text("a") == "two")
    #expect(try place.names == ["a"])
  }

  @Test func aLinkStaysOne() throws {
    let place = try TemporaryDirectory()
    try place.write("real", "one")
    #expect(symlink("real", place.path("link")) == 0)
    try UserFile.replace(place.path("link"), with: Array("two".utf8), permissions: 0o640)
    #expect(try place.text("real") == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path("link")) == "real")
  }

  // A temporary file left behind by a kill must not stay.
  @Test func aLeftOverFileIsReplaced() throws {
    let place = try TemporaryDirectory()
    try place.write(".new", "half")
    try UserFile.replace(place.path("a"), with: Array("whole".utf8), temporary: ".new")
    #expect(try place.names == ["a"])
    #expect(try place.text("a") == "whole")
  }

  /// “No such file or directory” must not hide why the first of several directories was not made.
  @Test func aDirectoryIsMadeWithThoseAboveIt() throws {
    let place = try TemporaryDirectory()
    try UserFile.makeDirectory(place.path("a/b/c"))
    try UserFile.makeDirectory(place.path("a/b/c"))
    try UserFile.replace(place.path("a/b/c/file"), with: [])
    #expect(throws: FileError.system(ENOTDIR)) {
      try UserFile.makeDirectory(place.path("a/b/c/file/d"))
    }
    if geteuid() != 0 {
      chmod(place.root, 0o500)
      defer { chmod(place.root, 0o700) }
      #expect(throws: FileError.system(EACCES)) { try UserFile.makeDirectory(place.path("d/e/f")) }
    }
  }

  @Test func aMovedFileTakesAFreeName() throws {
    let place = try TemporaryDirectory()
    try place.make("kept")
    for text in ["a", "b", "c"] {
      try place.write("file.tsv", text)
      _ = try UserFile.move(place.path("file.tsv"), into: place.path("kept"))
    }
    #expect(try place.names == ["kept"])
    for (name, text) in [("file.tsv", "a"), ("2-file.tsv", "b"), ("3-file.tsv", "c")] {
      #expect(try place.text("kept/" + name) == text)
    }
    // Between two file systems it is written anew.
    let other = try TemporaryDirectory(in: "/dev/shm")
    _ = try UserFile.move(place.path("kept/file.tsv"), into: other.root)
    #expect(try other.text("file.tsv") == "a" && place.names == ["kept"])
    #expect(throws: FileError.system(ENOENT)) {
      try UserFile.move(place.path("none"), into: other.root)
    }
  }

  @Test func namesAreSortedByTheirBytes() throws {
    let place = try TemporaryDirectory()
    for name in ["b.tsv", "B.tsv", "é.tsv", ".hidden.tsv", "a.txt"] { try place.write(name, "") }
    #expect(close(open(place.path("") + "\u{1}", O_CREAT | O_WRONLY, 0o600)) == 0)
    let found = try UserFile.names(in: place.root, suffix: ".tsv")
    #expect(found.names == ["B.tsv", "b.tsv", "é.tsv"])
    #expect(found.notUTF8 == 0)
    var bad = Array((place.root + "/x").utf8CString.dropLast())
    bad += [CChar(bitPattern: 0xFF)] + Array(".tsv".utf8CString)
    close(open(bad, O_CREAT | O_WRONLY, 0o600))
    #expect(try UserFile.names(in: place.root, suffix: ".tsv").notUTF8 == 1)
    #expect(throws: FileError.system(ENOENT)) { try UserFile.names(in: place.path("none")) }
  }

  @Test func aChangeIsSeen() throws {
    let place = try TemporaryDirectory()
    try place.write("a", "one")
    let first = try FileVersion(of: place.path("a"))
    // So fresh that the next change may get the same time.
    #expect(!first.isStill(first))
    let old = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    #expect(utimes(place.path("a"), old) == 0)
    #expect(try !first.isStill(FileVersion(of: place.path("a"))))
  }

  @Test func directoriesFollowTheSpecification() {
    func directories(_ environment: [String: String]) -> UserDirectories {
      UserDirectories { environment[$0] }
    }
    let all = directories(
      ["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s/", "HOME": "/h", "XDG_DATA_DIRS": "/a:/b"])
    #expect(all.data == "/d" && all.state == "/s" && all.sharedData == ["/a", "/b"])
    let usual = directories(["HOME": "/h"])
    #expect(usual.data == "/h/.local/share" && usual.state == "/h/.local/state")
    #expect(usual.sharedData == ["/usr/local/share", "/usr/share"])
    // Relative paths and repetitions do not count.
    let odd = directories(["XDG_DATA_HOME": "d", "HOME": "h", "XDG_DATA_DIRS": "a::/b:/b//:/b"])
    #expect(odd.data == nil && odd.state == nil && odd.sharedData == ["/b"])
    let many = (0..<100).map { "/\($0)" }.joined(separator: ":")
    #expect(directories(["XDG_DATA_DIRS": many]).sharedData.count == 16)
  }
}
