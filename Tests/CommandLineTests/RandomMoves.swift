import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// Another client's moves, as fast as it can; the rules refuse many of them.
struct RandomMoves {
  private enum Move {
    case new(seed: UInt64)
    case conceal
    case flip(UInt32)
  }

  private let moves: [Move]

  /// Small games, so that some are won.
  init(count: Int, seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    moves = (0..<count).map { number in
      switch Int.random(in: 0..<20, using: &generator) {
      case _ where number == 0: .new(seed: 1)
      case 0: .new(seed: .random(in: 0..<99, using: &generator))
      case 1, 2: .conceal
      default: .flip(.random(in: 0..<5, using: &generator))
      }
    }
  }

  /// Sends all without waiting for replies, and returns after the last reply.
  func play(_ desk: Desk) throws {
    let connection = try Connection(to: try BusAddress(desk.bus.address), loop: try Loop())
    let service = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    var answers = 0
    for move in moves {
      switch move {
      case .new(let seed):
        let options = [
          "theme": Value("Halloween"), "pairs": Value(UInt32(2)), "seed": Value(seed),
        ]
        service.call(GameContract.newGame, options) { _ in answers += 1
        }
      case .conceal:
        service.call(GameContract.conceal) { _ in answers += 1 }
      case .flip(let card):
        service.call(GameContract.flip, card) { _ in answers += 1 }
      }
    }
    connection.loop.run { answers == moves.count }
  }
}
