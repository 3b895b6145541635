import DBus
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

/// This machine's files when they lack something, or cannot be changed.
@Suite struct OwnLogTests {
  /// A month that was edited by hand is written anew from the database.
  @Test func aCheckMendsOwnFiles() throws {
    let user = try UserSession()
    try user.practice(3)
    try user.restart {
      let file = try #require(
        FileManager.default.enumerator(atPath: user.logs)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".log") })
      let lines = try user.bus.files.text("data/memorize/log/\(file)").split(
        separator: "\n", omittingEmptySubsequences: false)
      try user.bus.files.write(
        "data/memorize/log/\(file)", (lines[..<1] + lines[2...]).joined(separator: "\n"))
    }
    #expect(try user.checkLog().unwritten == 1)
    #expect(user.waits { try user.checkLog().isWell })
    #expect(try user.reviews().count == 3)
  }

  /// A month that was removed while the service was not running must be written anew from the database.
  @Test func aRemovedMonthComesBack() throws {
    let user = try UserSession()
    try user.practice(2)
    let log = try user.ownLog()
    let now = try #require(try user.ownFiles().first)
    let old = now.deletingLastPathComponent().appendingPathComponent("2020-01.log")
    try user.restart { try FileManager.default.moveItem(at: now, to: old) }
    // At the first start after its end, a month is noticed.
    for isRemoved in [false, true] {
      try user.practice(1)
      #expect(try user.checkLog().isWell)
      try user.restart { if isRemoved { try FileManager.default.removeItem(at: old) } }
    }
    try user.practice(1)
    #expect(user.waits { try user.checkLog().isWell })
    #expect(try user.ownLog().hasPrefix(log))
    try user.restart { try user.bus.files.remove("state/memorize") }
    #expect(user.waits { try user.reviews().count == 5 })
  }

  /// Settings of a month that is removed after a forgetting must come back into the log too.
  @Test func aMonthThatIsRemovedAfterAForgettingComesBack() throws {
    let user = try UserSession()
    try user.set("Retention", .double(0.8))
    try user.practice(1)
    let now = try #require(try user.ownFiles().first)
    let old = now.deletingLastPathComponent().appendingPathComponent("2020-01.log")
    try user.restart { try FileManager.default.moveItem(at: now, to: old) }
    try user.practice(1)
    try user.forget(reviewsToo: true)
    try user.restart()
    try user.restart { try FileManager.default.removeItem(at: old) }
    #expect(user.waits { try user.ownLog().contains("name=retention") })
    #expect(try user.checkLog().isWell)
  }

  /// One file that cannot be changed must not leave reviews in the others, and the call must say so.
  @Test func forgettingSaysWhatItCannotErase() throws {
    let user = try UserSession()
    try user.practice(1)
    let now = try #require(try user.ownFiles().first)
    let (old, bad) = ("2020-01.log", "2021-01.log")
    let directory = now.deletingLastPathComponent()
    try user.restart {
      try FileManager.default.moveItem(at: now, to: directory.appendingPathComponent(old))
    }
    try user.practice(1)
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent(bad), withIntermediateDirectories: false)
    let refusal = user.refusal { try user.forget(reviewsToo: true) }
    #expect(refusal?.name == .storageFailed && refusal?.message.contains(bad) == true)
    let left = try String(contentsOf: directory.appendingPathComponent(old), encoding: .utf8)
    #expect(!left.contains("\treview\t"))
    try FileManager.default.removeItem(at: directory.appendingPathComponent(bad))
    #expect(user.refusal { try user.forget(reviewsToo: true) } == nil)
    #expect(try !user.ownLog().contains("\treview\t"))
  }

  /// A check must not remove files that cannot be written again.
  @Test func aCheckKeepsFilesWhereNothingCanBeWritten() throws {
    let user = try UserSession()
    try user.practice(2)
    let now = try #require(try user.ownFiles().first)
    let old = now.deletingLastPathComponent().appendingPathComponent("2020-01.log")
    try user.restart { try FileManager.default.moveItem(at: now, to: old) }
    try user.practice(1)
    try user.restart {
      try FileManager.default.removeItem(at: now)
      try FileManager.default.createDirectory(at: now, withIntermediateDirectories: false)
    }
    #expect(try user.checkLog().unwritten > 0)
    #expect(FileManager.default.fileExists(atPath: old.path))
    #expect(try user.machines()[0].fault.contains("cannot be written"))
    try FileManager.default.removeItem(at: now)
    _ = try user.checkLog()
    #expect(user.waits { try user.checkLog().isWell })
  }

  /// The beginning of a line that a crash left in a new month must not cost the next event.
  @Test func aMonthThatBeginsWithACutLineLosesNothing() throws {
    let user = try UserSession()
    try user.practice(2)
    let file = "data/memorize/log/\(try user.machines()[0].id)/2099-01.log"
    try user.restart { try user.bus.files.write(file, "7\t4070908800000000\trev") }
    try user.practice(1)
    try user.restart { try user.bus.files.remove("state/memorize") }
    #expect(user.waits { try user.reviews().count == 3 })
    #expect(try user.checkLog().faults == 0)
  }
}
