import Foundation
import TestSupport
import Testing

/// `practice reviews` prints the log, and `practice rebuild` computes the schedules from it.
@Suite(.timeLimit(.minutes(30))) struct ReviewLogTests {
  private let desk: Desk

  init() throws { desk = try Desk.withNumbers() }

  /// Answers all cards of Numbers, one of them wrong.
  private func practice(_ options: String...) throws {
    try desk.memorize(
      ["practice", "start", "--deck", "Numbers", "--questions", "5", "--quiet"] + options)
    try desk.memorize("practice", "reveal", "--quiet")
    while try desk.practice().text("state") != "finished" {
      let question = try #require(try desk.practice().text("question"))
      let backward = Desk.numbers.first { $0.value == question }?.key
      try desk.memorize("practice", "answer", Desk.numbers[question] ?? backward ?? "", "--quiet")
    }
  }

  @Test func schedulesThatDifferAreFoundAndRebuilt() throws {
    try practice("--mode", "typed")
    #expect(
      try desk.memorize("practice", "rebuild", "--dry-run").output
        == "compared: 5 schedules, 0 different")
    #expect(try reviewCheck() == "ok")
    desk.killDaemon()
    let path = desk.bus.files.path("state/memorize/memorize.sqlite")
    let changed = try Outcome(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as store:
            store.execute("UPDATE schedule SET stability = 99 "
                          "WHERE card = (SELECT min(card) FROM schedule)")
        """, path,
      ])
    #expect(changed.code == 0, "\(changed.errors)")
    try desk.startDaemon()
    #expect(try reviewCheck() == "warning")
    #expect(
      try desk.memorize("practice", "rebuild").output == "rebuilt: 5 schedules, 1 different")
    #expect(
      try desk.memorize("practice", "rebuild", "--json").json.number("different") == 0)
    #expect(try reviewCheck() == "ok")
  }

  @Test func printingTheLogListsNoOtherCards() throws {
    // The cards of all decks were listed for it, each of which got a row in the store.
    try practice("--mode", "typed")
    #expect(try desk.memorize("practice", "reviews").output.split(separator: "\n").count == 6)
    let added = try desk.memorize("deck", "add", "Words", "a", "b", "--json").json["ids"] as? [Int]
    let id = String(try #require(added?.first))
    #expect(try desk.memorize("deck", "remove", id).errors.contains("“a = b” of the deck “Words”"))
    #expect(try desk.memorize("deck", "remove", "999999").code != 0)
    desk.killDaemon()
    let rows = try Outcome(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3, sys
        print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM card").fetchone()[0])
        """, desk.bus.files.path("state/memorize/memorize.sqlite"),
      ])
    #expect(rows.output.trimmingCharacters(in: .whitespacesAndNewlines) == "6", "\(rows.errors)")
  }

  private func reviewCheck() throws -> String? {
    try desk.memorize("doctor", "--json").json.objects("checks")
      .first { $0.text("name") == "reviews" }?.text("status")
  }
}
