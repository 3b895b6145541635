import Testing

@testable import MemoryGame

@Suite struct SecrecyTests {
  @Test func noTransitionTellsTheFaceOfACardThatIsDown() throws {
    var generator = testGenerator()
    for _ in 0..<200 {
      var game = try makeGame(pairs: 4, seed: generator.next())
      #expect(game.cards.allSatisfy { $0.face.isEmpty })
      while !game.isWon {
        let moment = at(Double(game.log.count))
        let step =
          generator.below(5) == 0
          ? try? game.conceal(at: moment) : try? game.flip(generator.below(8), at: moment)
        let told = (step?.changes.map(\.card) ?? []) + game.cards
        #expect(told.filter { $0.state == .down }.allSatisfy { $0.face.isEmpty })
        #expect(told.filter { $0.state != .down }.allSatisfy { !$0.face.isEmpty })
      }
    }
  }

  @Test func noDumpOfAGameTellsAFaceOrTheSeed() throws {
    let deal = try Deal(
      theme: makeTheme(["secret-one", "secret-two"]), pairs: 2, seed: 987_654_321)
    var game = try Game(GameBeginning(deal: deal, startedAt: at(0)))
    _ = try game.flip(0, at: at(1))
    for text in ["\(game)", String(reflecting: game), "\(deal)", String(reflecting: deal)] {
      #expect(!text.isEmpty && !text.contains("secret") && !text.contains("987654321"))
    }
    var dumped = ""
    dump(game, to: &dumped)
    #expect(!dumped.contains("secret") && !dumped.contains("987654321"))
  }
}
