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

  private static func id(of front: String, _ desk: CardDesk) throws -> UInt64 {
    try #require(try desk.search(front, limit: 1).first).id
  }

  /// Only the change is in the file, as in that of a small deck.
  @Test func aLargeFileIsChangedAsASmallOne() throws {
    let desk = try CardDesk(["Large": Self.text(Self.lines), "Small": "a\tb\n"])
    var lines = Self.lines
    try desk.update(Self.id(of: "front 17", desk), ["back": .string("x")])
    lines[17] = "front 17\tx\t\tg17\n"
    #expect(try desk.text("Large") == Self.text(lines))
    try desk.remove(Self.id(of: "front 3999", desk))
    lines.removeLast()
    #expect(try desk.text("Large") == Self.text(lines))
    try desk.add("Large", ["front": .string("quux"), "back": .string("y"), "guid": .string("n")])
    lines.append("quux\ty\t\tn\n")
    #expect(try desk.text("Large") == Self.text(lines))
    #expect(try desk.search("quux", limit: 1).map(\.guid) == ["n"])
    // A card of another deck, and one that there is not.
    try desk.add("Small", "c", "d")
    #expect(try desk.refusalName { try desk.remove(1_234_567_890_123_456) } == "NoSuchCard")
    #expect(try desk.text("Large") == Self.text(lines))
  }

  /// The file was read and changed in one turn of the loop, for which everybody waited.
  @Test func othersAreAnsweredMeanwhile() throws {
    let desk = try CardDesk(["Large": Self.text(Self.lines)])
    let id = try Self.id(of: "front 17", desk)
    let other = try Proxy(
      Connection(to: BusAddress(desk.bus.address), loop: desk.connection.loop),
      to: MemorizeContract.name, at: MemorizeContract.path, deadline: .patience)
    var ended: [String] = []
    desk.proxy.call(
      DecksContract.updateCard, id, ["back": .string("x")]
    ) {
      #expect((try? $0.get()) != nil)
      ended.append("change")
    }
    other.call(PracticeContract.decks) {
      #expect((try? $0.get()) != nil)
      ended.append("other")
    }
    #expect(desk.connection.loop.waits { ended.count == 2 })
    #expect(ended == ["other", "change"])
  }

  /// What was read before another program has changed the file is not written back.
  @Test func aChangeByHandMeanwhileStays() throws {
    let desk = try CardDesk(["Large": Self.text(Self.lines)])
    let id = try Self.id(of: "front 17", desk)
    for round in 0..<5 {
      var isEnded = false
      desk.proxy.call(
        DecksContract.updateCard, id, ["back": .string("x\(round)")]
      ) { _ in isEnded = true }
      // The call leaves, and the daemon reads the file for it.
      _ = try desk.practice()
      var lines = Self.lines
      lines[0] = "by hand \(round)\t1\t\tg0\n"
      try desk.bus.files.write(CardDesk.folder + "Large.tsv", Self.text(lines))
      #expect(desk.connection.loop.waits { isEnded })
      try desk.update(id, ["back": .string("x\(round)")])
      lines[17] = "front 17\tx\(round)\t\tg17\n"
      #expect(try desk.text("Large") == Self.text(lines), "round \(round)")
    }
  }
}
