import DBus
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

@Suite struct KilledMachinesTests {
  /// Machines that are killed at any instant, lose their databases, and get files of each other in any
  /// state must not lose or double an answer that was accepted.
  @Test func nothingIsLostWhenMachinesAreKilled() throws {
    var generator = SeededGenerator(for: "nothingIsLostWhenMachinesAreKilled")
    let users = [try UserSession(), try UserSession()]
    let answers = try users[0].answers(of: "Japanese basics")
    var (accepted, won) = (0, 0)
    func answer(_ user: UserSession) throws {
      if try user.practice().phase != .asking {
        try user.startSession(["deck": .string("Japanese basics"), "questions": .uint32(20)])
      }
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let practice = try user.practice()
        guard practice.phase == .asking else { break }
        let choice = try user.rightIndex(practice, answers)
        // A card that is suspended elsewhere is not asked any more.
        if user.refusal({ try user.answer(practice.questionNumber, choice) }) == nil {
          accepted += 1
        }
      }
    }
    for _ in 0..<rounds(16, ofAll: 500) {
      let which = Int.random(in: 0...1, using: &generator)
      let (user, other) = (users[which], users[1 - which])
      switch Int.random(in: 0...12, using: &generator) {
      case 0...3: try answer(user)
      case 4:
        if user.refusal({ try user.undo() }) == nil { accepted -= 1 }
      case 5: try user.set("Retention", .double(Double.random(in: 0.8...0.95, using: &generator)))
      case 6...7:
        // In part, as a synchronizer that is interrupted may leave it.
        let share = Double.random(in: 0...1, using: &generator)
        try user.fetch(from: other) { $0.prefix(Int(Double($0.count) * share)) }
      case 8: try user.restart(by: SIGKILL)
      case 9: try user.restart(by: SIGKILL) { try user.bus.files.remove("state/memorize") }
      case 10:
        _ = try user.newGame(["pairs": .uint32(2)])
        try user.win()
        won += 1
      case 11:
        let card = try #require(try user.basics().randomElement(using: &generator))
        _ = try user.proxy.callAndWait(DecksContract.suspend, card.id, !card.isSuspended)
      default:
        // For a while the folder cannot be written, as on a full disk.
        let away = user.logs + ".away"
        try user.restart(by: SIGKILL) {
          rename(user.logs, away)
          try user.bus.files.write("data/memorize/log")
        }
        try answer(user)
        try user.restart(by: SIGKILL) {
          try user.bus.files.remove("data/memorize/log")
          rename(away, user.logs)
        }
        // Until then, the database has the only copy.
        _ = try user.checkLog()
      }
    }
    for _ in 0..<2 {
      try users[0].fetch(from: users[1])
      try users[1].fetch(from: users[0])
    }
    for user in users {
      // What was not written while the folder was away is, with the next event or at a start.
      #expect(user.waits { try user.checkLog().unwritten == 0 })
    }
    for _ in 0..<2 {
      try users[0].fetch(from: users[1])
      try users[1].fetch(from: users[0])
    }
    for user in users {
      #expect(user.waits { try user.checkLog().isWell })
      #expect(
        user.waits { try user.reviews().count == accepted },
        "\(String(describing: try? user.reviews().count)) instead of \(accepted)")
    }
    #expect(try users[0].reviews() == users[1].reviews())
    #expect(try users[0].settings().retention == users[1].settings().retention)
    let games = try users.map { user in
      try user.games(["limit": .uint32(500)]).map { game in
        ["score", "state", "theme", "started-at"].map { game[$0] }
      }
    }
    #expect(games[0] == games[1])
    #expect(games[0].count == won)
    let suspended = try users.map { try $0.basics().filter(\.isSuspended) }
    #expect(suspended[0].map(\.front) == suspended[1].map(\.front))
    for user in users {
      #expect(try user.rebuild()[1] == 0)
    }
    for arguments in [
      ["practice", "reviews", "--csv"], ["practice", "stats", "--json"], ["stats", "--plain"],
      ["deck", "list", "--json"], ["deck", "export", "Japanese basics"],
    ] {
      let printed = try users.map { user in
        try Outcome(Programs.memorize, arguments, environment: user.bus.environment)
      }
      #expect(printed[0].code == 0, "\(arguments): \(printed[0].errors)")
      #expect(printed[0].output == printed[1].output, "\(arguments)")
    }
  }
}
