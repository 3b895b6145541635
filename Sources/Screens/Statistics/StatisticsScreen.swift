import CellDrawing
import DBus
import Glibc
import MemorizeBus
package import TerminalKit

/// The pages of statistics on the terminal.
package final class StatisticsScreen {
  private let screen: SceneScreen<StatisticsScene>
  private let connection: ServiceConnection
  private let deck: String?
  private var reader: StatisticsReader?

  package static func isPossible(_ options: Options) -> Bool {
    guard options.form == .text, isatty(STDIN_FILENO) == 1 else { return false }
    return Terminal(color: options.color).placesCursor
  }

  /// Takes the terminal; throws if it cannot be drawn on.
  package init(over connection: ServiceConnection, deck: String? = nil) throws(TerminalError) {
    (self.connection, self.deck) = (connection, deck)
    let options = connection.options
    screen = try SceneScreen(
      on: connection.bus.loop,
      StatisticsScene(options.symbols, depth: Terminal(color: options.color).depth))
    screen.perform = { [unowned self] _ in screen.finish() }
    connection.bus.onDisconnect = { [weak self, unowned connection] _ in
      self?.screen.finish(.failure(connection.loss(of: .statistics)))
    }
  }

  package func run() throws {
    try screen.run {
      let reader = StatisticsReader(connection, deck: deck) { [weak screen] in
        switch $0 {
        case .success(let report): screen?.scene.report = report
        case .failure(let error): screen?.finish(.failure(error))
        }
      }
      self.reader = reader
      reader.start()
    }
  }

  /// Its keys, for the help of a verb.
  package static var keys: String { StatisticsScene.keyTable().text }
}
