import Foundation
import DBus
import MemorizeBus
import TestSupport
import Testing

/// A change that ends at any of its file operations, by a kill or a full disk, is made or is not.
///
/// All operations are tried by `make test-crash`, and a few of them else.
@Suite(.timeLimit(.minutes(30))) struct ChangeCrashTests {
  enum Way: CaseIterable {
    case kill
    /// The disk is full for one operation, or from that one on.
    case fullOnce, full
  }

  // A kill between two writes left half a change: reviews without their card, a suspended card that
  // was asked, a card changed in one of two decks. A write that failed was reported as none, or as
  // all; a name was still in the log when it was said to be forgotten. After another file had taken
  // the place of the database, all was written to the old one, and lost at the next start.
  @Test(arguments: Change.allCases, Way.allCases)
  func aChangeIsCompleteOrAbsent(_ change: Change, _ way: Way) throws {
    var generator = SeededGenerator(for: "aChangeIsCompleteOrAbsent \(change) \(way)")
    let isLong = ProcessInfo.processInfo.environment["MEMORIZE_CRASHES"] != nil
    let other = try LeftDatabase()
    var done: [Bool] = []
    var number = 1
    while true {
      let stage = try ChangeStage(
        change, other, failing: number, with: way == .kill ? nil : ENOSPC,
        onlyOnce: way == .fullOnce)
      let refusal = stage.perform()
      try stage.calls.arm(false)
      let hasStruck = stage.calls.hasStruck
      if way == .kill, hasStruck {
        // The daemon that settles it may be killed too.
        try stage.restart(killedAt: Int.random(in: 1...9, using: &generator))
        _ = stage.user.refusal { _ = try stage.user.cards("One") }
      } else if way != .kill {
        let isDone = try stage.isDone()
        #expect(refusal == nil || refusal?.name == .storageFailed)
        // What cannot be erased or written yet is said, and follows.
        let isLeft =
          refusal?.message.hasPrefix("The name") == true
          || refusal?.message.contains("this one follows when its file can be written") == true
        #expect(isDone == (refusal == nil || isLeft), "\(number): \(refusal as Any)")
        #expect(!isLeft || change == .forget || way == .full)
        done.append(isDone)
        if way == .fullOnce, !isDone {
          // What was refused has left nothing in memory either: it can be made again.
          #expect(stage.perform() == nil, "\(number)")
          #expect(try stage.isDone(), "\(number)")
        }
      }
      try stage.restart()
      let isDone = try stage.isDone()
      #expect(refusal != nil || isDone, "\(number)")
      // A restore that is refused once the copy has taken the name is made at the next start.
      let wasDone = way == .fullOnce || done.last == true
      #expect(way == .kill || change == .restore || isDone == wasDone, "\(number)")
      if way == .kill { done.append(isDone) }
      try stage.expectUsable()
      if !hasStruck { break }
      number += isLong ? 1 : .random(in: 1...19, using: &generator)
    }
    // Steps over some operations may step over the few that matter to a short change.
    #expect(done.last == true && (!isLong || done.contains(false)), "\(done)")
  }

  // The files were looked at before their change was noticed, and so what was left was forgotten; or
  // it was tried once more with the disk still full, and then never.
  @Test(arguments: [Change.updateTwo, .removeTwo])
  func aPendingChangeFollowsOnceItsFileCanBeWritten(change: Change) throws {
    let other = try LeftDatabase()
    for number in 10... {
      let stage = try ChangeStage(
        change, other, failing: number, with: ENOSPC, onlyOnce: false)
      let refusal = stage.perform()
      guard refusal?.message.contains("this one follows") == true else {
        try #require(stage.calls.hasStruck, "No failure leaves anything.")
        continue
      }
      // It is tried by itself, while the disk is full.
      #expect(stage.user.daemon.errors.waits(for: "is not in all of its decks yet"))
      // It is tried again, which neither refuses reading nor warns anew.
      for _ in 0..<3 { _ = try stage.user.cards("Two") }
      try stage.calls.arm(false)
      #expect(try stage.isDone())
      #expect(stage.user.daemon.errors.lines.count { $0.contains("is not in all") } == 1)
      return try stage.expectUsable()
    }
  }

  // After a power failure a file had its new name and no content, or the store knew nothing of it.
  @Test func aFileIsOnTheDiskBeforeItTakesTheName() throws {
    let calls = try FailingCalls()
    let user = try DeckSession(
      ["One": "a\t1\n"], variables: calls.environment(changing: 10_000))
    let id = try #require(try user.cards("One").first).id
    /// Expects these among the changes that a call makes, in this order.
    func expect(
      _ expected: [(call: String, path: String)], change: () throws -> Void
    ) throws {
      try calls.arm()
      try change()
      try calls.arm(false)
      let changes = try calls.popChanges()
      var rest = changes[...]
      for (call, path) in expected {
        let place = rest.firstIndex { $0.hasPrefix(call + " ") && $0.hasSuffix(path) }
        rest = changes[try #require(place, "\(call) \(path): \(changes)")...]
      }
    }
    try expect([
      ("sync", "memorize.sqlite-wal"), ("rename", "/decks/.memorize.new"),
      ("sync", "/memorize/decks"),
    ]) { try user.update(id, ["front": .string("c")]) }
    try expect([
      ("sync", "/decks/.memorize.new"), ("rename", "/decks/.memorize.new"),
      ("sync", "/memorize/decks"),
    ]) { try user.update(id, ["back": .string("2")]) }
    for name in ["First", "Second"] {
      try expect([
        ("sync", "/themes/.memorize.new"), ("rename", "/themes/.memorize.new"),
        ("sync", "/memorize/themes"),
      ]) {
        try user.proxy.callAndWait(
          ThemesContract.add, ["name": .string(name), "faces": Value(["A", "B", "C"])])
      }
    }
  }
}
