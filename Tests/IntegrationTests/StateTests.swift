import DBus
import MemorizeBus
import TestSupport
import Testing

/// What the state of the game and of practice keeps for those who did not hear the signals.
@Suite struct StateTests {
  @Test func theResultStaysUntilTheNextGame() throws {
    let desk = try HistoryDesk()
    try desk.newGame(["theme": .string("Halloween"), "pairs": .uint32(2)])
    #expect(try desk.properties().result == nil)
    var won: [FinalResult] = []
    var changed: [Value] = []
    desk.proxy.on(GameContract.gameWon, of: GameContract.interface) { won.append($2) }
    desk.proxy.onChange(of: GameContract.interface) {
      if let result = $0.values["Result"] { changed.append(result) }
    }
    try desk.win()
    let result = try #require(won.first)
    #expect(won.count == 1 && result.theme == "Halloween" && result.pairs == 2)
    #expect(try desk.properties().result == result)
    #expect(changed == [Value(result)])
    try desk.restart()
    #expect(try desk.properties().result == result)
    try desk.newGame()
    #expect(try desk.properties().result == nil)
    #expect(changed == [Value(result), Value([String: Value]())])
  }

  @Test func theSessionsNumberGrowsWithEach() throws {
    let desk = try PracticeDesk()
    #expect(try desk.properties().session == 0)
    try desk.start()
    #expect(try desk.properties().session == 1)
    try desk.startAnew()
    #expect(try desk.properties().session == 2)
    try desk.stop()
    try desk.restart()
    #expect(try desk.properties().session == 2)
    try desk.start()
    #expect(try desk.properties().session == 3)
  }
}
