import BoardLayout
import CellDrawing
import Screens
import TerminalKit

extension Options {
  func print(
    json: @autoclosure () throws -> JSON, plain: @autoclosure () throws -> String,
    text: @autoclosure () throws -> String
  ) throws {
    switch form {
    case .json: try Output.results.write(json().text + "\n")
    case .plain: try Output.results.write(plain())
    case .text: try Output.results.write(text())
    }
  }
}

extension Options {
  /// The colors of lines on stdout; nil if they have none.
  var palette: Palette? {
    let depth = Terminal(color: color).depth
    return depth == .none ? nil : Palette(depth: depth)
  }
}

extension TextTable {
  func text(_ options: Options) -> String {
    text(width: Terminal(color: options.color).knownColumns, options.symbols, options.palette)
  }
}
