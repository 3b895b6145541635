import DBus
import EventLoop
import Foundation
import Practice
import TestSupport
import Testing

@testable import MemorizeBus

/// The verbs for cards that were forgotten often.
@Suite(.timeLimit(.minutes(30))) struct HardCardVerbTests {
  private static let words = "#guid column:3\neins\tone\tg0\nzwei\ttwo\tg1\ndrei\tthree\tg2\n"

  /// A desk with a deck, whose cards were learned and then forgotten on so many days.
  private static func desk(lapses: [String: Int]) throws -> Desk {
    let desk = try Desk()
    try desk.bus.files.write("data/memorize/decks/Words.tsv", words)
    let connection = try Connection(to: BusAddress(desk.bus.address), loop: Loop())
    let service = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    let reviews = lapses.flatMap { guid, count in
      (0...count).map { day in
        ForeignReview(
          guid: guid, direction: "forward",
          at: 1_700_000_000_000_000 + UInt64(day) * Schedule.day, rating: day == 0 ? 3 : 1,
          took: 900)
      }
    }
    _ = try service.callAndWait(DecksContract.importReviews, [], reviews)
    return desk
  }

  @Test func withoutHardCardsEachVerbSaysWhatToDo() throws {
    let desk = try Self.desk(lapses: ["g0": 7])
    let list = try desk.memorize("deck", "list", "--hard")
    #expect(list.output.contains("you have forgotten it 8 times") && list.code == 0)
    #expect(try desk.memorize("deck", "list", "--hard", "--plain").output.isEmpty)
    #expect(try desk.memorize("deck", "list", "--hard", "--json").json.objects("cards").isEmpty)
    for verb in [["practice", "--hard"], ["practice", "start", "--hard"], ["new", "--hard"]] {
      let refused = try desk.memorize(verb)
      #expect(refused.code == 5 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("No card is hard"))
      #expect(refused.errors.contains("Practice what is due instead"))
    }
    for verb in [["practice", "--hard", "--due"], ["new", "--hard", "--daily"]] {
      #expect(try desk.memorize(verb).code == 2)
    }
  }

  @Test func hardCardsAreListedAskedAndDealt() throws {
    let desk = try Self.desk(lapses: ["g0": 8, "g1": 9])
    let lines = try desk.memorize("deck", "list", "--hard", "--plain").output
      .split(separator: "\n").map { $0.split(separator: "\t").dropFirst().joined(separator: "|") }
    #expect(lines == ["Words|zwei|two|9", "Words|eins|one|8"])
    let table = try desk.memorize("deck", "list", "--hard").output
    #expect(table.contains("forgotten") && table.contains("zwei") && !table.contains("drei"))
    let cards = try desk.memorize("deck", "list", "--hard", "--json").json.objects("cards")
    #expect(cards.map { $0.text("front") } == ["zwei", "eins"])
    try desk.memorize("practice", "--hard")
    #expect(try desk.practice().number("questions") == 2)
    #expect(try desk.practice().text("question") == "zwei")
    let board = try desk.memorize("new", "--hard")
    #expect(board.code == 0, "\(board.errors)")
    #expect(try desk.memorize("status").output.contains("Hard cards"))
    // One is not enough for a board.
    let id = try #require(cards.first?.number("id"))
    try desk.memorize("deck", "suspend", "\(id)", "--quiet")
    #expect(try desk.memorize("new", "--hard").errors.contains("Only 1 of the hard cards"))
  }

  /// A bot did not know which sides belong together, and turned cards up without end.
  @Test func aBotKnowsThePairs() throws {
    let desk = try Self.desk(lapses: ["g0": 8, "g1": 9, "g2": 10])
    try desk.memorize("new", "--hard", "--pairs", "3", "--seed", "3", "--quiet")
    let bot = try desk.memorize("bot", "--memory", "perfect", "--pace", "0")
    #expect(bot.code == 0, "\(bot)")
    let game = try desk.memorize("status", "--json").json.object("game")
    #expect(game.text("state") == "won" && game.number("moves").map { $0 < 12 } == true, "\(game)")
  }

  @Test func theAnswerThatMarksACardSaysSo() throws {
    let said = "This card is hard: you have forgotten it"
    let typed = try Self.desk(lapses: ["g1": 11])
    try typed.memorize("practice", "start", "--due", "--mode", "typed", "--quiet")
    #expect(try typed.memorize("practice", "answer", "x").output.contains("\(said) 12 times."))
    #expect(try !typed.memorize("practice", "answer", "x").output.contains(said))
    let recall = try Self.desk(lapses: ["g0": 7])
    try recall.memorize("practice", "start", "--due", "--mode", "recall", "--quiet")
    #expect(try !recall.memorize("practice", "reveal").output.contains(said))
    #expect(
      try recall.memorize("practice", "grade", "again").output.contains("\(said) 8 times."))
  }
}
