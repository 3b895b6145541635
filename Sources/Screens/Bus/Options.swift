package import CellDrawing
package import MemorizeBus
package import TerminalKit

/// The options for all verbs; the command line overrides `MEMORIZE_OPTIONS`.
package struct Options {
  /// For people; for screen readers and scripts; for programs.
  package enum Form {
    case text, plain, json
  }

  /// How long a verb waits for all replies together without `--timeout`.
  package static let usualTimeout: Duration = .seconds(5)

  /// Nil without `--timeout`.
  package var timeout: Duration?
  /// Nil for this machine.
  package var host: RemoteHost?
  package var startsService = true
  package var waitsForService = false
  package var form = Form.text
  package var color = ColorChoice.auto
  package var isQuiet = false
  /// Adds the names of errors to their messages.
  package var isVerbose = false
  package var isASCII = false
  /// Leaves the places of matched cards empty.
  package var hidesMatched = false
  /// Nil without `--faces`: the setting decides.
  package var faces: FaceSize?

  package init() {}
}

extension Options {
  /// In ASCII if others would be garbled, or are not wanted.
  package var symbols: Symbols { CellWidth.source != .user || isASCII ? .ascii : .unicode }
}
