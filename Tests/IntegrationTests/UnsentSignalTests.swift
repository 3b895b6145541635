import DBus
import EventLoop
import Foundation
import MemorizeBus
import Store
import TestSupport
import Testing
import UserService

@testable import memorized

@Suite struct UnsentSignalTests {
  /// A move that was stored was once answered by an error when the bus did not read the signals.
  @Test func aMoveIsAnsweredThoughItsSignalsCannotGoOut() throws {
    let bus = try PrivateBus()
    let loop = try Loop()
    let connection = try Connection(to: BusAddress(bus.address), loop: loop)
    let log = Log(program: "test", level: .emergency)
    let store = Store(directory: bus.files.path("state/memorize"), now: { 0 })
    let game = GameOnBus(
      themes: ThemeLibrary(loop: loop, log: log), store: store,
      preparation: Preparation(loop: loop, common: store), log: log)
    game.export(to: connection.objects)
    _ = try game.newGame(NewGameRequest(options: ["pairs": .uint32(2)]))
    bus.signal(SIGSTOP)
    defer { bus.signal(SIGCONT) }
    let text = String(repeating: "x", count: 1 << 20)
    #expect(throws: BusError.self) {
      for _ in 0..<40 { try connection.emit("/", "a.b", "C", text) }
    }
    let (outcome, _, revision, cards) = try game.flip(0)
    #expect(outcome == "turned-up" && revision == 2 && cards.count == 1)
    let stored = try store.use { tables throws(StoreError) in try tables.games.log(of: 1) }
    #expect(stored.count == 1)
  }
}
