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

  /// One line, the same for people and scripts.
  func print(json: @autoclosure () throws -> JSON, line: @autoclosure () throws -> String) throws {
    try print(json: json(), plain: line() + "\n", text: line() + "\n")
  }
}

extension TextTable {
  func text(_ options: Options) -> String {
    text(
      width: Terminal(color: options.color).knownColumns, isASCII: options.keepsToASCII)
  }
}
