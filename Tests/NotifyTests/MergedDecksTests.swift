import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// What is said of copies of decks that were merged.
@Suite struct MergedDecksTests {
  @Test func mergedDecksAreSaidOnce() throws {
    let stage = try PracticeStage()
    try stage.practice.remind(due: 1, new: 0)
    _ = try stage.bubble(1)
    try stage.practice.merge("Words", cards: 1, texts: 0)
    let first = try stage.bubble(2)
    #expect(first.summary == "Decks were merged")
    #expect(first.body == "Two versions of “Words” were merged: 1 card was added.")
    #expect(first.hints["category"] == .string("x-memorize.merged") && first.timeout == -1)
    #expect(first.actions == ["default", "Practice"])
    // Beside the reminder; the next one replaces it, and says both.
    try stage.practice.merge("Verbs", cards: 2, texts: 1)
    let both = try stage.bubble(3)
    #expect(both.replaced == first.id)
    #expect(
      both.body == "Two versions of each of 2 decks were merged: 3 cards were added and the newer "
        + "text of 1 card was kept.")
    #expect(try stage.server.closed.isEmpty)
    // What was read is not said again.
    try stage.server.expire(both.id)
    try stage.settle()
    try stage.practice.merge("Words", cards: 0, texts: 3)
    #expect(
      try stage.bubble(4).body
        == "Two versions of “Words” were merged: the newer texts of 3 cards were kept.")
    // Only the service says so.
    try stage.base.player.emit(
      MemorizeContract.path, DecksContract.interface.name, DecksContract.merged.name, "Words",
      UInt32(1), UInt32(1))
    try stage.settle()
    #expect(try stage.server.requests.count == 4)
  }
}
