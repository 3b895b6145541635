import DBus
import EventLoop
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

/// Settings reach every view, count for the next game, and are there after a restart.
@Suite struct SettingsTests {
  @Test func theScoringOfNewGamesIsKept() throws {
    let client = try UserSession()
    #expect(try client.settings().scoring == "classic")

    var heard: [String?] = []
    client.proxy.onChange(of: SettingsContract.interface) {
      heard.append($0.values["Scoring"]?.get())
    }
    try client.set("Scoring", .string("timed"))
    client.connection.loop.run { !heard.isEmpty }
    #expect(heard == ["timed"])
    // An equal value is not a change.
    try client.set("Scoring", .string("timed"))
    #expect(heard == ["timed"])

    try client.newGame([:])
    #expect(try client.game().scoring == "timed")
    try client.newGame(["scoring": .string("classic")])
    #expect(try client.game().scoring == "classic")
    try client.newGame(["daily": .boolean(true)])
    #expect(try client.game().scoring == "timed")

    try client.restart(by: SIGKILL)
    #expect(try client.settings().scoring == "timed")
  }

  @Test func aWrongValueChangesNothing() throws {
    let client = try UserSession()
    let before = try client.settings()
    let questions = "A session can have 3 to 20 questions, not"
    let time = "The time of the reminder must be HH:MM, from 00:00 to 23:59, not"
    let quiet = "Quiet hours must be two different times as HH:MM-HH:MM, or empty for none, not"
    let every = "A question can come every 5 to 480 minutes or never (0), not"
    let scoring = "choose classic or timed."
    let published = FSRSParameters.published.values
    let wrong: [(MemberName, Value, String)] = [
      // One sentence named neither the number of parameters that were given nor the wrong one.
      ("Parameters", [1.0, 2, 3].asValue, "FSRS-6 has 21 parameters, not 3."),
      ("Parameters", (published + [1]).asValue, "FSRS-6 has 21 parameters, not 22."),
      (
        "Parameters", (published.prefix(3) + [0] + published.suffix(17)).asValue,
        "Parameter 4 must be 0.001 to 100.0, not 0.0."
      ),
      (
        "Parameters", (published.prefix(20) + [.nan]).asValue,
        "Parameter 21 must be 0.1 to 0.8, not nan."
      ),
      ("Retention", .double(1), "The retention can be 0.7 to 0.97, not 1.0."),
      ("Scoring", .string("loud"), "Unknown scoring “loud”: " + scoring),
      ("Scoring", .string(""), "Unknown scoring “”: " + scoring),
      ("Scoring", .string("Timed"), "Unknown scoring “Timed”: " + scoring),
      ("Scoring", .uint32(1), "Scoring is of type “s”, not “u”."),
      ("QuestionsPerSession", .uint32(2), questions + " 2."),
      ("QuestionsPerSession", .uint32(21), questions + " 21."),
      ("NewPerDay", .uint32(101), "A day can have 0 to 100 new cards, not 101."),
      ("NewPerDay", .int32(5), "NewPerDay is of type “u”, not “i”."),
      ("DailyReminderTime", .string("24:00"), time + " “24:00”."),
      ("DailyReminderTime", .string("a\nb"), time + " “aU+000Ab”."),
      ("QuestionEvery", .uint32(4), every + " 4."),
      ("QuestionEvery", .uint32(481), every + " 481."),
      ("QuestionEvery", .string("5"), "QuestionEvery is of type “u”, not “s”."),
      ("QuietHours", .string("22:00"), quiet + " “22:00”."),
      ("QuietHours", .string("22:00-22:00"), quiet + " “22:00-22:00”."),
      ("ShowChoices", .string("yes"), "ShowChoices is of type “b”, not “s”."),
    ]
    for (key, value, sentence) in wrong {
      #expect(client.refusal { try client.set(key, value) } == BusError(.invalidArgs, sentence))
    }
    #expect(try client.settings() == before)
  }

  // Settings and a game found by a call that opens the store must be published before its reply, even
  // if it fails.
  @Test func allIsPublishedIfTheStoreOpensLate() throws {
    let (user, other) = (try UserSession(), try PrivateBus())
    try user.set("Scoring", .string("timed"))
    let id = try user.newGame()
    let second = try other.startDaemon(onStoreOf: user.bus)
    let client = try DaemonClient(other)
    var heard: [Value?] = []
    client.proxy.onChange(of: SettingsContract.interface) { heard.append($0.values["Scoring"]) }
    client.proxy.onChange(of: GameContract.interface) { heard.append($0.values["Id"]) }
    #expect(try client.settings().scoring == "classic" && client.game().state == "no-game")
    user.daemon.signal(SIGTERM)
    #expect(user.daemon.wait() == 0)
    #expect(client.refusal { try client.newGame(["theme": .string("x")]) }?.name == .noSuchTheme)
    #expect(heard.count == 2 && heard.contains(.string("timed")) && heard.contains(.uint64(id)))
    #expect(try client.game().id == id)
    #expect(second.isRunning)
  }
}
