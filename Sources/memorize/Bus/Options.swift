import CellDrawing
import TerminalKit

/// The options for all verbs; the command line overrides `MEMORIZE_OPTIONS`.
struct Options {
  /// For people; for screen readers and scripts; for programs.
  enum Form {
    case text, plain, json
  }

  /// How long a verb waits for all replies together without `--timeout`.
  static let usualTimeout: Duration = .seconds(5)

  /// Nil without `--timeout`.
  var timeout: Duration?
  /// Nil for this machine.
  var host: RemoteHost?
  var startsService = true
  var waitsForService = false
  var form = Form.text
  var color = ColorChoice.auto
  var isQuiet = false
  /// Adds the names of errors to their messages.
  var isVerbose = false
  var isASCII = false
  /// Leaves the places of matched cards empty.
  var hidesMatched = false

  init() {}
}

extension Options {
  /// Whether symbols beyond ASCII would be garbled, or are not wanted.
  var keepsToASCII: Bool { CellWidth.source != .user || isASCII }
}
