import DBus
import MemorizeBus

/// Turns a mismatch down.
struct ConcealRequest: Request {
  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if options.isQuiet {
      _ = try connection.wait {
        $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
      }
      return
    }
    let (answer, properties) = connection.change {
      $0.call(GameContract.conceal, of: GameContract.interface, completion: $1)
    }
    _ = try connection.take(answer)
    let game = try connection.fitting(try connection.take(properties))
    let lines = Happening.concealed.lines(game).map { $0 + "\n" }.joined()
    switch options.form {
    case .json: try Output.results.write(JSON.object([("game", game.json)]).text + "\n")
    case .plain: try Output.results.write(lines)
    case .text: try Output.results.write(lines + BoardText(options).text(game, below: 1))
    }
  }
}
