import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing

@testable import MemoryGame

/// Somebody who plays by hand, and remembers as many cards as a bot would.
struct Person {
  private let service: Proxy
  private var loop: Loop { service.connection.loop }

  init(_ desk: Desk) throws {
    let connection = try Connection(to: try BusAddress(desk.bus.address), loop: try Loop())
    service = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
  }

  private func wait<T>(
    for call: (@escaping (Result<T, BusError>) -> Void) -> Void
  ) throws -> T {
    var answer: Result<T, BusError>?
    call { answer = $0 }
    loop.run { answer != nil }
    return try #require(answer).get()
  }

  func game() throws -> GameState {
    try wait { service.state(of: GameContract.self, completion: $0) }
  }

  /// Whose turn it is; nil in a solo game.
  private var turn: String? {
    get throws {
      let game = try game()
      return game.players.indices.contains(Int(game.turn)) ? game.players[Int(game.turn)].name : nil
    }
  }

  /// Wins the current game without forgetting a card; returns the faces.
  @discardableResult
  func win() throws -> Set<String> {
    try play(.perfect)
    return Set(try game().cards.map(\.face))
  }

  /// Wins the current game, whose theme has one-sided faces, and plays a bot if the game has one with
  /// that name.
  func play(_ span: MemorySpan, andBot bot: String? = nil) throws {
    let game = try game()
    var opponent = Opponent(span: span, pairs: Int(game.pairs), players: game.players.count)
    opponent.see(game.cards.enumerated().map { BoardCard($0, $1) })
    var generator = DealGenerator(seed: .random(in: 0 ... .max))
    var outcome = ""
    while outcome != "won" {
      let card = UInt32(try #require(opponent.choice(using: &generator)))
      let isBot = try bot != nil && self.turn == bot
      let flipped = try wait {
        service.call(
          isBot ? GameContract.flipAsBot : GameContract.flip, card, completion: $0)
      }
      outcome = flipped.0.text
      opponent.see(flipped.3)
    }
  }
}
