import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Changes of decks whose files are read part by part, before the call that changes them.
@Suite struct LargeDeckTests {
  private static let lines = (0..<4000).map {
    "front \($0)\t\(String(repeating: "long ", count: 60))\($0)\t\tg\($0)\n"
  }

  private static func text(_ lines: [String]) -> String { "#guid column:4\n" + lines.joined() }

  private static func id(of front: String, _ user: DeckSession) throws -> UInt64 {
    try #require(try user.search(front, limit: 1).first).id
  }

  /// Only the change is in the file, as in that of a small deck.
  @Test func aLargeFileIsChangedAsASmallOne() throws {
    let user = try DeckSession(["Large": Self.text(Self.lines), "Small": "a\tb\n"])
    var lines = Self.lines
    try user.update(Self.id(of: "front 17", user), ["back": .string("x")])
    lines[17] = "front 17\tx\t\tg17\n"
    #expect(try user.text("Large") == Self.text(lines))
    try user.remove(Self.id(of: "front 3999", user))
    lines.removeLast()
    #expect(try user.text("Large") == Self.text(lines))
    try user.add("Large", ["front": .string("quux"), "back": .string("y"), "guid": .string("n")])
    lines.append("quux\ty\t\tn\n")
    #expect(try user.text("Large") == Self.text(lines))
    #expect(try user.search("quux", limit: 1).map(\.guid) == ["n"])
    // A card of another deck, and one that there is not.
    try user.add("Small", "c", "d")
    #expect(try user.refusalName { try user.remove(1_234_567_890_123_456) } == "NoSuchCard")
    #expect(try user.text("Large") == Self.text(lines))
  }

  /// The file was read and changed in one turn of the loop, for which everybody waited.
  @Test func othersAreAnsweredMeanwhile() throws {
    let user = try DeckSession(["Large": Self.text(Self.lines)])
    let id = try Self.id(of: "front 17", user)
    let other = try Proxy(
      Connection(to: BusAddress(user.bus.address), loop: user.connection.loop),
      to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience)
    var ended: [String] = []
    user.proxy.call(
      DecksContract.updateCard, id, ["back": .string("x")]
    ) {
      #expect((try? $0.get()) != nil)
      ended.append("change")
    }
    other.call(PracticeContract.decks) {
      #expect((try? $0.get()) != nil)
      ended.append("other")
    }
    #expect(user.connection.loop.waits { ended.count == 2 })
    #expect(ended == ["other", "change"])
  }

  /// What was read before another program has changed the file is not written back.
  @Test func aChangeByHandMeanwhileStays() throws {
    let user = try DeckSession(["Large": Self.text(Self.lines)])
    let id = try Self.id(of: "front 17", user)
    for round in 0..<5 {
      var isEnded = false
      user.proxy.call(
        DecksContract.updateCard, id, ["back": .string("x\(round)")]
      ) { _ in isEnded = true }
      // The call leaves, and the daemon reads the file for it.
      _ = try user.practice()
      var lines = Self.lines
      lines[0] = "by hand \(round)\t1\t\tg0\n"
      try user.bus.files.write(DeckSession.folder + "Large.tsv", Self.text(lines))
      #expect(user.connection.loop.waits { isEnded })
      try user.update(id, ["back": .string("x\(round)")])
      lines[17] = "front 17\tx\(round)\t\tg17\n"
      #expect(try user.text("Large") == Self.text(lines), "round \(round)")
    }
  }
}
