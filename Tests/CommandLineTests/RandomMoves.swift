import DBus
import EventLoop
import MemorizeBus
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
    var state = seed
    func draw(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    moves = (0..<count).map { number in
      switch draw(20) {
      case _ where number == 0: .new(seed: 1)
      case 0: .new(seed: draw(99))
      case 1, 2: .conceal
      default: .flip(UInt32(draw(5)))
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
        service.call(GameContract.newGame, of: GameContract.interface, options) { _ in answers += 1
        }
      case .conceal:
        service.call(GameContract.conceal, of: GameContract.interface) { _ in answers += 1 }
      case .flip(let card):
        service.call(GameContract.flip, of: GameContract.interface, card) { _ in answers += 1 }
      }
    }
    connection.loop.run { answers == moves.count }
  }
}
