import DBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import MemorizeBus

/// Copies of decks' files that synchronizers made because two machines changed them.
@Suite(.timeLimit(.minutes(30))) struct DeckCopyTests {
  private static let deck = "いく\tto go\t\tg1\nくる\tto come\t\tg2\n"
  private static let copy = "いく\tto walk\t\tg1\nみる\tto see\t\tg3\n"
  private static let syncthing = "Words.sync-conflict-20261128-131500-ABCDEFG"

  @Test(arguments: [
    syncthing, "Words (conflicted copy 2026-11-28 131500)",
    "Words (Ann's conflicted copy 2026-11-28)",
  ])
  func aCopyIsMergedIntoItsDeck(name: String) throws {
    for isNewer in [true, false] {
      let user = try CopySession(["Words": Self.deck])
      let decks = try user.decks()
      #expect(decks.first { $0["name"] == .string("Words") }?["cards"] == .uint32(2))
      try user.place(Self.copy, as: name, age: isNewer ? -60 : 60)
      user.waitsForMerges(1)
      let text = isNewer ? "to walk" : "to go"
      #expect(
        try user.text("Words")
          == "いく\t\(text)\t\tg1\nくる\tto come\t\tg2\nみる\tto see\t\tg3\n")
      #expect(user.merged == ["Words 1 1"] && user.changed == ["Words"])
      #expect(try user.cards("Words").map(\.front) == ["いく", "くる", "みる"])
      #expect(
        try user.decks().first { $0["name"] == .string("Words") }?["cards"] == .uint32(3))
      #expect(try user.files == ["Words.tsv"])
      #expect(try user.bus.files.text(CopySession.kept + name + ".tsv") == Self.copy)
      var status = stat()
      #expect(stat(user.bus.files.path(CopySession.kept), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
      let lost = isNewer ? "いく = to go" : "いく = to walk"
      #expect(user.daemon.errors.waits(for: "Not kept: “\(lost)”."))
    }
  }

  @Test func severalCopiesLeaveTheNewestTexts() throws {
    let user = try CopySession()
    try user.place("a\t1\t\tg\nb\t1\t\th\n", as: "Words", age: 90)
    // Their order by name is not that of their times.
    try user.place("a\t3\t\tg\n", as: "Words.sync-conflict-20261128-131500-AAAAAAA", age: 10)
    try user.place("a\t2\t\tg\nb\t2\t\th\n", as: Self.syncthing, age: 50)
    user.waitsForMerges(2)
    #expect(try user.text("Words") == "a\t3\t\tg\nb\t2\t\th\n")
    #expect(user.merged == ["Words 0 2", "Words 0 1"])
    // One with nothing new is only put away.
    try user.place("a\t3\t\tg\n", as: Self.syncthing, age: 10)
    #expect(user.daemon.errors.waits(for: "0 texts replaced. The copy is now "))
    #expect(try user.bus.files.text(CopySession.kept + "2-\(Self.syncthing).tsv") == "a\t3\t\tg\n")
    #expect(try user.files == ["Words.tsv"] && user.merged.count == 2)
  }

  @Test func theCopyOfAMissingDeckBecomesTheDeck() throws {
    let user = try CopySession([Self.syncthing: Self.copy])
    #expect(user.waits { (try? user.files) == ["Words.tsv"] })
    #expect(try user.text("Words") == Self.copy && user.cards("Words").count == 2)
    #expect(user.daemon.errors.waits(for: "Words.tsv, which was missing."))
    #expect(user.merged.isEmpty)
  }

  /// A card that was removed on one machine came back with the file of the other one.
  @Test func aCardThatIsGoneStaysGone() throws {
    let user = try CopySession(["Words": Self.deck])
    let id = try #require(try user.cards("Words").last).id
    try user.remove(id)
    try user.place(Self.deck + "みる\tto see\t\tg3\n", as: Self.syncthing, age: -60)
    user.waitsForMerges(1)
    let without = "いく\tto go\t\tg1\nみる\tto see\t\tg3\n"
    #expect(try user.text("Words") == without)
    // As well if the other machine's file has the deck's name.
    try user.bus.files.write(
      DeckSession.folder + "Words.tsv", without + "くる\tto come\t\tg2\n", atomically: true)
    try user.place("いく\tto walk\t\tg1\n", as: Self.syncthing, age: -60)
    user.waitsForMerges(2)
    #expect(try user.text("Words") == without.replacing("to go", with: "to walk"))
    // Until it is added again.
    try user.add(
      "Words", ["front": "くる", "back": "to come", "guid": "g2"].mapValues { .string($0) })
    try user.place("くる\tto arrive\t\tg2\n", as: Self.syncthing, age: -60)
    user.waitsForMerges(3)
    #expect(try user.text("Words").hasSuffix("\nくる\tto arrive\t\tg2\n"))
  }

  /// A card that its user put back in an editor was removed again by the next merge.
  @Test func aCardThatWasPutBackStays() throws {
    let user = try CopySession(["Words": Self.deck])
    try user.remove(try #require(try user.cards("Words").last).id)
    #expect(try user.cards("Words").count == 1)
    try user.bus.files.write(DeckSession.folder + "Words.tsv", Self.deck, atomically: true)
    #expect(user.waits { (try? user.cards("Words").count) == 2 })
    try user.place("いく\tto walk\t\tg1\n", as: Self.syncthing, age: -60)
    user.waitsForMerges(1)
    #expect(try user.text("Words") == Self.deck.replacing("to go", with: "to walk"))
  }

  /// After a crash a card that is still there must not count as gone, nor come back once it is not.
  @Test func anInterruptedRemovalIsWholeOrNot() throws {
    let calls = try FailingCalls()
    var outcomes: Set<Bool> = []
    for number in 1... {
      let user = try CopySession(
        ["Words": Self.deck], variables: calls.environment(changing: number))
      let id = try #require(try user.cards("Words").last).id
      try calls.arm()
      let isRefused = user.refusal { try user.remove(id) } != nil
      try calls.arm(false)
      if isRefused {
        user.variables = [:]
        try user.restart(by: SIGKILL)
      }
      let isThere = try user.cards("Words").count == 2
      outcomes.insert(isThere)
      let other = isThere ? "いく\tto walk\t\tg1\n" : Self.deck + "みる\tto see\t\tg3\n"
      try user.place(other, as: Self.syncthing, age: -60)
      user.waitsForMerges(1)
      #expect(
        try user.cards("Words").map(\.front) == ["いく", isThere ? "くる" : "みる"], "\(number)")
      if !calls.hasStruck { break }
    }
    #expect(outcomes == [true, false])
  }

  /// What could not be merged was tried only by the next daemon, or again and again.
  @Test func whatCannotBeMergedWaits() throws {
    let calls = try FailingCalls()
    let user = try CopySession(
      ["Words": Self.deck], variables: calls.environment(changing: 1, with: ENOSPC))
    // Read once while the disk has room.
    #expect(try user.cards("Words").count == 2)
    try calls.arm()
    try user.place(Self.copy, as: Self.syncthing, age: -60)
    #expect(user.daemon.errors.waits(for: "could not be merged into its deck: "))
    try user.place("x\ty\n", as: "Other", age: 0)
    _ = try user.cards("Other")
    #expect(try user.text("Words") == Self.deck && user.merged.isEmpty)
    try calls.arm(false)
    try user.place("x\tz\n", as: "Other", age: 0)
    user.waitsForMerges(1)
    #expect(try user.cards("Words").count == 3)
    #expect(user.daemon.errors.lines.count { $0.contains("could not be merged") } <= 1)
    // A copy that cannot be read.
    try user.bus.files.make(DeckSession.folder + Self.syncthing + ".tsv")
    #expect(user.daemon.errors.waits(for: "It cannot be read: it is a directory"))
    try user.bus.files.remove(DeckSession.folder + Self.syncthing + ".tsv")
    try user.place("neu\tnew\n", as: Self.syncthing, age: -60)
    user.waitsForMerges(2)
    #expect(try user.cards("Words").count == 4)
  }

  /// Killed at any change of a file, it loses neither the deck's cards nor the copy's.
  @Test func aCrashLosesNothing() throws {
    let calls = try FailingCalls()
    for number in 1... {
      let user = try CopySession(
        ["Words": Self.deck], variables: calls.environment(changing: number))
      try calls.arm()
      try user.place(Self.copy, as: Self.syncthing, age: -60)
      #expect(user.waits { !user.merged.isEmpty || !user.daemon.isRunning })
      try calls.arm(false)
      if !user.daemon.isRunning {
        user.variables = [:]
        try user.restart(by: SIGKILL)
        _ = try user.cards("Words")
        #expect(user.waits { (try? user.files) == ["Words.tsv"] }, "\(number)")
      }
      #expect(try user.cards("Words").map(\.back) == ["to walk", "to come", "to see"], "\(number)")
      #expect(
        try user.bus.files.text(CopySession.kept + Self.syncthing + ".tsv") == Self.copy,
        "\(number)")
      if !calls.hasStruck { return #expect(number > 5) }
    }
  }
}

/// Decks beside which a synchronizer puts copies.
private final class CopySession: DeckSession {
  static let kept = "data/memorize/log/merged/"

  /// The arguments of the signal `Merged`.
  private(set) var merged: [String] = []

  override init(_ decks: [String: String] = [:], variables: [String: String] = [:]) throws {
    try super.init(decks, variables: variables)
    proxy.on(DecksContract.merged) { [unowned self] in merged.append("\($0) \($1) \($2)") }
    waitForBus()
  }

  var files: [String] {
    get throws {
      // A crash may leave a hidden one, which the next change replaces.
      try FileManager.default.contentsOfDirectory(atPath: bus.files.path(Self.folder)).filter {
        !$0.hasPrefix(".")
      }.sorted()
    }
  }

  /// Puts a file of that age in seconds into the folder of decks.
  func place(_ text: String, as name: String, age: Double) throws {
    try bus.files.make(Self.folder)
    let path = try bus.files.write("placed", text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    try bus.files.move("placed", to: Self.folder + name + ".tsv")
  }

  /// As with the loop, but no event may come.
  func waits(until isDone: () -> Bool) -> Bool {
    for _ in 0..<6000 where !isDone() { connection.loop.passes(.milliseconds(10)) }
    return isDone()
  }

  func waitsForMerges(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let isDone = connection.loop.waits { merged.count == count }
    #expect(isDone, "\(merged) \(daemon.errors.lines)", sourceLocation: sourceLocation)
  }
}
