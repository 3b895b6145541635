import EventLoop
import Foundation
import TestSupport
import Testing
import UserFiles

@Suite(.timeLimit(.minutes(30))) struct DirectoryWatchTests {
  /// A temporary directory, the watch on it, and the reported changes.
  private final class Place {
    let loop: Loop
    let files: TemporaryDirectory
    var root: String { files.root }
    private(set) var reported: Set<String> = []
    private var watch: DirectoryWatch?

    init(_ paths: String..., making: [String] = []) throws {
      loop = try Loop()
      files = try TemporaryDirectory()
      for path in making { try files.make(path) }
      watch = try DirectoryWatch(paths.map(files.path), loop: loop) { [unowned self] in
        reported.formUnion($0)
      }
    }

    /// Waits until a change is reported, and forgets all that was reported until then.
    func hears(_ path: String) -> Bool {
      let isHeard = loop.waits { reported.contains(files.path(path)) }
      if !isHeard { print("reported: \(reported)") }
      reported = []
      return isHeard
    }

    /// Runs the loop for a moment, to see that nothing happens in it.
    func passes() { loop.passes(.milliseconds(5)) }

    /// Receives pending changes, and forgets them.
    func forget() {
      passes()
      reported = []
    }
  }

  @Test func filesThatAppearChangeAndGoAreReported() throws {
    let place = try Place("a", making: ["a"])
    try place.files.write("a/one")
    #expect(place.hears("a/one"))
    place.forget()
    try place.files.write("a/one", "other")
    #expect(place.hears("a/one"))
    place.forget()
    chmod(place.root + "/a/one", 0)
    #expect(place.hears("a/one"))
    place.forget()
    try place.files.write("new")
    try place.files.move("new", to: "a/one")
    #expect(place.hears("a/one"))
    try place.files.remove("a/one")
    #expect(place.hears("a/one"))
  }

  @Test func filesElsewhereAreNotReported() throws {
    let place = try Place("a", "b/c", making: ["a", "b/d"])
    try place.files.write("a/heard")
    try place.files.write("elsewhere")
    try place.files.write("b/elsewhere")
    try place.files.write("b/d/elsewhere")
    #expect(place.loop.waits { place.reported.contains(place.root + "/a/heard") })
    place.passes()
    #expect(place.reported == [place.root + "/a/heard"])
  }

  @Test func aFileThatIsBeingWrittenIsReportedWhenItIsClosed() throws {
    let place = try Place("a", making: ["a"])
    try place.files.write("a/one")
    #expect(place.hears("a/one"))
    place.forget()
    let file = try #require(fopen(place.root + "/a/one", "w"))
    fputs("half", file)
    fflush(file)
    place.passes()
    #expect(place.reported.isEmpty)
    fclose(file)
    #expect(place.hears("a/one"))
  }

  @Test func directoriesAreFoundHoweverFastTheyAreMade() throws {
    for round in 0..<50 {
      let place = try Place("a/b/c/d")
      let root = place.root
      let maker = Thread {
        for path in ["a", "a/b", "a/b/c", "a/b/c/d"] { mkdir(root + "/" + path, 0o700) }
      }
      maker.start()
      #expect(place.hears("a/b/c/d"), "round \(round)")
      try place.files.write("a/b/c/d/one")
      #expect(place.hears("a/b/c/d/one"))
    }
  }

  @Test func aDirectoryThatIsRemovedAndMadeAgainIsFollowed() throws {
    let place = try Place("a/b", making: ["a/b"])
    try place.files.write("a/b/one")
    #expect(place.hears("a/b/one"))
    try place.files.remove("a")
    #expect(place.hears("a/b"))
    place.forget()
    try place.files.make("a/b")
    #expect(place.hears("a/b"))
    try place.files.write("a/b/two")
    #expect(place.hears("a/b/two"))
  }

  @Test func aDirectoryIsReportedWhenOneAboveItIsRenamed() throws {
    let place = try Place("a/b/c", making: ["a/b/c", "z/b/c"])
    try place.files.move("a", to: "y")
    #expect(place.hears("a/b/c"))
    place.forget()
    try place.files.write("y/b/c/elsewhere")
    place.passes()
    #expect(place.reported.isEmpty)
    try place.files.move("z", to: "a")
    #expect(place.hears("a/b/c"))
    try place.files.write("a/b/c/one")
    #expect(place.hears("a/b/c/one"))
  }

  @Test func aFileInPlaceOfADirectoryEndsNothing() throws {
    let place = try Place("a/b")
    try place.files.write("a")
    try place.files.remove("a")
    try place.files.make("a/b")
    #expect(place.hears("a/b"))
  }

  @Test func aLinkedDirectoryIsFollowedAndSoIsTheLink() throws {
    let place = try Place("a", making: ["real", "other"])
    try place.files.link("a", to: "real")
    #expect(place.hears("a"))
    try place.files.write("real/one")
    #expect(place.hears("a/one"))
    try place.files.link("new", to: "other")
    try place.files.move("new", to: "a")
    #expect(place.hears("a"))
    try place.files.write("other/two")
    #expect(place.hears("a/two"))
  }

  @Test func twoPathsMayLeadToOneDirectory() throws {
    let place = try Place("a", "b", making: ["a"])
    try place.files.link("b", to: "a")
    #expect(place.hears("b"))
    try place.files.write("a/one")
    #expect(
      place.loop.waits {
        place.reported.isSuperset(of: ["/a/one", "/b/one"].map { place.root + $0 })
      })
  }

  /// Events that the kernel has dropped must not go unnoticed.
  @Test func aFullQueueIsReported() throws {
    let place = try Place("a", making: ["a"])
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    // The kernel merges equal events that follow each other.
    try place.files.write("a/one")
    for _ in 0...events {
      chmod(place.root + "/a", 0o700)
      chmod(place.root + "/a/one", 0o600)
    }
    #expect(place.hears("a"))
    try place.files.write("a/two")
    #expect(place.hears("a/two"))
  }

  @Test func aWatchEndsWithItsLastReference() throws {
    let place = try Place("a", making: ["a"])
    weak var gone: DirectoryWatch?
    do {
      let other = try DirectoryWatch([place.root], loop: place.loop) { _ in
        Issue.record("It reported a change after its end.")
      }
      #expect(other.fault == nil)
      gone = other
    }
    #expect(gone == nil)
    try place.files.write("a/one")
    #expect(place.hears("a/one"))
  }
}
